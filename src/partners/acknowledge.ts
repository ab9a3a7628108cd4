/** What a client has taken over, it is not sent again (docs/interface.md §15, §16). */
import type { CallerCtx } from "../access/caller.ts";
import { acknowledgeDeliveries } from "./rows/deliveries.ts";
import { readAcknowledged } from "./rules/delivery.ts";

export interface Acknowledgement {
  /** Hotels whose reservations were acknowledged. */
  hotelIds: string[];
  /** Ids of nothing that was ever sent to this client. */
  unknown: string[];
}

/** Acknowledges by message ids (exactly what was sent) or references (whatever was last sent). Doing so again changes nothing. */
export async function acknowledge(ctx: CallerCtx, ids: readonly string[]): Promise<Acknowledgement> {
  const { groupId, subject: client, hotelId } = ctx.principal;
  if (ids.length === 0) return { hotelIds: [], unknown: [] };
  const named = [...new Set(ids)].map((id) => ({ id, acknowledged: readAcknowledged(id) }));
  const known = await acknowledgeDeliveries(
    ctx.db,
    { groupId, client, hotelId },
    named.map(({ acknowledged }) => acknowledged),
  );
  const references = new Set(known.map(({ reference }) => reference));
  return {
    hotelIds: [...new Set(known.map((row) => row.hotel_id))],
    unknown: named.filter(({ acknowledged: [reference] }) => !references.has(reference)).map(({ id }) => id),
  };
}
