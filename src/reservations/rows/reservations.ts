/**
 * Tables reservations, reservation_versions, bookings and booking_versions: a reservation's identity and what each change made
 * of it. Nothing is ever updated. What may not happen is refused by a constraint, which undoes the whole change:
 * - the key of reservation_versions refuses a change that was planned from an older version;
 * - booking_versions.calendar_version and terms_version are look-ups: NOT NULL refuses a price computed from other versions
 *   than the current ones;
 * - bookings_every_night_for_sale refuses a night that is not for sale at all.
 */
import type { ToldStateRow } from "./told-state.ts";
import type { SqlValue, Statement } from "../../host/database.ts";
import { VISIBLE_KEY } from "../../ledger/rules/seen-documents.ts";
import { sumOf } from "../../base/money.ts";
import type { BillingDetails, Booking, Nights } from "../rules/reservation.ts";

/** What of a reservation never changes, but for its bookings. */
export interface ReservationIdentityRow {
  groupId: string;
  reservationId: string;
  reference: string;
  caller: string;
  createdMs: number;
}

/** A version to write. */
export interface VersionRow {
  groupId: string;
  reservationId: string;
  version: number;
  changeId: string;
  /** Who makes it. */
  caller: string;
  atMs: number;
  reason: string;
}

/** A booking's state to write. */
export interface StateToWrite {
  booking: Booking;
  /** The nights that are sold now; none where all of the stay was sold before. */
  sold: readonly Nights[];
  /** Whether its prices are of now: then the versions they come from must be the current ones. */
  priced: boolean;
  /** How many documents its account had when the change was planned. */
  documents: number;
}

/** The sequence that the batch's first event will take. */
const NEXT_SEQUENCE = `coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) + 1`;

const INSERT_RESERVATION = `INSERT INTO reservations (group_id, reservation_id, reference, caller, created_ms, sequence)
  VALUES (?1, ?2, ?3, ?4, ?5, ${NEXT_SEQUENCE})`;

const INSERT_VERSION = `INSERT INTO reservation_versions (group_id, reservation_id, version, change_id, caller, at_ms, reason, billing)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`;

/** Erased or changed meanwhile: what holds is what the version before says. */
const INSERT_NEXT_VERSION = `INSERT INTO reservation_versions (group_id, reservation_id, version, change_id, caller, at_ms, reason, billing)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, billing FROM reservation_versions WHERE reservation_id = ?2 AND group_id = ?1 AND version = ?3 - 1`;

/** ?3 JSON: [[bookingId, position, reference, hotelId, currencyCode]]. */
const INSERT_BOOKINGS = `INSERT INTO bookings (group_id, reservation_id, booking_id, position, reference, hotel_id, currency_code)
  SELECT ?1, ?2, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?3)`;

/** Columns written as given, in the order of `valuesOfState`; those of JSON are taken as JSON. */
const STATE_COLUMNS = [
  "booking_id",
  "hotel_id",
  "status",
  "room_id",
  "rate_id",
  "check_in",
  "check_out",
  "adults",
  "children",
  "promo_code",
  "bed_configuration",
  "guest",
  "nights",
  "extras",
  "terms",
  "room_price",
  "extras_price",
  "total_price",
  "prepayment_due",
  "fee",
] as const;
const JSON_COLUMNS: ReadonlySet<string> = new Set(["guest", "nights", "extras", "terms"]);

const at = (column: (typeof STATE_COLUMNS)[number]): string => `e.value ->> ${STATE_COLUMNS.indexOf(column)}`;
const STATES = STATE_COLUMNS.length;

/**
 * LIMIT -1 keeps SQLite from writing out an element's JSON again for every value of it.
 * ?4 JSON: [[STATE_COLUMNS…, nights kept, [[sold from, until]], priced, calendar version, terms version, reference,
 * documents]].
 */
