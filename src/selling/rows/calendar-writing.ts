/**
 * Writing tables calendar_months and stock: the only way in. Statements stand behind the change's events in their batch (months
 * keep the newest sequence). Lists travel as JSON, so that a statement has few parameters.
 */
import { jsonChunks } from "../../base/json-chunks.ts";
import type { Statement } from "../../host/database.ts";
import type { HotelPlan } from "../rules/plan-calendar.ts";
import { NEWEST_SEQUENCE } from "./stamps.ts";

/** ?2 JSON: [[hotel, month, packed]]. */
const UPSERT_MONTHS = `INSERT INTO calendar_months (group_id, month, hotel_id, packed, sequence)
  SELECT ?1, value ->> 1, value ->> 0, value ->> 2, ${NEWEST_SEQUENCE} FROM json_each(?2) WHERE true
  ON CONFLICT (group_id, month, hotel_id) DO UPDATE SET packed = excluded.packed, sequence = excluded.sequence`;

/** ?2 JSON: [[hotel, room, night, units, …]]. CHECK stock_not_oversold refuses fewer than are sold. */
const UPSERT_STOCK = `INSERT INTO stock (group_id, hotel_id, room_id, night, units)
  SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?2) WHERE true
  ON CONFLICT (group_id, hotel_id, room_id, night) DO UPDATE SET units = excluded.units`;

/** ?2 JSON: [[hotel, room, night, units, sold]]. Where another number is sold by now, the units become NULL, which the table refuses. */
const UPSERT_STOCK_OF_SOLD = `INSERT INTO stock (group_id, hotel_id, room_id, night, units, sold)
  SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?2) WHERE true
  ON CONFLICT (group_id, hotel_id, room_id, night) DO UPDATE SET units = CASE WHEN sold = excluded.sold THEN excluded.units END`;

/** ?2 JSON: [[hotel, room, night]]. */
const WHERE_NIGHTS = `WHERE group_id = ?1 AND (hotel_id, room_id, night) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2))`;

/** Statements that write months and nights. */
export function writeCalendars(groupId: string, plans: readonly HotelPlan[]): Statement[] {
  const months = plans.flatMap(({ hotelId, plan }) => plan.months.map(({ month, packed }) => [hotelId, month, packed]));
  const nights = (fromSold: boolean) =>
    plans
      .filter((one) => (one.fromSold ?? false) === fromSold)
      .flatMap(({ hotelId, plan }) => plan.stock.map(({ roomId, night, units, sold }) => [hotelId, roomId, night, units, sold]));
  return [
    ...forChunks(UPSERT_MONTHS, groupId, months),
    ...forChunks(UPSERT_STOCK, groupId, nights(false)),
    ...forChunks(UPSERT_STOCK_OF_SOLD, groupId, nights(true)),
    ...removeNights(groupId, plans),
  ];
}

/** Statements that take nights off sale. What was sold since we looked is not lost: the units go to 0 first, which the table refuses. */
export function removeNights(groupId: string, plans: readonly HotelPlan[]): Statement[] {
  const nights = plans.flatMap(({ hotelId, plan }) => plan.gone.map(({ roomId, night }) => [hotelId, roomId, night]));
  return [
    ...forChunks(`UPDATE stock SET units = 0 ${WHERE_NIGHTS}`, groupId, nights),
    ...forChunks(`DELETE FROM stock ${WHERE_NIGHTS}`, groupId, nights),
  ];
}

function forChunks(sql: string, groupId: string, rows: readonly unknown[]): Statement[] {
  return [...jsonChunks(rows)].map((json) => ({ sql, values: [groupId, json] }));
}
