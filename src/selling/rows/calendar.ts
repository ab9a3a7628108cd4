/** Tables calendar_months (packed prices and restrictions) and stock (the live count). */
import { ROOMS_MAX } from "../limits.ts";
import type { Database, PreparedStatement } from "../../host/database.ts";

export interface CalendarMonthRow {
  month: number;
  hotel_id: string;
  /** JSON: HotelMonth. */
  packed: string;
}

export interface CalendarVersionRow {
  calendar_version: number;
}

/** The version and, of the same moment, what is short. */
export interface ShortRoomsRow extends CalendarVersionRow {
  /** JSON: by units free, from 0, [[hotelId, roomId]] with one entry per night. */
  short_rooms: string;
}

/** The version and, of the same moment, what is free. */
export interface FreeUnitsRow extends CalendarVersionRow {
  /** JSON: {roomId: units free on every night}; 0 for a room that is not in stock on one of the nights. */
  free_units: string;
}

const SELECT_VERSION = `SELECT calendar_version FROM groups WHERE group_id = ?1`;

const SELECT_MONTHS = `SELECT month, hotel_id, packed FROM calendar_months WHERE group_id = ?1 AND month BETWEEN ?2 AND ?3`;

/**
 * By rooms asked, from 1: the nights with fewer free. A subquery per count seeks that count's nights and reads no other
 * row, where `free < rooms` would read every such night of the calendar. `free < 9` is what the partial index must see.
 */
const SELECT_SHORT_ROOMS = Array.from({ length: ROOMS_MAX }, (_, index) => {
  const byCount = Array.from({ length: index + 1 }, (_, free) => {
    return `(SELECT json_group_array(json_array(hotel_id, room_id)) FROM stock INDEXED BY stock_short
    WHERE group_id = ?1 AND free = ${free} AND free < 9 AND night >= ?2 AND night < ?3)`;
  });
  return `SELECT calendar_version, json_array(${byCount.join(", ")}) AS short_rooms FROM groups WHERE group_id = ?1`;
});

/** A subquery per room: each seeks its own nights, instead of a walk through the hotel's whole stock. */
const SELECT_FREE_UNITS = `SELECT calendar_version, (SELECT json_group_object(room.value,
  (SELECT iif(count(*) = ?5 - ?4, min(free), 0) FROM stock
  WHERE group_id = ?1 AND hotel_id = ?2 AND room_id = room.value AND night >= ?4 AND night < ?5))
  FROM json_each(?3) room) AS free_units
  FROM groups WHERE group_id = ?1`;

/** For a batch with monthsStatement: the version its rows belong to. */
export function versionStatement(db: Database, groupId: string): PreparedStatement {
  return db.prepare(SELECT_VERSION).bind(groupId);
}

/** For a batch: CalendarMonthRow of every hotel in months first..last, both included. */
export function monthsStatement(db: Database, groupId: string, first: number, last: number): PreparedStatement {
  return db.prepare(SELECT_MONTHS).bind(groupId, first, last);
}

/** Rooms with fewer than `rooms` (1 to 9) units free on a night of [arrival, departure); null where there is no such group. */
export function readShortRooms(
  db: Database,
  groupId: string,
  stay: { arrival: number; departure: number; rooms: number },
): Promise<ShortRoomsRow | null> {
  const sql = SELECT_SHORT_ROOMS[stay.rooms - 1];
  if (sql === undefined) throw new RangeError(`${stay.rooms} rooms`);
  return db.prepare(sql).bind(groupId, stay.arrival, stay.departure).first<ShortRoomsRow>();
}

/** Units free of a hotel's rooms through all nights of [arrival, departure); null where there is no such group. */
export function readFreeUnits(
  db: Database,
  groupId: string,
  hotelId: string,
  stay: { arrival: number; departure: number; roomIds: readonly string[] },
): Promise<FreeUnitsRow | null> {
  return db
    .prepare(SELECT_FREE_UNITS)
    .bind(groupId, hotelId, JSON.stringify(stay.roomIds), stay.arrival, stay.departure)
    .first<FreeUnitsRow>();
}