const INSERT_STATES = `INSERT INTO booking_versions (group_id, reservation_id, version, ${STATE_COLUMNS.join(", ")}, stock_nights,
    calendar_version, terms_version, documents)
  SELECT ?1, ?2, ?3, ${STATE_COLUMNS.map((column, index) => `e.value ${JSON_COLUMNS.has(column) ? "->" : "->>"} ${index}`).join(", ")},
    (e.value ->> ${STATES}) + (SELECT count(*) FROM json_each(e.value, '$[${STATES + 1}]') n CROSS JOIN stock s ON s.group_id = ?1
      AND s.hotel_id = ${at("hotel_id")} AND s.room_id = ${at("room_id")} AND s.night >= n.value ->> 0 AND s.night < n.value ->> 1),
    iif(e.value ->> ${STATES + 2}, (SELECT h.calendar_version FROM hotels h WHERE h.group_id = ?1 AND h.hotel_id = ${at("hotel_id")}
      AND h.calendar_version = e.value ->> ${STATES + 3}), e.value ->> ${STATES + 3}),
    iif(e.value ->> ${STATES + 2}, (SELECT g.terms_version FROM groups g WHERE g.group_id = ?1 AND g.terms_version = e.value ->> ${STATES + 4}),
      e.value ->> ${STATES + 4}),
    (SELECT iif(count(*) = e.value ->> ${STATES + 6}, count(*), NULL) FROM ledger_documents d INDEXED BY ledger_documents_by_account
      WHERE d.group_id = ?1 AND d.transaction_reference = e.value ->> ${STATES + 5} AND d.site_id = ${at("hotel_id")}
        AND d.modified_key <= ${VISIBLE_KEY})
  FROM (SELECT value FROM json_each(?4) LIMIT -1) e`;

/** A new reservation. Its event is the first of its batch. */
export function insertReservation({ groupId, reservationId, reference, caller, createdMs }: ReservationIdentityRow): Statement {
  return { sql: INSERT_RESERVATION, values: [groupId, reservationId, reference, caller, createdMs] };
}

/** A version; with `billing` null those of the version before hold. */
export function insertVersion(row: VersionRow, billing: BillingDetails | null): Statement {
  const values = [row.groupId, row.reservationId, row.version, row.changeId, row.caller, row.atMs, row.reason];
  return billing ? { sql: INSERT_VERSION, values: [...values, JSON.stringify(billing)] } : { sql: INSERT_NEXT_VERSION, values };
}

/** The identities of a new reservation's bookings, in the order of the request. */
export function insertBookings(groupId: string, reservationId: string, bookings: readonly Booking[]): Statement {
  const rows = bookings.map(({ bookingId, reference, hotelId, currencyCode }, position) => [
    bookingId,
    position,
    reference,
    hotelId,
    currencyCode,
  ]);
  return { sql: INSERT_BOOKINGS, values: [groupId, reservationId, JSON.stringify(rows)] };
}

/** What a version makes of bookings. */
export function insertStates({ groupId, reservationId, version }: VersionRow, states: readonly StateToWrite[]): Statement[] {
  if (states.length === 0) return [];
  const rows = states.map(({ booking, sold, priced, documents }) => {
    const kept = booking.checkOut - booking.checkIn - sumOf(sold.map(({ from, until }) => until - from));
    const versions = [priced ? 1 : 0, booking.calendarVersion, booking.termsVersion];
    const nights = sold.map(({ from, until }) => [from, until]);
    return [...valuesOfState(booking), kept, nights, ...versions, booking.reference, documents];
  });
  return [{ sql: INSERT_STATES, values: [groupId, reservationId, version, JSON.stringify(rows)] }];
}

/** The values of STATE_COLUMNS. */
function valuesOfState(booking: Booking): unknown[] {
  return [
    booking.bookingId,
    booking.hotelId,
    booking.status,
    booking.roomId,
    booking.rateId,
    booking.checkIn,
    booking.checkOut,
    booking.adults,
    booking.children,
    booking.promoCode,
    booking.bedConfiguration,
    booking.guest,
    booking.nights,
    booking.extras,
    booking.terms,
    booking.roomPrice,
    booking.extrasPrice,
    booking.totalPrice,
    booking.prepaymentDue,
    booking.fee,
  ];
}

