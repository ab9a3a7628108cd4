/** What every change of a catalogue or a calendar leaves behind, for tests that write those tables directly. */
import { appendEvents } from "../src/events/append-events.ts";
import { type Database, type Statement, bindAll } from "../src/host/database.ts";
import type { SoldUnits } from "../src/events/rules/event.ts";
import { NEWEST_SEQUENCE, stampTerms } from "../src/selling/rows/stamps.ts";

/** One event, its sequence on everything of the group, and the group's own version raised. */
function stampStatements(groupId: string): Statement[] {
  const every = (table: string, set: string): Statement => ({ sql: `UPDATE ${table} SET ${set} WHERE group_id = ?1`, values: [groupId] });
  return [
    ...appendEvents(groupId, 0, [{ type: "content.changed", subject: `/content/${groupId}`, hotelId: null, data: { hotelId: null } }]),
    every("hotels", `catalogue_version = ${NEWEST_SEQUENCE}, calendar_version = ${NEWEST_SEQUENCE}`),
    every("calendar_months", `sequence = ${NEWEST_SEQUENCE}`),
    stampTerms(groupId),
  ];
}

/** For a batch, behind the change. */
export function stampGroup(db: D1Database, groupId: string): D1PreparedStatement[] {
  return bindAll(db, stampStatements(groupId)) as D1PreparedStatement[];
}

/** The same, one statement after the other, on any database. */
export async function stampNow(db: Pick<Database, "prepare">, groupId: string): Promise<void> {
  for (const { sql, values } of stampStatements(groupId)) await db.prepare(sql).bind(...values).run(); // prettier-ignore
}

/** What a change that sold units leaves behind, units negative where they were given back: stock and the event that says so. */
export function sellUnits(groupId: string, sold: SoldUnits): Statement[] {
  const { hotelId, roomId, from, until, units } = sold;
  return [
    {
      sql: `UPDATE stock SET sold = sold + ?6 WHERE group_id = ?1 AND hotel_id = ?2 AND room_id = ?3 AND night >= ?4 AND night < ?5`,
      values: [groupId, hotelId, roomId, from, until, units],
    },
    ...appendEvents(groupId, 0, [{ type: "reservation.created", subject: "/", hotelId, data: {}, sold: [sold] }]),
  ];
}
