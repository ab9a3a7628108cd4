/**
 * As of which event of the feed a client's counts of a hotel are (docs/interface.md §15): a count made before a sale that the
 * client has not seen can then never resell that room.
 */
import type { CallerCtx } from "../access/caller.ts";
import { bindAll } from "../host/database.ts";
import { DELIVERY_EVENTS_MAX } from "./limits.ts";
import { type ReachRow, type UnacknowledgedRow, selectReach, selectUnacknowledged } from "./rows/deliveries.ts";

/**
 * The newest event before the client's first unacknowledged reservation in the hotel, or the newest of all where there is none;
 * null for a client that has never read the hotel's reservations: its counts are as of now.
 */
export async function countAsOf(ctx: CallerCtx, hotelId: string): Promise<number | null> {
  const { groupId, subject: client } = ctx.principal;
  const scope = { groupId, client, hotelId };
  const statements = [selectReach(scope, DELIVERY_EVENTS_MAX), selectUnacknowledged(scope, DELIVERY_EVENTS_MAX)];
  const [reached, found] = await ctx.db.batch(bindAll(ctx.db, statements));
  const [reach] = (reached?.results ?? []) as ReachRow[];
  if (!reach || reach.cursors === 0) return null;
  const [first] = (found?.results ?? []) as UnacknowledgedRow[];
  return first ? first.first_sequence - 1 : reach.through_sequence;
}
