/** What a change of a reservation tells the group's log: docs/interface.md §17. No personal data. Pure. */
import type { NewEvent } from "../../events/rules/event.ts";
import type { Reservation } from "./reservation.ts";

/** A reservation was made; a hotel of its own where all its bookings are there. */
export function createdEvent({ groupId, reservationId, version, bookings }: Reservation): NewEvent {
  const hotels = new Set(bookings.map(({ hotelId }) => hotelId));
  const [only] = hotels;
  return {
    type: "reservation.created",
    subject: subjectOf(groupId, reservationId),
    hotelId: hotels.size === 1 && only !== undefined ? only : null,
    data: { reservationId, version, bookings: bookings.map(({ bookingId, hotelId }) => ({ bookingId, hotelId })) },
    sold: bookings.map(({ hotelId, roomId, checkIn, checkOut }) => ({ hotelId, roomId, from: checkIn, until: checkOut, units: 1 })),
  };
}

/** The path of a reservation. */
function subjectOf(groupId: string, reservationId: string): string {
  return `/reservations/${encodeURIComponent(groupId)}/${reservationId}`;
}
