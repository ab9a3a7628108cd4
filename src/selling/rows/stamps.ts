/**
 * The sequence of an event on the rows it changed: replicas ask for what is newer than the number they have (docs/storage.md).
 * Every statement stands behind appendEvents in its batch. Versions are the hotel's: one hotel's change touches no other.
 */
import type { Statement } from "../../host/database.ts";

/** ?1 is the group. */
export const NEWEST_SEQUENCE = "coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0)";

/** Hotels whose rooms, rates, extras, currency or time zone changed: what their prices depend on changed, too. */
export function stampCatalogues(groupId: string, hotelIds: readonly string[]): Statement[] {
  return stampHotels(groupId, hotelIds, `catalogue_version = ${NEWEST_SEQUENCE}, calendar_version = ${NEWEST_SEQUENCE}`);
}

/** Hotels whose months changed. */
export function stampCalendars(groupId: string, hotelIds: readonly string[]): Statement[] {
  return stampHotels(groupId, hotelIds, `calendar_version = ${NEWEST_SEQUENCE}`);
}

/** Promotions, sale codes or which hotels there are. */
export function stampTerms(groupId: string): Statement {
  return { sql: `UPDATE groups SET terms_version = ${NEWEST_SEQUENCE} WHERE group_id = ?1`, values: [groupId] };
}

function stampHotels(groupId: string, hotelIds: readonly string[], set: string): Statement[] {
  if (hotelIds.length === 0) return [];
  const sql = `UPDATE hotels SET ${set} WHERE group_id = ?1 AND hotel_id IN (SELECT value FROM json_each(?2))`;
  return [{ sql, values: [groupId, JSON.stringify(hotelIds)] }];
}
