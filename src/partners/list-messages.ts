/** The log of a hotel's partner messages (docs/interface.md §15): "did you get my closing?" */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { bindAll } from "../host/database.ts";
import { MESSAGE_KEEP_MS } from "./limits.ts";
import { selectMessages } from "./rows/messages.ts";
import { selectZones } from "./rows/zones.ts";
import type { MessageDetail } from "./rules/message-entry.ts";

export interface NotedMessage {
  id: string;
  atMs: number;
  client: string;
  protocol: string;
  message: string;
  echoToken: string | null;
  accepted: boolean;
  detail: MessageDetail;
}

/** A place in the log; null: its newest end. */
export type MessageCursor = readonly [atMs: number, id: string] | null;

/** Messages of the last 14 days before a place, newest first. Fails with `not_found`. */
export async function listMessages(
  ctx: CallerCtx,
  hotelId: string,
  { before, limit }: { before: MessageCursor; limit: number },
): Promise<Result<{ messages: NotedMessage[]; next: MessageCursor }>> {
  const { groupId } = ctx.principal;
  const [hotel] = mayTouchHotel(ctx.principal, hotelId) ? await ctx.db.batch(bindAll(ctx.db, [selectZones(groupId, hotelId)])) : [];
  if (!hotel || hotel.results.length === 0) return fail({ code: "not_found", detail: "The group has no such hotel." });
  const afterMs = ctx.now() - MESSAGE_KEEP_MS;
  // One more than asked for tells whether there is a next page.
  const rows = await selectMessages(ctx.db, {
    groupId,
    hotelId,
    afterMs,
    before: before ?? [Number.MAX_SAFE_INTEGER, ""],
    limit: limit + 1,
  });
  const messages = rows.slice(0, limit).map((row) => ({
    id: row.message_id,
    atMs: row.at_ms,
    client: row.client,
    protocol: row.protocol,
    message: row.message,
    echoToken: row.echo_token,
    accepted: row.accepted === 1,
    detail: JSON.parse(row.detail) as MessageDetail,
  }));
  const last = messages.at(-1);
  return ok({ messages, next: rows.length > limit && last ? [last.atMs, last.id] : null });
}
