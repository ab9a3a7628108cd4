/**
 * The sequence of an event on the rows it changed: replicas ask for what is newer than the number they have (docs/storage.md).
 * Every statement stands behind appendEvents in its batch. Versions are the hotel's: one hotel's change touches no other.
 */
import type { Statement } from "../../host/database.ts";
import type { SeenHotel } from "../rules/plan-calendar.ts";

/** ?1 is the group. */
export const NEWEST_SEQUENCE = "coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0)";

/** Another version than the one seen becomes NULL, which the table refuses: the change was computed from what no longer holds. */
const SEEN_ELSE_NULL = `CASE WHEN calendar_version = (SELECT value ->> 1 FROM json_each(?2) WHERE value ->> 0 = hotel_id) THEN ${NEWEST_SEQUENCE} END`;

/** Hotels whose rooms, rates, extras, currency or time zone changed: what their prices depend on changed, too. */
export function stampCatalogues(groupId: string, hotels: readonly SeenHotel[]): Statement[] {
  return stampHotels(groupId, hotels, `catalogue_version = ${NEWEST_SEQUENCE}, calendar_version = ${SEEN_ELSE_NULL}`);
}

/** Hotels whose months changed. */
export function stampCalendars(groupId: string, hotels: readonly SeenHotel[]): Statement[] {
  return stampHotels(groupId, hotels, `calendar_version = ${SEEN_ELSE_NULL}`);
}

/** Promotions, sale codes or which hotels there are. */
export function stampTerms(groupId: string): Statement {
  return { sql: `UPDATE groups SET terms_version = ${NEWEST_SEQUENCE} WHERE group_id = ?1`, values: [groupId] };
}

/** A hotel's calendar_version, where ?1 is the group and `hotel` the parameter of its id. */
export function calendarVersionSql(hotel: string): string {
  return `(SELECT calendar_version FROM hotels WHERE group_id = ?1 AND hotel_id = ${hotel})`;
}

/** The same as a statement: one row, none where there is no such hotel. */
export function selectCalendarVersion(groupId: string, hotelId: string): Statement {
  return { sql: "SELECT calendar_version FROM hotels WHERE group_id = ?1 AND hotel_id = ?2", values: [groupId, hotelId] };
}

function stampHotels(groupId: string, hotels: readonly SeenHotel[], set: string): Statement[] {
  if (hotels.length === 0) return [];
  const sql = `UPDATE hotels SET ${set} WHERE group_id = ?1 AND hotel_id IN (SELECT value ->> 0 FROM json_each(?2))`;
  return [{ sql, values: [groupId, JSON.stringify(hotels.map(({ hotelId, seen }) => [hotelId, seen]))] }];
}
