/**
 * From a group's file and the database to the statements that make the one of the other: none where nothing differs.
 * content_version rises with what the hotel listing shows, calendar_version with what a stay costs or who may book it.
 */
import type { TargetDatabase } from "../support/database.ts";
import { insertRows, literal } from "../support/sql-text.ts";
import { type Row, type TableDiff, deleteStatements, diffTable, isEmpty, upsertStatements } from "../support/table-diff.ts";
import { UserError } from "../support/user-error.ts";
import { type CurrentGroup, readCurrentGroup } from "./current-group.ts";
import { type GroupTable, TABLES, canonicalLanguage, groupRows } from "./group-rows.ts";
import type { GroupFile } from "./group-schema.ts";
import { type CalendarPlan, planCalendar } from "./plan-calendar.ts";
import { planPeople } from "./plan-people.ts";
import { NOTHING_IMPORTED, type PlaceOf } from "./read-group-file.ts";

/** What is shown of the units a file has no room for. */
const OVERSOLD_SHOWN_MAX = 20;

/** Hotel columns the listing does not show: a stay's price and dates depend on them. */
const UNLISTED_HOTEL_COLUMNS = new Set(["currency_code"]);
const CALENDAR_HOTEL_COLUMNS = ["currency_code", "timezone"];

export interface GroupPlan {
  /** To be applied together. Empty: the database already is as the file says. */
  statements: string[];
  isNew: boolean;
  /** Rows written or removed, for people to read. */
  changes: number;
}

/** Plans the import of a checked group; `placeOf` names file and field in refusals. Reads only. */
export async function planGroup(db: TargetDatabase, file: GroupFile, placeOf: PlaceOf, nowMs: number): Promise<GroupPlan> {
  const siteIds = [file.group.id, ...file.hotels.map((hotel) => hotel.id)];
  const current = await readCurrentGroup(db, file.group.id, siteIds, nowMs);
  refuseForeignNames(file, current, placeOf);
  const wanted = groupRows(file);
  const diffs = mapTables((name) => diffTable(TABLES[name], current.rows[name], wanted[name]));
  const calendar = planCalendar(file, current.calendar, nowMs);
  if (calendar.problems.length > 0) throw new UserError(oversoldText(placeOf([]), calendar.problems));
  const people = await planPeople(file, current.users, current.operators, nowMs);
  const all = [...Object.values(diffs), calendar.months, calendar.stock];
  const statements = [
    ...insertSites(file, current),
    ...writeGroup(file, current, versionsTouched(file, current, diffs, [calendar.months, calendar.stock]), nowMs),
    ...writeTables(all),
    ...clearTables(calendar, Object.values(diffs)),
    ...people,
  ];
  const rows = all.reduce((sum, diff) => sum + diff.upserts.length + diff.deletes.length, people.length);
  return { statements, isNew: current.group === null, changes: statements.length === 0 ? 0 : Math.max(rows, 1) };
}

function mapTables<T>(build: (name: GroupTable) => T): Record<GroupTable, T> {
  return Object.fromEntries((Object.keys(TABLES) as GroupTable[]).map((name) => [name, build(name)])) as Record<GroupTable, T>;
}

function* writeTables(diffs: readonly TableDiff[]): Generator<string> {
  for (const diff of diffs) yield* upsertStatements(diff);
}

/** Children before their parents. */
function* clearTables(calendar: CalendarPlan, diffs: readonly TableDiff[]): Generator<string> {
  // Nothing sold since we looked is lost: the units go to 0 first, which the table refuses for a sold night.
  yield* deleteStatements(calendar.stock, "UPDATE stock SET units = 0");
  yield* deleteStatements(calendar.months);
  for (const diff of diffs.toReversed()) yield* deleteStatements(diff);
}

function refuseForeignNames(file: GroupFile, current: CurrentGroup, placeOf: PlaceOf): void {
  const faults = [{ id: file.group.id }, ...file.hotels].flatMap(({ id }, index) => {
    const site = current.sites.find((one) => one.site_id === id);
    const isGroup = index === 0;
    if (!site || (site.group_id === file.group.id && site.kind === (isGroup ? "group" : "hotel"))) return [];
    const owner = site.kind === "group" ? "another group" : `a hotel of group "${site.group_id}"`;
    return [`${placeOf(isGroup ? ["group", "id"] : ["hotels", index - 1, "id"])}: the name "${id}" belongs to ${owner}`];
  });
  if (faults.length > 0) throw new UserError([...faults, NOTHING_IMPORTED].join("\n"));
}

function oversoldText(path: string, problems: readonly string[]): string {
  const more = problems.length - OVERSOLD_SHOWN_MAX;
  const lines = [`${path}: the file has no room for what is sold; nothing was imported:`, ...problems.slice(0, OVERSOLD_SHOWN_MAX)];
  return [...lines, ...(more > 0 ? [`… and ${more} more nights`] : [])].join("\n");
}

function* insertSites(file: GroupFile, current: CurrentGroup): Generator<string> {
  const known = new Set(current.sites.map((site) => site.site_id));
  const wanted = [[file.group.id, file.group.id, "group"], ...file.hotels.map((hotel) => [hotel.id, file.group.id, "hotel"])].filter(
    ([siteId]) => !known.has(siteId ?? ""),
  );
  yield* insertRows("sites", ["site_id", "group_id", "kind"], wanted);
}

interface Touched {
  content: boolean;
  calendar: boolean;
}

function versionsTouched(
  file: GroupFile,
  current: CurrentGroup,
  diffs: Record<GroupTable, TableDiff>,
  calendar: readonly TableDiff[],
): Touched {
  const sellable = [...calendar, diffs.saleCodes, diffs.rooms, diffs.rates, diffs.extras, diffs.promotions];
  const listed = TABLES.hotels.columns.filter((column) => !UNLISTED_HOTEL_COLUMNS.has(column));
  return {
    content:
      current.group?.default_language !== canonicalLanguage(file.group.defaultLanguage) ||
      !isEmpty(diffs.texts) ||
      hotelsDiffer(diffs.hotels, current.rows.hotels, listed),
    calendar: sellable.some((diff) => !isEmpty(diff)) || hotelsDiffer(diffs.hotels, current.rows.hotels, CALENDAR_HOTEL_COLUMNS),
  };
}

function hotelsDiffer(diff: TableDiff, before: readonly Row[], columns: readonly string[]): boolean {
  if (diff.deletes.length > 0) return true;
  return diff.upserts.some((row) => {
    const known = before.find((one) => one.hotel_id === row.hotel_id);
    return !known || columns.some((column) => known[column] !== row[column]);
  });
}

function writeGroup(file: GroupFile, current: CurrentGroup, touched: Touched, nowMs: number): string[] {
  const { id, name } = file.group;
  const language = canonicalLanguage(file.group.defaultLanguage);
  if (!current.group)
    return [...insertRows("groups", ["group_id", "name", "default_language", "content_changed_ms"], [[id, name, language, nowMs]])];
  const renamed = current.group.name !== name || current.group.default_language !== language;
  if (!renamed && !touched.content && !touched.calendar) return [];
  const sets = [`name = ${literal(name)}`, `default_language = ${literal(language)}`];
  if (touched.content) sets.push("content_version = content_version + 1", `content_changed_ms = max(content_changed_ms, ${nowMs})`);
  if (touched.calendar) sets.push("calendar_version = calendar_version + 1");
  return [`UPDATE groups SET ${sets.join(", ")} WHERE group_id = ${literal(id)}`];
}
