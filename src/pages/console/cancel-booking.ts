/**
 * Cancelling in the console: docs/interface.md §20. What it costs is shown first; Confirm carries what was shown, and nothing
 * happens where it no longer holds.
 */
import { type Result, ok } from "../../base/result.ts";
import { cancelBookings, quoteCancellation } from "../../reservations/cancel-bookings.ts";
import { REASON_CHARS_MAX } from "../../reservations/limits.ts";
import { newKey } from "../form-key.ts";
import { pageResponse } from "../html-response.ts";
import { cancelPage } from "./cancel-booking-page.ts";
import { type ChosenBooking, bookingDone, findBooking, readBookingForm, refusedOnPage } from "./chosen-booking.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";

/** What cancelling costs now. */
export const getCancel: ConsoleHandler = async ({ param }, desk) => {
  const chosen = await findBooking(desk, param("reservationId"), desk.url.searchParams);
  return chosen.ok ? askToCancel(desk, chosen.value, [], 200) : chosen;
};

export const postCancel: ConsoleHandler = async (asked, desk) => {
  const read = await readBookingForm(asked, desk);
  if (!read.ok) return read;
  const { fields, chosen } = read.value;
  const { reservation, booking } = chosen;
  const waiveFee = fields.has("waive");
  const expectedFee = waiveFee ? undefined : Number(fields.get("shown"));
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: onceOf(desk, fields) };
  const reason = (fields.get("reason") ?? "").slice(0, REASON_CHARS_MAX);
  const cancelled = await cancelBookings(desk.caller, call, {
    bookings: [{ bookingId: booking.bookingId, expectedFee }],
    reason,
    waiveFee,
  });
  if (cancelled.ok) return bookingDone(chosen, "cancelled");
  return refusedOnPage(cancelled.failure, (lines, status) => askToCancel(desk, chosen, lines, status));
};

async function askToCancel(desk: Desk, chosen: ChosenBooking, lines: readonly string[], status: number): Promise<Result<Response>> {
  const { reservation, booking } = chosen;
  const quotes = await quoteCancellation(desk.caller, reservation.reservationId);
  if (!quotes.ok) return quotes;
  const quote = quotes.value.find((one) => one.booking.bookingId === booking.bookingId);
  const view = { ...chosen, fee: quote?.fee ?? null, key: newKey(desk.caller), refused: lines };
  return ok(await pageResponse(cancelPage(desk, view), desk.nonce, status));
}
