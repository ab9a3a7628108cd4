/**
 * Amending a booking in the console: docs/interface.md §20. What it would cost is shown first and written nowhere; Confirm carries
 * what was shown, and nothing happens where it no longer holds.
 */
import { type Money, toJsonNumber } from "../../base/money.ts";
import { type Result, ok } from "../../base/result.ts";
import { amendBookings } from "../../reservations/amend-bookings.ts";
import { type Booking, totalsOf } from "../../reservations/rules/reservation.ts";
import { readHotelCatalogue } from "../../selling/read-hotel-catalogue.ts";
import { newKey } from "../form-key.ts";
import { pageResponse } from "../html-response.ts";
import { amendPage } from "./amend-booking-page.ts";
import { type AmendFields, carriedFields, readAmendment, readFields } from "./amend-form.ts";
import { type ChosenBooking, bookingDone, findBooking, readBookingForm, refusedOnPage } from "./chosen-booking.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";

/** The form; filled in, what it would cost. */
export const getAmend: ConsoleHandler = async ({ param }, desk) => {
  const { searchParams } = desk.url;
  const chosen = await findBooking(desk, param("reservationId"), searchParams);
  if (!chosen.ok) return chosen;
  const fields = readFields(chosen.value.booking, searchParams);
  return searchParams.has("checkOut") ? quoteAmendment(desk, chosen.value, fields) : showForm(desk, chosen.value, fields, [], 200);
};

export const postAmend: ConsoleHandler = async (asked, desk) => {
  const read = await readBookingForm(asked, desk);
  if (!read.ok) return read;
  const { fields: sent, chosen } = read.value;
  const { reservation, booking } = chosen;
  const fields = readFields(booking, sent);
  const amendment = readAmendment(booking, fields);
  if (!amendment.ok) return showForm(desk, chosen, fields, amendment.faults, 422);
  const others = totalsOf(reservation.bookings).filter(({ currencyCode }) => currencyCode !== booking.currencyCode);
  const expectedTotals = [
    { currencyCode: booking.currencyCode, totalPrice: Number(sent.get("shown")) },
    ...others.map(({ currencyCode, totalPrice }) => ({ currencyCode, totalPrice: toJsonNumber(totalPrice) })),
  ];
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: onceOf(desk, sent) };
  const bookings = [{ bookingId: booking.bookingId, ...amendment.asked }];
  const amended = await amendBookings(desk.caller, call, { bookings, pricing: fields.prices, expectedTotals });
  if (amended.ok) return bookingDone(chosen, "amended");
  return refusedOnPage(amended.failure, (lines, status) => showForm(desk, chosen, fields, lines, status));
};

async function quoteAmendment(desk: Desk, chosen: ChosenBooking, fields: AmendFields): Promise<Result<Response>> {
  const { reservation, booking } = chosen;
  const read = readAmendment(booking, fields);
  if (!read.ok) return showForm(desk, chosen, fields, read.faults, 422);
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: null, dryRun: true };
  const bookings = [{ bookingId: booking.bookingId, ...read.asked }];
  const quoted = await amendBookings(desk.caller, call, { bookings, pricing: fields.prices, expectedTotals: null });
  if (!quoted.ok) return refusedOnPage(quoted.failure, (lines, status) => showForm(desk, chosen, fields, lines, status));
  const after = quoted.value.reservation.bookings;
  const then = after.find(({ bookingId }) => bookingId === booking.bookingId) ?? booking;
  const shown: Money = totalsOf(after).find(({ currencyCode }) => currencyCode === booking.currencyCode)?.totalPrice ?? 0;
  const carried: [string, string][] = [
    ["booking", booking.bookingId],
    ...carriedFields(fields),
    ["shown", String(toJsonNumber(shown))],
    ["key", newKey(desk.caller)],
  ];
  return showForm(desk, chosen, fields, [], 200, { after: then, carried });
}

async function showForm(
  desk: Desk,
  chosen: ChosenBooking,
  fields: AmendFields,
  refused: readonly string[],
  status: number,
  quote: { after: Booking; carried: [string, string][] } | null = null,
): Promise<Result<Response>> {
  const hotel = await readHotelCatalogue(desk.caller, chosen.booking.hotelId);
  if (!hotel.ok) return hotel;
  return ok(await pageResponse(amendPage(desk, { ...chosen, hotel: hotel.value, fields, quote, refused }), desk.nonce, status));
}
