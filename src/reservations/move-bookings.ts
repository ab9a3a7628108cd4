/** Check-in, check-out and no-show: docs/interface.md §11. The route asks for the scope `bookings`. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, ok } from "../base/result.ts";
import { changeReservation } from "./change-reservation.ts";
import { accountOf } from "./rules/account-of.ts";
import type { BookingAccount } from "./rules/booking-documents.ts";
import { type BookingChange, checkInBooking, checkOutBooking, markNoShow } from "./rules/booking-changes.ts";
import { type Refusal, mayBeNoShow, mayCheckIn, mayCheckOut } from "./rules/may-change.ts";
import type { Booking } from "./rules/reservation.ts";
import type { ChangeCall, Changed } from "./rules/reservation-change.ts";
import { changeableBookings, namedBookings } from "./rules/select-bookings.ts";

/** The bookings named; null: all that can be. */
export type NamedBookings = readonly { bookingId: string }[] | null;

interface Move {
  refusalOf(this: void, booking: Booking, nowMs: number): Refusal;
  changeOf(this: void, booking: Booking, account: BookingAccount, nowMs: number): BookingChange;
}

/** Failures of all three: those of changeReservation, and `not_changeable`. */
export function checkIn(ctx: CallerCtx, call: ChangeCall, named: NamedBookings): Promise<Result<Changed>> {
  return move(ctx, call, named, { refusalOf: mayCheckIn, changeOf: checkInBooking });
}

export function checkOut(ctx: CallerCtx, call: ChangeCall, named: NamedBookings): Promise<Result<Changed>> {
  return move(ctx, call, named, { refusalOf: mayCheckOut, changeOf: checkOutBooking });
}

export function noShow(ctx: CallerCtx, call: ChangeCall, named: NamedBookings): Promise<Result<Changed>> {
  return move(ctx, call, named, { refusalOf: mayBeNoShow, changeOf: markNoShow });
}

function move(ctx: CallerCtx, call: ChangeCall, asked: NamedBookings, { refusalOf, changeOf }: Move): Promise<Result<Changed>> {
  return changeReservation(ctx, call, async (found) => {
    const { nowMs } = found;
    const named = namedBookings(found.reservation, asked);
    if (!named.ok) return named;
    const allowed = changeableBookings(named.value, asked !== null, (booking) => refusalOf(booking, nowMs));
    if (!allowed.ok) return allowed;
    const bookings = allowed.value.map(({ booking }) => changeOf(booking, accountOf(found, booking), nowMs));
    return ok({ billing: null, reason: "", bookings });
  });
}
