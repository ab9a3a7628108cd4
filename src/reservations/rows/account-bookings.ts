/** The booking whose account a document belongs to: tables bookings and booking_versions. */
import type { Statement } from "../../host/database.ts";
import type { BookingStatus } from "../rules/reservation.ts";

export interface AccountBookingRow {
  booking_id: string;
  reference: string;
  hotel_id: string;
  status: BookingStatus;
  check_in: number;
}

const selectBy = (where: string): string => `SELECT b.booking_id, b.reference, b.hotel_id, v.status, v.check_in
  FROM bookings b JOIN booking_versions v ON v.booking_id = b.booking_id
    AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id)
  WHERE b.group_id = ?1 AND ${where}`;

/** Gives AccountBookingRow, or no row where the group has no such booking. */
export function selectAccountBooking(groupId: string, bookingId: string): Statement {
  return { sql: selectBy("b.booking_id = ?2"), values: [groupId, bookingId] };
}

/** The same by the reference of the booking's account. */
export function selectBookingOfAccount(groupId: string, hotelId: string, reference: string): Statement {
  // A booking's reference is its reservation's with a number behind it; that one is found by its index.
  return {
    sql: selectBy(`b.reference = ?2 AND b.hotel_id = ?3 AND b.reservation_id = (SELECT reservation_id FROM reservations
      WHERE group_id = ?1 AND reference = rtrim(rtrim(?2, '0123456789'), '-'))`),
    values: [groupId, reference, hotelId],
  };
}

/** Refuses the batch, as `booking_changed`, where the booking's state is another one. */
export function requireStatus(bookingId: string, status: BookingStatus): Statement {
  return { sql: "INSERT INTO booking_premises (booking_id, status) VALUES (?1, ?2)", values: [bookingId, status] };
}
