/** Whose a reservation is: docs/interface.md §10. Pure. */
import { type Principal, hasScope, mayTouchHotel } from "../../access/rules/principal.ts";

/** What decides whose it is. */
interface Owned {
  caller: string;
  bookings: readonly { hotelId: string }[];
}

/**
 * The reservation, or what else is known of one, as a caller may see it, or null: its own, or any with the scope `bookings`; to a caller that is bound to a
 * hotel, the bookings there.
 */
export function visibleTo<R extends Owned>(principal: Principal, reservation: R): R | null {
  if (reservation.caller !== principal.callerId && !hasScope(principal, "bookings")) return null;
  if (principal.hotelId === null) return reservation;
  const bookings = reservation.bookings.filter(({ hotelId }) => mayTouchHotel(principal, hotelId));
  return bookings.length > 0 ? { ...reservation, bookings } : null;
}
