/**
 * Tables reservations, bookings, booking_extras and the sale of stock. A reservation is one batch; what may not happen is
 * refused by a constraint, which undoes all of it:
 * - reservations.calendar_version is looked up: NOT NULL refuses a price computed from another version than the current one;
 * - stock_not_oversold refuses a night without a unit, bookings_every_night_for_sale a night that is not for sale at all;
 * - the primary keys refuse a second reservation of the same id or Idempotency-Key.
 */
import { type Database, type SqlValue, type Statement, bindAll } from "../../host/database.ts";

export interface ReservationRow {
  reservation_id: string;
  group_id: string;
  reference: string;
  caller: string;
  created_ms: number;
  calendar_version: number;
  title: string;
  firstname: string;
  lastname: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  postcode: string;
  country: string;
  mail_list: 0 | 1;
}

/** What of a booking is written as given; nights and modified_key are looked up. */
export interface BookingRow {
  booking_id: string;
  position: number;
  reference: string;
  hotel_id: string;
  room_id: string;
  rate_id: string;
  check_in: number;
  check_out: number;
  adults: number;
  children: number;
  promo_code: string;
  bed_configuration: string;
  guest_title: string;
  guest_firstname: string;
  guest_lastname: string;
  currency_code: string;
  room_price: number;
  extras_price: number;
  total_price: number;
  prepayment_due: number;
  /** How many documents of this batch come after the booking's own; null where it posts none. */
  documents_after: number | null;
}

export interface BookingExtraRow {
  booking_id: string;
  position: number;
  extra_id: string;
  charge_mode: string;
  /** JSON: [date]. */
  charge_days: string;
  unit_price: number;
  quantity: number;
  total_price: number;
}

/** A stay whose units are sold. */
export interface StayRow {
  hotel_id: string;
  room_id: string;
  check_in: number;
  check_out: number;
}

const INSERT_RESERVATION = `INSERT INTO reservations (reservation_id, group_id, reference, caller, status, created_ms, calendar_version,
    title, firstname, lastname, phone, email, address1, address2, city, postcode, country, mail_list)
  VALUES (?1, ?2, ?3, ?4, 'confirmed', ?5, (SELECT calendar_version FROM groups WHERE group_id = ?2 AND calendar_version = ?6),
    ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)`;

const SELL_STAY = `UPDATE stock SET sold = sold + 1 WHERE group_id = ?1 AND hotel_id = ?2 AND room_id = ?3 AND night >= ?4 AND night < ?5`;

const INSERT_BOOKINGS = `INSERT INTO bookings (booking_id, reservation_id, position, group_id, reference, hotel_id, room_id, rate_id,
    check_in, check_out, nights, adults, children, promo_code, bed_configuration, guest_title, guest_firstname, guest_lastname,
    currency_code, room_price, extras_price, total_price, prepayment_due, modified_key)
  SELECT value ->> 0, ?2, value ->> 1, ?1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    (SELECT count(*) FROM stock s WHERE s.group_id = ?1 AND s.hotel_id = value ->> 3 AND s.room_id = value ->> 4
      AND s.night >= value ->> 6 AND s.night < value ->> 7),
    value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15, value ->> 16,
    value ->> 17, value ->> 18, value ->> 19,
    (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (value ->> 20)
  FROM json_each(?3)`;

const INSERT_BOOKING_EXTRAS = `INSERT INTO booking_extras (booking_id, position, extra_id, charge_mode, charge_days, unit_price,
    quantity, total_price)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 FROM json_each(?1)`;

/** ?1 the group. */
const selectReservationBy = (
  reservationId: string,
): string => `SELECT r.reservation_id, r.reference, r.created_ms, b.booking_id, b.reference AS booking_reference, b.hotel_id, b.room_id,
    b.rate_id, b.check_in, b.check_out, b.currency_code, b.room_price, b.extras_price, b.total_price, b.prepayment_due
  FROM reservations r JOIN bookings b ON b.reservation_id = r.reservation_id
  WHERE r.reservation_id = ${reservationId} AND r.group_id = ?1 AND b.group_id = ?1 ORDER BY b.position`;

const SELECT_FREE = `SELECT stay.key AS position, s.night, s.free FROM json_each(?2) stay
  CROSS JOIN stock s ON s.group_id = ?1 AND s.hotel_id = stay.value ->> 0 AND s.room_id = stay.value ->> 1
    AND s.night >= stay.value ->> 2 AND s.night < stay.value ->> 3
  ORDER BY stay.key, s.night`;

