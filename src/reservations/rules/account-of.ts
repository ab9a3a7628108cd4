/** The account of a booking that was found with its reservation. Pure. */
import type { BookingAccount } from "./booking-documents.ts";
import type { Booking } from "./reservation.ts";
import type { FoundReservation } from "./reservation-change.ts";

/** Every booking that was found has one. */
export function accountOf({ accounts }: FoundReservation, { bookingId }: Booking): BookingAccount {
  const account = accounts.get(bookingId);
  if (!account) throw new RangeError(`no account of ${bookingId}`);
  return account;
}
