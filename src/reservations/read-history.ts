/** The versions of a reservation, for those who look after it: docs/interface.md §20, the history of a booking. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { bindAll } from "../host/database.ts";
import { HISTORY_VERSIONS_MAX } from "./limits.ts";
import { type HistoryStateRow, type HistoryVersionRow, selectHistory, selectHistoryStates } from "./rows/history.ts";
import { toldStateOf } from "./rows/told-state.ts";
import { visibleTo } from "./rules/access.ts";
import { type HistoryStep, type ToldState, type WrittenBooking, historySteps } from "./rules/history.ts";
import type { BillingDetails } from "./rules/reservation.ts";

/**
 * The newest HISTORY_VERSIONS_MAX versions, oldest first, of the bookings that the caller may see; `not_found` for a reservation
 * it may not: as readReservation.
 */
export async function readHistory(ctx: CallerCtx, reservationId: string): Promise<Result<HistoryStep[]>> {
  const { groupId } = ctx.principal;
  const statements = [selectHistory, selectHistoryStates].map((select) => select(groupId, reservationId, HISTORY_VERSIONS_MAX));
  const [written, states] = await ctx.db.batch(bindAll(ctx.db, statements));
  const rows = (written?.results ?? []) as HistoryVersionRow[];
  const [first] = rows;
  const last = rows.at(-1);
  const bookings = writtenBookings((states?.results ?? []) as HistoryStateRow[]);
  const seen = first && visibleTo(ctx.principal, { caller: first.owner, bookings });
  if (!seen || !last) return fail({ code: "not_found", detail: "The group has no such reservation." });
  const versions = rows.map(({ version, caller, at_ms, reason, billing }) => ({
    version,
    caller,
    atMs: at_ms,
    reason,
    billing: JSON.parse(billing) as BillingDetails,
  }));
  return ok(historySteps(versions, seen.bookings, last.version - HISTORY_VERSIONS_MAX));
}

function writtenBookings(rows: readonly HistoryStateRow[]): WrittenBooking[] {
  const bookings = new Map<string, WrittenBooking & { states: { version: number; state: ToldState }[] }>();
  for (const row of rows) {
    const { booking_id: bookingId, reference, hotel_id: hotelId, currency_code: currencyCode } = row;
    const known = bookings.get(bookingId) ?? { bookingId, reference, hotelId, currencyCode, states: [] };
    bookings.set(bookingId, known);
    known.states.push({ version: row.version, state: toldStateOf(row) });
  }
  return [...bookings.values()];
}
