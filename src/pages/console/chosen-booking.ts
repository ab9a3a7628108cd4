/** The booking that a form of the console is about, and what becomes of the form: docs/interface.md §20. */
import { type Failure, type Result, fail, ok } from "../../base/result.ts";
import { readReservation } from "../../reservations/read-reservation.ts";
import type { Booking, Reservation } from "../../reservations/rules/reservation.ts";
import { seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleRequest } from "./handle-console.ts";
import { sayFailure } from "./say-failure.ts";

export interface ChosenBooking {
  reservation: Reservation;
  booking: Booking;
}

export interface BookingForm {
  fields: URLSearchParams;
  chosen: ChosenBooking;
}

/** `not_found` where the operator sees no such booking. */
export async function findBooking(desk: Desk, reservationId: string, fields: URLSearchParams): Promise<Result<ChosenBooking>> {
  const found = await readReservation(desk.caller, reservationId);
  if (!found.ok) return found;
  const { reservation } = found.value;
  const booking = reservation.bookings.find(({ bookingId }) => bookingId === fields.get("booking"));
  return booking ? ok({ reservation, booking }) : fail({ code: "not_found", detail: "The reservation has no such booking." });
}

/** The fields of a form that was sent, with the booking it is about. */
export async function readBookingForm({ request, param }: ConsoleRequest, desk: Desk): Promise<Result<BookingForm>> {
  const form = await readForm(request);
  if (!form.ok) return form;
  const chosen = await findBooking(desk, param("reservationId"), form.value);
  return chosen.ok ? ok({ fields: form.value, chosen: chosen.value }) : chosen;
}

/** Where a reservation's page is. */
export function bookingPath({ reservationId }: Pick<Reservation, "reservationId">): string {
  return `/console/bookings/${encodeURIComponent(reservationId)}`;
}

/** To the reservation's page, which tells what was done: one of those that movedLines knows. */
export function bookingDone({ reservation, booking }: ChosenBooking, what: "amended" | "cancelled" | "posted"): Result<Response> {
  return ok(seeOther(`${bookingPath(reservation)}?${new URLSearchParams({ done: what, of: booking.reference }).toString()}`));
}

const SAID_ON_PAGE: ReadonlySet<string> = new Set([
  "not_changeable",
  "unavailable",
  "invalid_reservation",
  "price_changed",
  "version_conflict",
]);

/** What an operator can do something about is said on the page it comes from. */
export function refusedOnPage(
  failure: Failure,
  page: (lines: readonly string[], status: number) => Promise<Result<Response>>,
): Promise<Result<Response>> | Result<Response> {
  if (!SAID_ON_PAGE.has(failure.code)) return fail(failure);
  const { lines, status } = sayFailure(failure);
  return page(lines, status);
}
