/** A reservation as the JSON interface writes it, everywhere the same: docs/interface.md §11, "Shape". */
import { formatDate } from "../base/calendar-date.ts";
import { toJsonNumber } from "../base/money.ts";
import { feesJson } from "./render-availability.ts";
import { type Booking, type Reservation, reservationStatus, totalsOf } from "../reservations/rules/reservation.ts";

export function reservationJson(reservation: Reservation) {
  const { reservationId, reference, groupId, version, createdMs, billingDetails, bookings } = reservation;
  return {
    reservationId,
    reference,
    groupId,
    version,
    status: reservationStatus(bookings),
    createdAt: instantText(createdMs),
    billingDetails,
    bookings: bookings.map(bookingJson),
    totals: totalsOf(bookings).map((total) => ({
      currencyCode: total.currencyCode,
      totalPrice: toJsonNumber(total.totalPrice),
      prepaymentDue: toJsonNumber(total.prepaymentDue),
    })),
  };
}

/** Headers of every answer that is a reservation. */
export function reservationHeaders({ version }: Reservation): { ETag: string } {
  return { ETag: `"v${version}"` };
}

export function reservationPath({ groupId, reservationId }: Reservation): string {
  return `/reservations/${encodeURIComponent(groupId)}/${reservationId}`;
}

export function instantText(ms: number): string {
  return new Date(ms).toISOString();
}

function bookingJson(booking: Booking) {
  const { bookingId, reference, hotelId, roomId, rateId, status, promoCode, bedConfiguration, guest, currencyCode } = booking;
  return {
    bookingId,
    reference,
    hotelId,
    roomId,
    rateId,
    checkInDate: formatDate(booking.checkIn),
    checkOutDate: formatDate(booking.checkOut),
    status,
    adult: String(booking.adults),
    children: String(booking.children),
    promoCode,
    bedConfiguration,
    guest: { title: guest.title, firstname: guest.firstname, lastname: guest.lastname },
    currencyCode,
    nights: booking.nights.map((price, index) => ({ date: formatDate(booking.checkIn + index), price: toJsonNumber(price) })),
    extras: booking.extras.map(({ id, name, quantity, unitPrice, total }) => ({
      id,
      name,
      quantity,
      price: toJsonNumber(unitPrice),
      totalPrice: toJsonNumber(total),
    })),
    roomPrice: toJsonNumber(booking.roomPrice),
    extrasPrice: toJsonNumber(booking.extrasPrice),
    totalPrice: toJsonNumber(booking.totalPrice),
    prepaymentDue: toJsonNumber(booking.prepaymentDue),
    cancellationFees: feesJson(booking.terms.fees),
  };
}
