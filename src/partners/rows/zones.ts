/** The time zones of hotels. */
import type { Statement } from "../../host/database.ts";

const SELECT_ZONES = `SELECT hotel_id, timezone FROM hotels WHERE group_id = ?1 AND (?2 IS NULL OR hotel_id = ?2)`;

/** Gives {"hotel_id","timezone"} of a hotel, or with null of all of the group. */
export function selectZones(groupId: string, hotelId: string | null): Statement {
  return { sql: SELECT_ZONES, values: [groupId, hotelId] };
}
