/** Table stock, as reservations sell and give back its units. `stock_not_oversold` refuses a night without a unit. */
import type { Database, Statement } from "../../host/database.ts";

/** Nights [from, until) of a room. */
export interface NightsRow {
  hotelId: string;
  roomId: string;
  from: number;
  until: number;
}

export interface FreeNightRow {
  /** Index in the list that was asked for. */
  position: number;
  night: number;
  free: number;
}

const SELL = `UPDATE stock SET sold = sold + ?6 WHERE group_id = ?1 AND hotel_id = ?2 AND room_id = ?3 AND night >= ?4 AND night < ?5`;

const SELECT_FREE = `SELECT stay.key AS position, s.night, s.free FROM json_each(?2) stay
  CROSS JOIN stock s ON s.group_id = ?1 AND s.hotel_id = stay.value ->> 0 AND s.room_id = stay.value ->> 1
    AND s.night >= stay.value ->> 2 AND s.night < stay.value ->> 3
  ORDER BY stay.key, s.night`;

/** Takes units of every night, or gives them back where `units` is negative. */
export function sellNights(groupId: string, { hotelId, roomId, from, until }: NightsRow, units: number): Statement {
  return { sql: SELL, values: [groupId, hotelId, roomId, from, until, units] };
}

/** Free units of every night, in order; a night that is not for sale has no row. */
export async function readFreeNights(db: Database, groupId: string, stays: readonly NightsRow[]): Promise<FreeNightRow[]> {
  const values = stays.map(({ hotelId, roomId, from, until }) => [hotelId, roomId, from, until]);
  return (await db.prepare(SELECT_FREE).bind(groupId, JSON.stringify(values)).all<FreeNightRow>()).results;
}