const SELECT_CALENDAR_VERSION = `SELECT calendar_version FROM groups WHERE group_id = ?1`;

/** Writes the reservation, if its prices are of the current calendar_version. First of its batch: it is what fails most cheaply. */
export function insertReservation(row: ReservationRow): Statement {
  return {
    sql: INSERT_RESERVATION,
    values: [
      row.reservation_id,
      row.group_id,
      row.reference,
      row.caller,
      row.created_ms,
      row.calendar_version,
      row.title,
      row.firstname,
      row.lastname,
      row.phone,
      row.email,
      row.address1,
      row.address2,
      row.city,
      row.postcode,
      row.country,
      row.mail_list,
    ],
  };
}

/** Takes one unit of every night of a stay. */
export function sellStay(groupId: string, stay: StayRow): Statement {
  return { sql: SELL_STAY, values: [groupId, stay.hotel_id, stay.room_id, stay.check_in, stay.check_out] };
}

/** Writes a reservation's bookings; in its batch right behind the documents they post. */
export function insertBookings(groupId: string, reservationId: string, rows: readonly BookingRow[]): Statement {
  const values = rows.map((row) => [
    row.booking_id,
    row.position,
    row.reference,
    row.hotel_id,
    row.room_id,
    row.rate_id,
    row.check_in,
    row.check_out,
    row.adults,
    row.children,
    row.promo_code,
    row.bed_configuration,
    row.guest_title,
    row.guest_firstname,
    row.guest_lastname,
    row.currency_code,
    row.room_price,
    row.extras_price,
    row.total_price,
    row.prepayment_due,
    row.documents_after,
  ]);
  return { sql: INSERT_BOOKINGS, values: [groupId, reservationId, JSON.stringify(values)] };
}

/** Writes the extras of a reservation's bookings. */
export function insertBookingExtras(rows: readonly BookingExtraRow[]): Statement {
  const values = rows.map((row) => [
    row.booking_id,
    row.position,
    row.extra_id,
    row.charge_mode,
    row.charge_days,
    row.unit_price,
    row.quantity,
    row.total_price,
  ]);
  return { sql: INSERT_BOOKING_EXTRAS, values: [JSON.stringify(values)] };
}

/** A booking as read back, with its reservation's reference and instant. */
export interface ReservedBookingRow {
  reservation_id: string;
  reference: string;
  created_ms: number;
  booking_id: string;
  booking_reference: string;
  hotel_id: string;
  room_id: string;
  rate_id: string;
  check_in: number;
  check_out: number;
  currency_code: string;
  room_price: number;
  extras_price: number;
  total_price: number;
  prepayment_due: number;
}

/** Gives ReservedBookingRow in the order of the request; no row where the group has no such reservation. */
export function selectReservation(groupId: string, reservationId: string): Statement {
  return { sql: selectReservationBy("?2"), values: [groupId, reservationId] };
}

/** The same of the reservation that an SQL expression names. `values` are the expression's; ?1 is the group. */
export function selectReservationOf(expression: string, values: readonly SqlValue[]): Statement {
  return { sql: selectReservationBy(expression), values };
}

/** A reservation's bookings. */
export async function findReservation(db: Database, groupId: string, reservationId: string): Promise<ReservedBookingRow[]> {
  const [found] = await db.batch<ReservedBookingRow>(bindAll(db, [selectReservation(groupId, reservationId)]));
  return found?.results ?? [];
}

/** Free units of every night of stays, in order of stay and night; a night that is not for sale has no row. */
export async function readFreeUnits(
  db: Database,
  groupId: string,
  stays: readonly StayRow[],
): Promise<{ position: number; night: number; free: number }[]> {
  const values = stays.map((stay) => [stay.hotel_id, stay.room_id, stay.check_in, stay.check_out]);
  const rows = await db.prepare(SELECT_FREE).bind(groupId, JSON.stringify(values)).all<{ position: number; night: number; free: number }>();
  return rows.results;
}

/** The version of the group's prices and restrictions that holds now; null where there is no such group. */
export async function readCalendarVersion(db: Database, groupId: string): Promise<number | null> {
  const row = await db.prepare(SELECT_CALENDAR_VERSION).bind(groupId).first<{ calendar_version: number }>();
  return row && row.calendar_version;
}
