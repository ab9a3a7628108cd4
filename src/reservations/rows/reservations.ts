/**
 * Tables reservations, reservation_versions, bookings and booking_versions: a reservation's identity and what each change made
 * of it. Nothing is ever updated. What may not happen is refused by a constraint, which undoes the whole change:
 * - the key of reservation_versions refuses a change that was planned from an older version;
 * - booking_versions.calendar_version and terms_version are look-ups: NOT NULL refuses a price computed from other versions
 *   than the current ones;
 * - bookings_every_night_for_sale refuses a night that is not for sale at all.
 */
import type { SqlValue, Statement } from "../../host/database.ts";
import type { BillingDetails, Booking } from "../rules/reservation.ts";

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
  atMs: number;
}

/** A booking's state to write. */
export interface StateToWrite {
  booking: Booking;
  /** The nights [from, until) that are sold now; null where all of the stay was sold before. */
  sold: { from: number; until: number } | null;
  /** Whether its prices are of now: then the versions they come from must be the current ones. */
  priced: boolean;
}

/** The sequence that the batch's first event will take. */
const NEXT_SEQUENCE = `coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) + 1`;

const INSERT_RESERVATION = `INSERT INTO reservations (group_id, reservation_id, reference, caller, created_ms, sequence)
  VALUES (?1, ?2, ?3, ?4, ?5, ${NEXT_SEQUENCE})`;

const INSERT_VERSION = `INSERT INTO reservation_versions (group_id, reservation_id, version, change_id, at_ms, billing)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6)`;

/** Erased or changed meanwhile: what holds is what the version before says. */
const INSERT_NEXT_VERSION = `INSERT INTO reservation_versions (group_id, reservation_id, version, change_id, at_ms, billing)
  SELECT ?1, ?2, ?3, ?4, ?5, billing FROM reservation_versions WHERE reservation_id = ?2 AND group_id = ?1 AND version = ?3 - 1`;

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

const at = (column: (typeof STATE_COLUMNS)[number]): string => `value ->> ${STATE_COLUMNS.indexOf(column)}`;
const STATES = STATE_COLUMNS.length;

/** ?4 JSON: [[STATE_COLUMNS…, nights kept, sold from, sold until, priced, calendar version, terms version]]. */
const INSERT_STATES = `INSERT INTO booking_versions (group_id, reservation_id, version, ${STATE_COLUMNS.join(", ")}, stock_nights,
    calendar_version, terms_version)
  SELECT ?1, ?2, ?3, ${STATE_COLUMNS.map((column, index) => `value ${JSON_COLUMNS.has(column) ? "->" : "->>"} ${index}`).join(", ")},
    (value ->> ${STATES}) + (SELECT count(*) FROM stock s WHERE s.group_id = ?1 AND s.hotel_id = ${at("hotel_id")}
      AND s.room_id = ${at("room_id")} AND s.night >= value ->> ${STATES + 1} AND s.night < value ->> ${STATES + 2}),
    iif(value ->> ${STATES + 3}, (SELECT h.calendar_version FROM hotels h WHERE h.group_id = ?1 AND h.hotel_id = ${at("hotel_id")}
      AND h.calendar_version = value ->> ${STATES + 4}), value ->> ${STATES + 4}),
    iif(value ->> ${STATES + 3}, (SELECT g.terms_version FROM groups g WHERE g.group_id = ?1 AND g.terms_version = value ->> ${STATES + 5}),
      value ->> ${STATES + 5})
  FROM json_each(?4)`;

/** A new reservation. Its event is the first of its batch. */
export function insertReservation({ groupId, reservationId, reference, caller, createdMs }: ReservationIdentityRow): Statement {
  return { sql: INSERT_RESERVATION, values: [groupId, reservationId, reference, caller, createdMs] };
}

/** A version; with `billing` null those of the version before hold. */
export function insertVersion({ groupId, reservationId, version, changeId, atMs }: VersionRow, billing: BillingDetails | null): Statement {
  const values = [groupId, reservationId, version, changeId, atMs];
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
export function insertStates({ groupId, reservationId, version }: VersionRow, states: readonly StateToWrite[]): Statement {
  const rows = states.map(({ booking, sold, priced }) => {
    const soldNights = sold ? sold.until - sold.from : 0;
    const nights = [booking.checkOut - booking.checkIn - soldNights, sold?.from ?? 0, sold?.until ?? 0];
    return [...valuesOfState(booking), ...nights, priced ? 1 : 0, booking.calendarVersion, booking.termsVersion];
  });
  return { sql: INSERT_STATES, values: [groupId, reservationId, version, JSON.stringify(rows)] };
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
export interface BookingStateRow {
  reservation_id: string;
  reservation_reference: string;
  caller: string;
  created_ms: number;
  reservation_version: number;
  change_id: string;
  billing: string;
  booking_id: string;
  reference: string;
  hotel_id: string;
  currency_code: string;
  status: Booking["status"];
  room_id: string;
  rate_id: string;
  check_in: number;
  check_out: number;
  adults: number;
  children: number;
  promo_code: string;
  bed_configuration: string;
  guest: string;
  nights: string;
  extras: string;
  terms: string;
  room_price: number;
  extras_price: number;
  total_price: number;
  prepayment_due: number;
  fee: number | null;
  calendar_version: number;
  terms_version: number;
}

const NEWEST = `(SELECT max(version) FROM reservation_versions WHERE reservation_id = r.reservation_id)`;

/** The bookings of reservations at a version, given as SQL; ?1 is the group. */
const selectStates = (version: string, where: string): string => `SELECT r.reservation_id, r.reference AS reservation_reference, r.caller,
    r.created_ms, n.version AS reservation_version, n.change_id, n.billing, b.booking_id, b.reference, b.hotel_id, b.currency_code,
    v.status, v.room_id, v.rate_id, v.check_in, v.check_out, v.adults, v.children, v.promo_code, v.bed_configuration, v.guest,
    v.nights, v.extras, v.terms, v.room_price, v.extras_price, v.total_price, v.prepayment_due, v.fee, v.calendar_version,
    v.terms_version
  FROM reservations r
  JOIN reservation_versions n ON n.reservation_id = r.reservation_id AND n.version = ${version}
  JOIN bookings b ON b.reservation_id = r.reservation_id
  JOIN booking_versions v ON v.booking_id = b.booking_id
    AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id AND version <= n.version)
  WHERE r.group_id = ?1 AND ${where} ORDER BY r.sequence, b.position`;

/** Gives BookingStateRow of a reservation as it is now; no row where the group has no such reservation. */
export function selectReservation(groupId: string, reservationId: string): Statement {
  return { sql: selectStates(NEWEST, "r.reservation_id = ?2"), values: [groupId, reservationId] };
}

/** The same of a reservation and version that SQL expressions name. `values` are the expressions'; ?1 is the group. */
export function selectReservationAt(reservationId: string, version: string, values: readonly SqlValue[]): Statement {
  return { sql: selectStates(version, `r.reservation_id = ${reservationId}`), values };
}
