/** Reads what the database holds of a group, and who owns the names a file wants. */
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import type { Row } from "../support/table-diff.ts";
import { type GroupTable, TABLES } from "./group-rows.ts";
import type { CurrentCalendar } from "./plan-calendar.ts";
import { OPERATORS, USERS } from "./plan-people.ts";

/** Nothing before yesterday is compared: time zones are at most a day apart. */
const PAST_MS = 2 * 86_400_000;
const DAY_MS = 86_400_000;

export interface CurrentGroup {
  /** Null where there is no such group. */
  group: Row | null;
  /** The sites of the group, and those of other groups whose names were asked for. */
  sites: { site_id: string; group_id: string; kind: string }[];
  rows: Record<GroupTable, Row[]>;
  users: Row[];
  operators: Row[];
  calendar: CurrentCalendar;
}

/** The state an import of `groupId` starts from. `siteIds`: the names its file uses. */
export async function readCurrentGroup(
  db: TargetDatabase,
  groupId: string,
  siteIds: readonly string[],
  nowMs: number,
): Promise<CurrentGroup> {
  const id = literal(groupId);
  const names = literal(JSON.stringify(siteIds));
  const sites = await db.query<CurrentGroup["sites"][number]>(
    `SELECT site_id, group_id, kind FROM sites WHERE group_id = ${id} OR site_id IN (SELECT value FROM json_each(${names}))`,
  );
  const [group] = await db.query<Row>(`SELECT group_id, name, default_language FROM groups WHERE group_id = ${id}`);
  const rows = { saleCodes: [], hotels: [], texts: [], rooms: [], rates: [], extras: [], promotions: [] } as Record<GroupTable, Row[]>;
  for (const key of Object.keys(TABLES) as GroupTable[]) rows[key] = await selectAll(db, TABLES[key], `group_id = ${id}`);
  const since = Math.floor((nowMs - PAST_MS) / DAY_MS);
  return {
    group: group ?? null,
    sites,
    rows,
    users: await selectAll(db, USERS, `group_id = ${id}`),
    operators: await selectAll(db, OPERATORS, `site_id IN (SELECT site_id FROM sites WHERE group_id = ${id})`),
    calendar: {
      timezones: new Map(rows.hotels.map((hotel) => [String(hotel.hotel_id), String(hotel.timezone)])),
      months: await db.query(`SELECT month, hotel_id, packed FROM calendar_months WHERE group_id = ${id}`),
      stock: await db.query(`SELECT hotel_id, room_id, night, units, sold FROM stock WHERE group_id = ${id} AND night >= ${since}`),
    },
  };
}

function selectAll(db: TargetDatabase, table: { name: string; columns: readonly string[] }, where: string): Promise<Row[]> {
  return db.query<Row>(`SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE ${where}`);
}
