/**
 * Amending and cancelling in the console: docs/interface.md §20. What it costs is shown first and written nowhere; Confirm carries
 * what was shown, and nothing happens where it no longer holds.
 */
import { formatDate, parseDate } from "../../base/calendar-date.ts";
import { type Money, toJsonNumber } from "../../base/money.ts";
import { type Failure, type Result, fail, ok } from "../../base/result.ts";
import { amendBookings } from "../../reservations/amend-bookings.ts";
import { cancelBookings, quoteCancellation } from "../../reservations/cancel-bookings.ts";
import { REASON_CHARS_MAX } from "../../reservations/limits.ts";
import { readReservation } from "../../reservations/read-reservation.ts";
import { type Booking, type Reservation, totalsOf } from "../../reservations/rules/reservation.ts";
import { newKey } from "../form-key.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import { amendPage, cancelPage } from "./change-booking-page.ts";
import { onceOf } from "./form-request.ts";
import { type Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { sayFailure } from "./say-failure.ts";

export interface ChosenBooking {
  reservation: Reservation;
  booking: Booking;
}

/** The form; with dates in it, what they would cost. */
export const getAmend: ConsoleHandler = async ({ param }, desk) => {
  const { searchParams } = desk.url;
  const chosen = await findBooking(desk, param("reservationId"), searchParams);
  if (!chosen.ok) return chosen;
  return searchParams.has("checkIn") ? quoteDates(desk, chosen.value, searchParams) : askForDates(desk, chosen.value, [], 200);
};

export const postAmend: ConsoleHandler = async ({ request, param }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const chosen = await findBooking(desk, param("reservationId"), form.value);
  if (!chosen.ok) return chosen;
  const { reservation, booking } = chosen.value;
  const dates = readDates(form.value);
  if (dates === null) return askForDates(desk, chosen.value, [BAD_DATES], 422);
  const others = totalsOf(reservation.bookings).filter(({ currencyCode }) => currencyCode !== booking.currencyCode);
  const expectedTotals = [
    { currencyCode: booking.currencyCode, totalPrice: Number(form.value.get("shown")) },
    ...others.map(({ currencyCode, totalPrice }) => ({ currencyCode, totalPrice: toJsonNumber(totalPrice) })),
  ];
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: onceOf(desk, form.value) };
  const bookings = [{ bookingId: booking.bookingId, ...dates }];
  const amended = await amendBookings(desk.caller, call, { bookings, pricing: "keep", expectedTotals });
  if (amended.ok) return done(reservation, booking, "amended");
  return refused(amended.failure, (lines, status) => askForDates(desk, chosen.value, lines, status));
};

/** What cancelling costs now. */
export const getCancel: ConsoleHandler = async ({ param }, desk) => {
  const chosen = await findBooking(desk, param("reservationId"), desk.url.searchParams);
  return chosen.ok ? askToCancel(desk, chosen.value, [], 200) : chosen;
};

export const postCancel: ConsoleHandler = async ({ request, param }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const chosen = await findBooking(desk, param("reservationId"), form.value);
  if (!chosen.ok) return chosen;
  const { reservation, booking } = chosen.value;
  const waiveFee = form.value.has("waive");
  const expectedFee = waiveFee ? undefined : Number(form.value.get("shown"));
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: onceOf(desk, form.value) };
  const reason = (form.value.get("reason") ?? "").slice(0, REASON_CHARS_MAX);
  const cancelled = await cancelBookings(desk.caller, call, {
    bookings: [{ bookingId: booking.bookingId, expectedFee }],
    reason,
    waiveFee,
  });
  if (cancelled.ok) return done(reservation, booking, "cancelled");
  return refused(cancelled.failure, (lines, status) => askToCancel(desk, chosen.value, lines, status));
};

/** `not_found` where the operator sees no such booking. */
export async function findBooking(desk: Desk, reservationId: string, fields: URLSearchParams): Promise<Result<ChosenBooking>> {
  const found = await readReservation(desk.caller, reservationId);
  if (!found.ok) return found;
  const { reservation } = found.value;
  const booking = reservation.bookings.find(({ bookingId }) => bookingId === fields.get("booking"));
  return booking ? ok({ reservation, booking }) : fail({ code: "not_found", detail: "The reservation has no such booking." });
}

async function quoteDates(desk: Desk, chosen: ChosenBooking, fields: URLSearchParams): Promise<Result<Response>> {
  const { reservation, booking } = chosen;
  const dates = readDates(fields);
  if (dates === null) return askForDates(desk, chosen, [BAD_DATES], 422);
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: null, dryRun: true };
  const bookings = [{ bookingId: booking.bookingId, ...dates }];
  const quoted = await amendBookings(desk.caller, call, { bookings, pricing: "keep", expectedTotals: null });
  if (!quoted.ok) return refused(quoted.failure, (lines, status) => askForDates(desk, chosen, lines, status));
  const after = quoted.value.reservation.bookings;
  const then = after.find(({ bookingId }) => bookingId === booking.bookingId) ?? booking;
  const shown: Money = totalsOf(after).find(({ currencyCode }) => currencyCode === booking.currencyCode)?.totalPrice ?? 0;
  const carried = {
    booking: booking.bookingId,
    checkIn: formatDate(dates.checkInDate),
    checkOut: formatDate(dates.checkOutDate),
    shown: String(toJsonNumber(shown)),
    key: newKey(desk.caller),
  };
  return ok(await pageResponse(amendPage(desk, { ...chosen, quote: { after: then, carried }, refused: [] }), desk.nonce));
}

async function askForDates(desk: Desk, chosen: ChosenBooking, lines: readonly string[], status: number): Promise<Result<Response>> {
  return ok(await pageResponse(amendPage(desk, { ...chosen, quote: null, refused: lines }), desk.nonce, status));
}

async function askToCancel(desk: Desk, chosen: ChosenBooking, lines: readonly string[], status: number): Promise<Result<Response>> {
  const { reservation, booking } = chosen;
  const quotes = await quoteCancellation(desk.caller, reservation.reservationId);
  if (!quotes.ok) return quotes;
  const quote = quotes.value.find((one) => one.booking.bookingId === booking.bookingId);
  const view = { ...chosen, fee: quote?.fee ?? null, key: newKey(desk.caller), refused: lines };
  return ok(await pageResponse(cancelPage(desk, view), desk.nonce, status));
}

const BAD_DATES = "Please choose real dates, the check-out after the check-in.";

function readDates(fields: URLSearchParams): { checkInDate: number; checkOutDate: number } | null {
  const [checkInDate, checkOutDate] = [parseDate(fields.get("checkIn") ?? ""), parseDate(fields.get("checkOut") ?? "")];
  return checkInDate === null || checkOutDate === null || checkOutDate <= checkInDate ? null : { checkInDate, checkOutDate };
}

function done({ reservationId }: Reservation, { reference }: Booking, what: string): Result<Response> {
  const query = new URLSearchParams({ done: what, of: reference });
  return ok(seeOther(`/console/bookings/${encodeURIComponent(reservationId)}?${query.toString()}`));
}

const SAID_ON_PAGE: ReadonlySet<string> = new Set([
  "not_changeable",
  "unavailable",
  "invalid_reservation",
  "price_changed",
  "version_conflict",
]);

/** What an operator can do something about is said on the page it comes from. */
function refused(
  failure: Failure,
  page: (lines: readonly string[], status: number) => Promise<Result<Response>>,
): Promise<Result<Response>> | Result<Response> {
  if (!SAID_ON_PAGE.has(failure.code)) return fail(failure);
  const { lines, status } = sayFailure(failure);
  return page(lines, status);
}
