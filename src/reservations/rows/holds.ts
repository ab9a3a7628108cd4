/**
 * Table holds: units times nights a client took of a hotel within an hour. The limit is the hotel's own; beyond it the count is
 * written as NULL, which refuses the whole change.
 */
import type { Database, Statement } from "../../host/database.ts";
import { HOLD_NIGHTS_PER_HOUR, HOUR_MS } from "../limits.ts";

/** By hotel: units times nights. */
export type UnitNights = ReadonlyMap<string, number>;

/**
 * ?1 group, ?2 caller, ?3 hour, ?4 JSON: [[hotelId, unit nights]], ?5 the limit of a hotel that names none. CROSS JOIN: left
 * to itself, SQLite walks every hotel of the group.
 */
const TAKE = `INSERT INTO holds (group_id, hotel_id, caller, hour, unit_nights)
  SELECT ?1, value ->> 0, ?2, ?3, iif(value ->> 1 <= coalesce(h.hold_nights_per_hour, ?5), value ->> 1, NULL)
  FROM json_each(?4) CROSS JOIN hotels h ON h.group_id = ?1 AND h.hotel_id = value ->> 0
  WHERE true
  ON CONFLICT (group_id, hotel_id, caller, hour) DO UPDATE SET unit_nights = (SELECT iif(
    holds.unit_nights + excluded.unit_nights <= coalesce(h.hold_nights_per_hour, ?5), holds.unit_nights + excluded.unit_nights, NULL)
    FROM hotels h WHERE h.group_id = ?1 AND h.hotel_id = excluded.hotel_id)`;

/** ?1 group, ?2 caller, ?3 hour, ?4 JSON: [[hotelId, unit nights]]. */
const GIVE_BACK = `UPDATE holds SET unit_nights = max(0, unit_nights
    - (SELECT value ->> 1 FROM json_each(?4) WHERE value ->> 0 = holds.hotel_id))
  WHERE group_id = ?1 AND caller = ?2 AND hour = ?3 AND hotel_id IN (SELECT value ->> 0 FROM json_each(?4))`;

/** Counts what a caller takes now. */
export function takeNights(groupId: string, caller: string, nowMs: number, taken: UnitNights): Statement[] {
  if (taken.size === 0) return [];
  return [{ sql: TAKE, values: [groupId, caller, hourOf(nowMs), JSON.stringify([...taken]), HOLD_NIGHTS_PER_HOUR] }];
}

/** Takes off what is given back, where it was taken in the hour of `takenMs`. */
export function giveBackNights(groupId: string, caller: string, takenMs: number, givenBack: UnitNights): Statement[] {
  if (givenBack.size === 0) return [];
  return [{ sql: GIVE_BACK, values: [groupId, caller, hourOf(takenMs), JSON.stringify([...givenBack])] }];
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

const DELETE_HOLDS = `DELETE FROM holds WHERE (group_id, hotel_id, caller, hour) IN
  (SELECT group_id, hotel_id, caller, hour FROM holds WHERE hour < ?1 ORDER BY hour LIMIT ?2)`;

/** Deletes at most `rowsMax` counts of what clients took in hours before `beforeHour`. Returns how many. */
export async function deleteHolds(db: Database, beforeHour: number, rowsMax: number): Promise<number> {
  return (await db.prepare(DELETE_HOLDS).bind(beforeHour, rowsMax).run()).meta.changes ?? 0;
}
