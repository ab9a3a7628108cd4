/** Reads what the database holds of a group, and who owns the names a file wants. */
import { DAY_MS, monthOfDay } from "../../src/base/calendar-date.ts";
import { jsonChunks } from "../../src/base/json-chunks.ts";
import type { OneDatabase, TargetDatabase } from "../support/database.ts";
import { readPages } from "../support/pages.ts";
import { literal } from "../support/sql-text.ts";
import type { Row } from "../../src/change/rules/table-diff.ts";
import { GROUP_COLUMNS, type GroupTable, TABLES } from "../../src/content/rows/group-tables.ts";
import type { PackedMonths } from "../../src/selling/rules/edit-calendar.ts";
import type { StockNight } from "../../src/selling/rules/plan-calendar.ts";
import { OPERATORS, USERS } from "./plan-people.ts";

/** Nothing before yesterday is compared: time zones are at most a day apart. */
const PAST_MS = 2 * 86_400_000;
export interface CurrentGroup {
  /** Null where there is no such group. */
  group: Row | null;
  /** The sites of the group, and those of other groups whose names were asked for. */
  sites: { site_id: string; group_id: string; kind: string }[];
  /** Those of the group that its own database has. */
  ownSites: { site_id: string }[];
  rows: Record<GroupTable, Row[]>;
  users: Row[];
  operators: Row[];
  /** By hotel id. */
  calendars: ReadonlyMap<string, StoredCalendar>;
}

/** What is stored of a hotel's calendar: its months, and its stock of yesterday and later. */
export interface StoredCalendar {
  months: PackedMonths;
  stock: readonly StockNight[];
  /** hotels.calendar_version; null where the hotel is gone but nights of it are not. */
  version: number | null;
}

/** The state an import of `groupId` starts from. `siteIds`: the names its file uses. */
export async function readCurrentGroup(
  db: TargetDatabase,
  groupId: string,
  siteIds: readonly string[],
  nowMs: number,
): Promise<CurrentGroup> {
  const id = literal(groupId);
  const sites = await readSites(db.shards[0] ?? db, id, siteIds);
  const ownSites = await db.query<{ site_id: string }>(`SELECT site_id FROM sites WHERE group_id = ${id}`);
  const [group] = await db.query<Row>(`SELECT ${GROUP_COLUMNS.join(", ")} FROM groups WHERE group_id = ${id}`);
  const rows: Record<GroupTable, Row[]> = {
    saleCodes: [],
    payCodes: [],
    hotels: [],
    texts: [],
    rooms: [],
    rates: [],
    extras: [],
    promotions: [],
  };
  for (const key of Object.keys(TABLES) as GroupTable[]) rows[key] = await selectAll(db, TABLES[key], `group_id = ${id}`);
  return {
    group: group ?? null,
    sites,
    ownSites,
    rows,
    users: await selectAll(db, USERS, `group_id = ${id}`),
    operators: await selectAll(db, OPERATORS, `site_id IN (SELECT site_id FROM sites WHERE group_id = ${id})`),
    calendars: await readCalendars(db, id, Math.floor((nowMs - PAST_MS) / DAY_MS)),
  };
}

/** Rows of an answer, each of some ten kilobytes and of eighty bytes. */
const MONTHS_AT_ONCE = 500;
const NIGHTS_AT_ONCE = 20_000;

type MonthRow = { hotel_id: string; month: number; packed: string };
type StockRow = { hotel_id: string; room_id: string; night: number; units: number; sold: number };

/** Characters of a list in a statement, which as literals of three bytes stay below what D1 takes. */
const NAMES_CHARS_MAX = 25_000;

/** The sites of the group, and those of other groups among the names. */
async function readSites(db: OneDatabase, id: string, siteIds: readonly string[]): Promise<CurrentGroup["sites"]> {
  const select = "SELECT site_id, group_id, kind FROM sites WHERE";
  const sites = await db.query<CurrentGroup["sites"][number]>(`${select} group_id = ${id}`);
  for (const names of jsonChunks(siteIds, NAMES_CHARS_MAX)) {
    const taken = `${select} group_id <> ${id} AND site_id IN (SELECT value FROM json_each(${literal(names)}))`;
    sites.push(...(await db.query<CurrentGroup["sites"][number]>(taken)));
  }
  return sites;
}

async function readCalendars(db: TargetDatabase, id: string, since: number): Promise<Map<string, StoredCalendar>> {
  const calendars = new Map<string, { months: Map<number, string>; stock: StockNight[]; version: number | null }>();
  const of = (hotelId: string) => {
    const known = calendars.get(hotelId) ?? { months: new Map<number, string>(), stock: [], version: null };
    calendars.set(hotelId, known);
    return known;
  };
  type HotelVersion = { hotel_id: string; calendar_version: number };
  for (const row of await db.query<HotelVersion>(`SELECT hotel_id, calendar_version FROM hotels WHERE group_id = ${id}`)) {
    of(row.hotel_id).version = row.calendar_version;
  }
  const months = { table: "calendar_months", columns: ["hotel_id", "month", "packed"], key: ["month", "hotel_id"], wide: "packed" };
  const sinceMonth = `group_id = ${id} AND month >= ${monthOfDay(since)}`;
  for await (const row of readPages<MonthRow>(db, { ...months, where: sinceMonth, rowsMax: MONTHS_AT_ONCE })) {
    of(row.hotel_id).months.set(row.month, row.packed);
  }
  const stock = { table: "stock", columns: ["hotel_id", "room_id", "night", "units", "sold"], key: ["hotel_id", "room_id", "night"] };
  const sinceNight = `group_id = ${id} AND night >= ${since}`;
  for await (const row of readPages<StockRow>(db, { ...stock, where: sinceNight, rowsMax: NIGHTS_AT_ONCE })) {
    const { hotel_id: hotelId, room_id: roomId, ...night } = row;
    of(hotelId).stock.push({ roomId, ...night });
  }
  return calendars;
}

function selectAll(db: TargetDatabase, table: { name: string; columns: readonly string[] }, where: string): Promise<Row[]> {
  return db.query<Row>(`SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE ${where}`);
}
