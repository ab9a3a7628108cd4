/** Other names and addresses: docs/interface.md §11, PATCH …/{id}. No document is written. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, ok } from "../base/result.ts";
import { changeReservation } from "./change-reservation.ts";
import { accountOf } from "./rules/account-of.ts";
import { type BookingChange, changeGuest } from "./rules/booking-changes.ts";
import type { BillingDetails, Booking, Guest } from "./rules/reservation.ts";
import type { ChangeCall, Changed, FoundReservation, PlannedChange } from "./rules/reservation-change.ts";
import { namedBookings } from "./rules/select-bookings.ts";

/** The fields given replace, the rest stays. */
export interface GuestChanges {
  billingDetails: Partial<BillingDetails>;
  /** Null: none. `useBillingDetails`: the payer stays. */
  bookings: readonly { bookingId: string; guest: Partial<Guest>; useBillingDetails: boolean }[] | null;
}

/** Replaces what is given. Failures: those of changeReservation. */
export function changeGuests(ctx: CallerCtx, call: ChangeCall, changes: GuestChanges): Promise<Result<Changed>> {
  return changeReservation(ctx, call, async (found) => planGuests(found, changes));
}

function planGuests(found: FoundReservation, { billingDetails, bookings }: GuestChanges): Result<PlannedChange | null> {
  const { reservation } = found;
  const named = namedBookings(reservation, bookings ?? []);
  if (!named.ok) return named;
  const billing = { ...reservation.billingDetails, ...billingDetails };
  const isBillingNew = isOther(billing, reservation.billingDetails);
  const { title, firstname, lastname } = billing;
  const guests = new Map(
    named.value.map(({ index, booking }): [Booking, Guest] => {
      const asked = bookings?.[index];
      return [booking, asked?.useBillingDetails ? { title, firstname, lastname } : { ...booking.guest, ...asked?.guest }];
    }),
  );
  const changes = reservation.bookings.flatMap((booking): BookingChange[] => {
    const guest = guests.get(booking) ?? booking.guest;
    // Whoever follows a booking is told that its payer's details changed.
    return isBillingNew || isOther(guest, booking.guest) ? [changeGuest(booking, accountOf(found, booking), guest)] : [];
  });
  return ok(changes.length > 0 ? { billing: isBillingNew ? billing : null, reason: "", bookings: changes } : null);
}

function isOther<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).some((field) => one[field] !== other[field]);
}
