/** POST /reservations/{groupId} and GET /reservations/{groupId}/{reservationId}: docs/interface.md §4.6. */
import { formatDate } from "../base/calendar-date.ts";
import { toJsonNumber } from "../base/money.ts";
import { type Reservation, totalsOf } from "../reservations/rules/reservation.ts";
import { readReservation } from "../reservations/read-reservation.ts";
import { submitReservation } from "../reservations/submit-reservation.ts";
import { answer, json } from "./answer.ts";
import { readKeyedJson, replayHeaders } from "./keyed-json.ts";
import { parseReservation } from "./reservation-schema.ts";
import type { CallerHandler } from "./types.ts";

/** Books; the same Idempotency-Key and body give the stored answer again. */
export const postReservation: CallerHandler = async (c, ctx) => {
  const keyed = await readKeyedJson(c.req.raw, ctx.principal);
  if (!keyed.ok) return answer(ctx, keyed);
  const submitted = await submitReservation(ctx, parseReservation(keyed.value.body), keyed.value.idempotent);
  if (!submitted.ok) return answer(ctx, submitted);
  const { reservation, replayed } = submitted.value;
  return json(reservationJson(reservation), {
    Location: `/reservations/${encodeURIComponent(reservation.groupId)}/${reservation.reservationId}`,
    ...replayHeaders(replayed),
  });
};

/** The same answer as when it was made. */
export const getReservation: CallerHandler = async (c, ctx) => {
  const found = await readReservation(ctx, c.req.param("reservationId") ?? "");
  if (!found.ok) return answer(ctx, found);
  const { reservation, eventSequence } = found.value;
  return json(reservationJson(reservation), { "Event-Sequence": String(eventSequence) });
};

function reservationJson(reservation: Reservation) {
  const { reservationId, reference, groupId, createdMs, bookings } = reservation;
  return {
    reservationId,
    reference,
    groupId,
    status: "confirmed",
    createdAt: new Date(createdMs).toISOString(),
    bookings: bookings.map((booking) => ({
      bookingId: booking.bookingId,
      reference: booking.reference,
      hotelId: booking.hotelId,
      roomId: booking.roomId,
      rateId: booking.rateId,
      checkInDate: formatDate(booking.checkIn),
      checkOutDate: formatDate(booking.checkOut),
      status: "confirmed",
      currencyCode: booking.currencyCode,
      roomPrice: toJsonNumber(booking.roomPrice),
      extrasPrice: toJsonNumber(booking.extrasPrice),
      totalPrice: toJsonNumber(booking.totalPrice),
      prepaymentDue: toJsonNumber(booking.prepaymentDue),
    })),
    totals: totalsOf(bookings).map((total) => ({
      currencyCode: total.currencyCode,
      totalPrice: toJsonNumber(total.totalPrice),
      prepaymentDue: toJsonNumber(total.prepaymentDue),
    })),
  };
}
