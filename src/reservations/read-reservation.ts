/** A reservation as it was made: docs/interface.md §4.6.8. */
import { type ReservedBookingRow, findReservation } from "./rows/reservations.ts";
import type { Booking, Reservation } from "./rules/reservation.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { CallerCtx } from "../access/caller.ts";

/** A reservation of the caller's group, else `not_found`: another group's is as unknown as any other id. */
export async function readReservation(ctx: CallerCtx, reservationId: string): Promise<Result<Reservation>> {
  const reservation = await recallReservation(ctx, reservationId);
  return reservation ? ok(reservation) : fail({ code: "not_found", detail: "The group has no such reservation." });
}

/** A reservation of the caller's group, or null. */
export async function recallReservation(ctx: CallerCtx, reservationId: string): Promise<Reservation | null> {
  const { groupId } = ctx.principal;
  return reservationOfRows(groupId, await findReservation(ctx.db, groupId, reservationId));
}

/** A reservation of its rows, or null where there are none. */
export function reservationOfRows(groupId: string, rows: readonly ReservedBookingRow[]): Reservation | null {
  const [first] = rows;
  if (!first) return null;
  const { reservation_id: reservationId, reference, created_ms: createdMs } = first;
  return { reservationId, reference, groupId, createdMs, bookings: rows.map(bookingOf) };
}

function bookingOf(row: ReservedBookingRow): Booking {
  return {
    bookingId: row.booking_id,
    reference: row.booking_reference,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    rateId: row.rate_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    currencyCode: row.currency_code,
    roomPrice: row.room_price,
    extrasPrice: row.extras_price,
    totalPrice: row.total_price,
    prepaymentDue: row.prepayment_due,
  };
}
