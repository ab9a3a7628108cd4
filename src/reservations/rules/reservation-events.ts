/** What a change of a reservation tells the group's log: docs/interface.md §17. No personal data. Pure. */
import { toJsonNumber } from "../../base/money.ts";
import type { NewEvent } from "../../events/rules/event.ts";
import type { BookingChange } from "./booking-changes.ts";
import type { Booking, Reservation } from "./reservation.ts";

type Identity = Pick<Reservation, "groupId" | "reservationId" | "version">;

/** A reservation was made; a hotel of its own where all its bookings are there. */
export function createdEvent(reservation: Identity & Pick<Reservation, "bookings">): NewEvent {
  const { reservationId, version, bookings } = reservation;
  const hotels = new Set(bookings.map(({ hotelId }) => hotelId));
  const [only] = hotels;
  return {
    type: "reservation.created",
    subject: subjectOf(reservation),
    hotelId: hotels.size === 1 && only !== undefined ? only : null,
    data: { reservationId, version, bookings: bookings.map(({ bookingId, hotelId }) => ({ bookingId, hotelId })) },
    sold: bookings.map(({ hotelId, roomId, checkIn, checkOut }) => ({ hotelId, roomId, from: checkIn, until: checkOut, units: 1 })),
  };
}

/** What is told of a change. */
interface ToldChange extends Pick<BookingChange, "event" | "sold" | "released"> {
  booking: Pick<Booking, "bookingId" | "hotelId" | "fee">;
}

/** A booking was changed. */
export function changedEvent(reservation: Identity, { booking, event, sold, released }: ToldChange): NewEvent {
  const { reservationId, version } = reservation;
  const { bookingId, hotelId, fee } = booking;
  return {
    type: event,
    subject: subjectOf(reservation),
    hotelId,
    data: { reservationId, bookingId, hotelId, version, ...(fee === null ? {} : { fee: toJsonNumber(fee) }) },
    sold: [...released.map((nights) => ({ hotelId, ...nights, units: -1 })), ...sold.map((nights) => ({ hotelId, ...nights, units: 1 }))],
  };
}

/** The path of a reservation. */
function subjectOf({ groupId, reservationId }: Identity): string {
  return `/reservations/${encodeURIComponent(groupId)}/${reservationId}`;
}
