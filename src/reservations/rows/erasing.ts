/**
 * What of reservations names somebody: reservation_versions.billing and reason, booking_versions.guest. The only updates of these
 * tables; triggers refuse any other (schema.sql). An erased reservation gets a next version, so that no change which was planned
 * from the one before can bring the names back.
 */
import type { Statement } from "../../host/database.ts";
import { ERASED_BILLING, ERASED_GUEST, ERASER, type Erasure } from "../rules/erasure.ts";
import type { BookingStatus } from "../rules/reservation.ts";

/** A reservation's e-mail address, in one of its versions. */
export interface EmailRow {
  reservation_id: string;
  email: string;
}

/** A booking as it is now. */
export interface NamedBookingRow {
  booking_id: string;
  reference: string;
  hotel_id: string;
  status: BookingStatus;
  check_out: number;
  fee: number | null;
  /** Null where the hotel is gone. */
  timezone: string | null;
  is_named: 0 | 1;
}

/** A booking that may be erased, with what its reservation says. */
export interface ErasableRow extends NamedBookingRow {
  reservation_id: string;
  reservation_reference: string;
  version: number;
  has_billing: 0 | 1;
  has_reason: 0 | 1;
}

const NO_BILLING = JSON.stringify(ERASED_BILLING);
const NO_GUEST = JSON.stringify(ERASED_GUEST);

/** SQLite's lower() knows the letters A to Z alone: what holds others is compared by the caller. */
const SELECT_BY_EMAIL = `SELECT DISTINCT reservation_id, billing ->> 'email' AS email FROM reservation_versions
  WHERE group_id = ?1 AND (lower(trim(billing ->> 'email')) = ?2 OR billing ->> 'email' GLOB '*[^ -~]*') ORDER BY reservation_id`;

const SELECT_ERASABLE = `SELECT r.reservation_id, r.reference AS reservation_reference,
    (SELECT max(version) FROM reservation_versions WHERE reservation_id = r.reservation_id) AS version,
    EXISTS (SELECT 1 FROM reservation_versions WHERE reservation_id = r.reservation_id AND billing <> ?3) AS has_billing,
    EXISTS (SELECT 1 FROM reservation_versions WHERE reservation_id = r.reservation_id AND reason <> '') AS has_reason,
    b.booking_id, b.reference, b.hotel_id, v.status, v.check_out, v.fee, h.timezone,
    EXISTS (SELECT 1 FROM booking_versions WHERE booking_id = b.booking_id AND guest <> ?4) AS is_named
  FROM json_each(?2) asked
  CROSS JOIN reservations r ON r.reservation_id = asked.value AND r.group_id = ?1
  JOIN bookings b ON b.reservation_id = r.reservation_id
  JOIN booking_versions v ON v.booking_id = b.booking_id AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id)
  LEFT JOIN hotels h ON h.group_id = ?1 AND h.hotel_id = b.hotel_id
  ORDER BY r.sequence, b.position`;

const SELECT_CALLERS_OPEN = `SELECT b.booking_id, b.reference, b.hotel_id, v.status, v.check_out, v.fee, h.timezone, 1 AS is_named
  FROM reservations r JOIN bookings b ON b.reservation_id = r.reservation_id
  JOIN booking_versions v ON v.booking_id = b.booking_id AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id)
  LEFT JOIN hotels h ON h.group_id = ?1 AND h.hotel_id = b.hotel_id
  WHERE r.group_id = ?1 AND r.caller = ?2 AND v.status IN ('confirmed', 'in_house') ORDER BY v.status DESC, v.check_out DESC LIMIT ?3`;

/** ?3 JSON: [[reservationId, next version, change id]]. */
const INSERT_VERSIONS = `INSERT INTO reservation_versions (group_id, reservation_id, version, change_id, caller, at_ms, reason, billing)
  SELECT ?1, n.value ->> 0, n.value ->> 1, n.value ->> 2, '${ERASER}', ?2, '', v.billing FROM json_each(?3) n
  CROSS JOIN reservation_versions v ON v.reservation_id = n.value ->> 0 AND v.version = (n.value ->> 1) - 1 AND v.group_id = ?1`;

const BLANK_BILLING = `UPDATE reservation_versions SET billing = ?3
  WHERE group_id = ?1 AND reservation_id IN (SELECT value FROM json_each(?2)) AND billing <> ?3`;

const BLANK_REASONS = `UPDATE reservation_versions SET reason = ''
  WHERE group_id = ?1 AND reservation_id IN (SELECT value FROM json_each(?2)) AND reason <> ''`;

const BLANK_GUESTS = `UPDATE booking_versions SET guest = ?3
  WHERE group_id = ?1 AND booking_id IN (SELECT value FROM json_each(?2)) AND guest <> ?3`;

/** Gives EmailRow of the reservations that may carry an address: all that do, and those whose letters SQL cannot compare. */
export function selectByEmail(groupId: string, foldedEmail: string): Statement {
  return { sql: SELECT_BY_EMAIL, values: [groupId, foldedEmail] };
}

/** Gives ErasableRow of every booking of the reservations, as they are now. */
export function selectErasable(groupId: string, reservationIds: readonly string[]): Statement {
  return { sql: SELECT_ERASABLE, values: [groupId, JSON.stringify(reservationIds), NO_BILLING, NO_GUEST] };
}

/** Gives NamedBookingRow of a caller's bookings that may lie ahead: in house first, then the last to depart. */
export function selectCallersOpen(groupId: string, caller: string, bookingsMax: number): Statement {
  return { sql: SELECT_CALLERS_OPEN, values: [groupId, caller, bookingsMax] };
}

/** Blanks names, addresses and reasons in every version; refused by the key of reservation_versions where a change came first. */
export function eraseStatements(groupId: string, nowMs: number, changeId: string, erasures: readonly Erasure[]): Statement[] {
  const next = erasures.map(({ reservation }) => [reservation.reservationId, reservation.version + 1, changeId]);
  const reservations = erasures.map(({ reservation }) => reservation.reservationId);
  const billed = erasures.filter(({ billing }) => billing).map(({ reservation }) => reservation.reservationId);
  const bookings = erasures.flatMap((erasure) => erasure.bookings.map(({ bookingId }) => bookingId));
  return [
    { sql: INSERT_VERSIONS, values: [groupId, nowMs, JSON.stringify(next)] },
    { sql: BLANK_BILLING, values: [groupId, JSON.stringify(billed), NO_BILLING] },
    { sql: BLANK_REASONS, values: [groupId, JSON.stringify(reservations)] },
    { sql: BLANK_GUESTS, values: [groupId, JSON.stringify(bookings), NO_GUEST] },
  ];
}
