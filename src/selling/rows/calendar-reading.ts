/** One hotel's calendar as it is stored, for who changes or reads it whole: tables hotels, rooms, rates, calendar_months, stock, events. */
import type { Statement } from "../../host/database.ts";
import { SALES_READ_MAX } from "../limits.ts";
import type { RoomNights } from "../rules/count-left.ts";

export interface CalendarHotelRow {
  currency_code: string;
  timezone: string;
  calendar_version: number;
  /** JSON: [roomId], [rateId]. */
  rooms: string;
  rates: string;
  /** Of the group's newest event; 0 for none. */
  sequence: number;
}

export interface PackedMonthRow {
  month: number;
  packed: string;
}

export interface SaleRow {
  sequence: number;
  /** JSON: [[hotelId, roomId, first night, night after the last, units]]. */
  sold: string;
}

const SELECT_HOTEL = `SELECT currency_code, timezone, calendar_version,
  (SELECT json_group_array(room_id) FROM rooms WHERE group_id = ?1 AND hotel_id = ?2) AS rooms,
  (SELECT json_group_array(rate_id) FROM rates WHERE group_id = ?1 AND hotel_id = ?2) AS rates,
  coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) AS sequence
  FROM hotels WHERE group_id = ?1 AND hotel_id = ?2`;

const SELECT_MONTHS = `SELECT month, packed FROM calendar_months
  WHERE group_id = ?1 AND hotel_id = ?2 AND month IN (SELECT value FROM json_each(?3))`;

const SELECT_STOCK = `SELECT s.room_id AS roomId, s.night, s.units, s.sold FROM json_each(?3) r
  CROSS JOIN stock s ON s.group_id = ?1 AND s.hotel_id = ?2 AND s.room_id = r.value ->> 0
    AND s.night >= r.value ->> 1 AND s.night <= r.value ->> 2`;

const SELECT_STOCK_OF_ALL = `SELECT s.room_id AS roomId, s.night, s.units, s.sold FROM rooms r
  CROSS JOIN stock s ON s.group_id = ?1 AND s.hotel_id = ?2 AND s.room_id = r.room_id AND s.night >= ?3 AND s.night <= ?4
  WHERE r.group_id = ?1 AND r.hotel_id = ?2`;

const SELECT_SALES = `SELECT sequence, sold FROM events WHERE group_id = ?1 AND sequence > ?3 AND sold IS NOT NULL
  AND EXISTS (SELECT 1 FROM json_each(sold) s WHERE s.value ->> 0 = ?2) ORDER BY sequence LIMIT ${SALES_READ_MAX + 1}`;

/** CalendarHotelRow; no row where the group has no such hotel. */
export function selectHotel(groupId: string, hotelId: string): Statement {
  return { sql: SELECT_HOTEL, values: [groupId, hotelId] };
}

/** What a month holds of room ?4: ids have no quotation marks. */
const SELECT_MONTHS_OF_ROOM = `SELECT month, json_object('rooms', json_object(?4, json_extract(packed, '$.rooms."' || ?4 || '"'))) AS packed
  FROM calendar_months WHERE group_id = ?1 AND hotel_id = ?2 AND month IN (SELECT value FROM json_each(?3))
    AND json_extract(packed, '$.rooms."' || ?4 || '"') IS NOT NULL`;

/** PackedMonthRow of these months, with this room alone. */
export function selectMonthsOfRoom(groupId: string, hotelId: string, months: readonly number[], roomId: string): Statement {
  return { sql: SELECT_MONTHS_OF_ROOM, values: [groupId, hotelId, JSON.stringify(months), roomId] };
}

/** PackedMonthRow of these months. */
export function selectMonths(groupId: string, hotelId: string, months: readonly number[]): Statement {
  return { sql: SELECT_MONTHS, values: [groupId, hotelId, JSON.stringify(months)] };
}

/** PackedMonthRow of a month and later ones. */
export function selectMonthsFrom(groupId: string, hotelId: string, month: number): Statement {
  const sql = "SELECT month, packed FROM calendar_months WHERE group_id = ?1 AND hotel_id = ?2 AND month >= ?3";
  return { sql, values: [groupId, hotelId, month] };
}

/** StockNight of a night and later ones, of rooms that are gone too. */
export function selectStockFrom(groupId: string, hotelId: string, night: number): Statement {
  const sql = "SELECT room_id AS roomId, night, units, sold FROM stock WHERE group_id = ?1 AND hotel_id = ?2 AND night >= ?3";
  return { sql, values: [groupId, hotelId, night] };
}

/** StockNight of these nights, by room. */
export function selectStock(groupId: string, hotelId: string, nights: ReadonlyMap<string, RoomNights>): Statement {
  return {
    sql: SELECT_STOCK,
    values: [groupId, hotelId, JSON.stringify(Array.from(nights, ([roomId, { from, to }]) => [roomId, from, to]))],
  };
}

/** StockNight of every room. */
export function selectStockOfAll(groupId: string, hotelId: string, { from, to }: RoomNights): Statement {
  return { sql: SELECT_STOCK_OF_ALL, values: [groupId, hotelId, from, to] };
}

/** SaleRow of events behind a sequence that sold or gave back rooms of the hotel: at most SALES_READ_MAX + 1. */
export function selectSales(groupId: string, hotelId: string, asOf: number): Statement {
  return { sql: SELECT_SALES, values: [groupId, hotelId, asOf] };
}
