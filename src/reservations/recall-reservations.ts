/** Several reservations of a group as they are now, for whoever has got their ids from the group's own log. */
import type { CallerCtx } from "../access/caller.ts";
import { reservationsOf } from "./read-reservation.ts";
import { type BookingStateRow, selectReservations } from "./rows/reservations.ts";
import type { Reservation } from "./rules/reservation.ts";

/** By id; what the group does not have is left out. */
export async function recallReservations(ctx: CallerCtx, reservationIds: readonly string[]): Promise<Map<string, Reservation>> {
  if (reservationIds.length === 0) return new Map();
  const { groupId } = ctx.principal;
  const { sql, values } = selectReservations(groupId, reservationIds);
  const { results } = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<BookingStateRow>();
  return new Map(reservationsOf(groupId, results).map((reservation) => [reservation.reservationId, reservation]));
}
