/** The bookings that a change is about: those its request names, or all that it can be made of. Pure. */
import { type Failure, type FieldError, type Result, fail, ok } from "../../base/result.ts";
import type { Refusal } from "./may-change.ts";
import type { Booking, Reservation } from "./reservation.ts";

/** A booking with its place in the request, or in the reservation where the request names none. */
export interface SelectedBooking {
  index: number;
  booking: Booking;
}

/** The bookings named, each once; `invalid_reservation` names the others. Null: all of the reservation. */
export function namedBookings({ bookings }: Reservation, asked: readonly { bookingId: string }[] | null): Result<SelectedBooking[]> {
  if (!asked) return ok(bookings.map((booking, index) => ({ index, booking })));
  const selected: SelectedBooking[] = [];
  const errors: FieldError[] = [];
  for (const [index, { bookingId }] of asked.entries()) {
    const pointer = `/bookings/${index}/bookingId`;
    const booking = bookings.find((one) => one.bookingId === bookingId);
    if (!booking) errors.push({ pointer, code: "unknown", detail: "The reservation has no such booking." });
    else if (selected.some((one) => one.booking === booking))
      errors.push({ pointer, code: "repeated", detail: "The booking stands there twice." });
    else selected.push({ index, booking });
  }
  return errors.length > 0 ? fail({ code: "invalid_reservation", errors }) : ok(selected);
}

/** Those that may be changed: all of the named ones or none; of a whole reservation as many as may, but at least one. */
export function changeableBookings(
  selected: readonly SelectedBooking[],
  areNamed: boolean,
  refusalOf: (booking: Booking) => Refusal,
): Result<SelectedBooking[]> {
  const allowed = selected.filter(({ booking }) => refusalOf(booking) === null);
  if (allowed.length === selected.length && allowed.length > 0) return ok(allowed);
  if (!areNamed && allowed.length > 0) return ok(allowed);
  return fail(notChangeable(selected.flatMap(({ booking }) => refused(booking, refusalOf(booking)))));
}

function refused({ bookingId, status }: Booking, reason: Refusal) {
  return reason === null ? [] : [{ bookingId, status, reason }];
}

function notChangeable(bookings: { bookingId: string; status: string; reason: string }[]): Failure {
  return { code: "not_changeable", bookings };
}