/** A booking as read back, with what its reservation says of it. */
export interface BookingStateRow extends ToldStateRow {
  reservation_id: string;
  reservation_reference: string;
  caller: string;
  sequence: number;
  created_ms: number;
  reservation_version: number;
  billing: string;
  booking_id: string;
  /** The version that wrote the state. */
  booking_version: number;
  reference: string;
  hotel_id: string;
  currency_code: string;
  nights: string;
  extras: string;
  terms: string;
  room_price: number;
  prepayment_due: number;
  calendar_version: number;
  terms_version: number;
  /** Null where the hotel is gone. */
  timezone: string | null;
  check_in_hours: string | null;
  check_in_minutes: string | null;
}

const NEWEST = `(SELECT max(version) FROM reservation_versions WHERE reservation_id = r.reservation_id)`;

/** The bookings of reservations at a version, given as SQL; ?1 is the group. */
const selectStates = (version: string, where: string): string => `SELECT r.reservation_id, r.reference AS reservation_reference, r.caller,
    r.sequence, r.created_ms, n.version AS reservation_version, n.billing, b.booking_id, v.version AS booking_version, b.reference, b.hotel_id, b.currency_code,
    v.status, v.room_id, v.rate_id, v.check_in, v.check_out, v.adults, v.children, v.promo_code, v.bed_configuration, v.guest,
    v.nights, v.extras, v.terms, v.room_price, v.extras_price, v.total_price, v.prepayment_due, v.fee, v.calendar_version,
    v.terms_version, h.timezone, h.check_in_hours, h.check_in_minutes
  FROM reservations r
  JOIN reservation_versions n ON n.reservation_id = r.reservation_id AND n.version = ${version}
  JOIN bookings b ON b.reservation_id = r.reservation_id
  JOIN booking_versions v ON v.booking_id = b.booking_id
    AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id AND version <= n.version)
  LEFT JOIN hotels h ON h.group_id = ?1 AND h.hotel_id = b.hotel_id
  WHERE r.group_id = ?1 AND ${where} ORDER BY r.sequence, b.position`;

/** Gives BookingStateRow of the reservations r that an SQL condition takes, as they are now, in the order of their commits. */
export function selectReservationsWhere(condition: string, values: readonly SqlValue[]): Statement {
  return { sql: selectStates(NEWEST, condition), values };
}

/** Gives BookingStateRow of a reservation as it is now; no row where the group has no such reservation. */
export function selectReservation(groupId: string, reservationId: string): Statement {
  return { sql: selectStates(NEWEST, "r.reservation_id = ?2"), values: [groupId, reservationId] };
}

/** The same of several reservations, in the order they were made. */
export function selectReservations(groupId: string, reservationIds: readonly string[]): Statement {
  const where = "r.reservation_id IN (SELECT value FROM json_each(?2))";
  return { sql: selectStates(NEWEST, where), values: [groupId, JSON.stringify(reservationIds)] };
}

/** The same as the change with this id left it; no row where it was not stored. */
export function selectReservationAfter(groupId: string, reservationId: string, changeId: string): Statement {
  const version = `(SELECT version FROM reservation_versions WHERE reservation_id = ?2 AND change_id = ?3)`;
  return { sql: selectStates(version, "r.reservation_id = ?2"), values: [groupId, reservationId, changeId] };
}

/** The same of a reservation and version that SQL expressions name. `values` are the expressions'; ?1 is the group. */
export function selectReservationAt(reservationId: string, version: string, values: readonly SqlValue[]): Statement {
  return { sql: selectStates(version, `r.reservation_id = ${reservationId}`), values };
}
