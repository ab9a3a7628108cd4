/** Which bookings of one reservation there is no unit for. Pure. */
import type { BookingRequest } from "./reservation.ts";

export interface SoldOutBooking {
  index: number;
  /** The first night without a unit. */
  night: number;
}

type StayRequest = Pick<BookingRequest, "hotelId" | "roomId" | "checkInDate" | "checkOutDate">;

/**
 * Takes units booking by booking, in the request's order; a booking that cannot be had takes none.
 * `freeUnits`: units left on a night of the room of the booking at `index`, before any of them; 0 where it is not for sale.
 */
export function soldOutBookings(bookings: readonly StayRequest[], freeUnits: (index: number, night: number) => number): SoldOutBooking[] {
  const taken = new Map<string, number>();
  const soldOut: SoldOutBooking[] = [];
  for (const [index, { hotelId, roomId, checkInDate, checkOutDate }] of bookings.entries()) {
    const nameOf = (night: number): string => JSON.stringify([hotelId, roomId, night]);
    const nights = Array.from({ length: checkOutDate - checkInDate }, (_, at) => checkInDate + at);
    const night = nights.find((each) => freeUnits(index, each) <= (taken.get(nameOf(each)) ?? 0));
    if (night !== undefined) soldOut.push({ index, night });
    else for (const each of nights) taken.set(nameOf(each), (taken.get(nameOf(each)) ?? 0) + 1);
  }
  return soldOut;
}
