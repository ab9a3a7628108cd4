/**
 * From a group's file and the database to the statements that make the one of the other: none where nothing differs. Every change
 * leaves its event, and the event's sequence on what changed (docs/storage.md); content_version rises with what the listing shows.
 */
import { todayIn } from "../../src/base/calendar-date.ts";
import { type Row, type TableDiff, diffTable } from "../../src/change/rules/table-diff.ts";
import { GROUP_COLUMNS, type GroupTable, TABLES, groupRow, groupRows } from "../../src/content/rows/group-tables.ts";
import type { Statement } from "../../src/host/database.ts";
import { touchedBy } from "../../src/content/touched.ts";
import { contentStatements } from "../../src/content/write-content.ts";
import type { HotelPlan } from "../../src/selling/rules/plan-calendar.ts";
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { insertRows } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type CurrentGroup, readCurrentGroup } from "./current-group.ts";
import { describePlan } from "./describe-plan.ts";
import type { GroupFile } from "./group-schema.ts";
import { planCalendars } from "./plan-calendars.ts";
import { planPeople } from "./plan-people.ts";
import { NOTHING_IMPORTED, type PlaceOf } from "./read-group-file.ts";

/** What is shown of the units a file has no room for. */
const OVERSOLD_SHOWN_MAX = 20;

export interface GroupPlan {
  /** To be applied together. Empty: the database already is as the file says. */
  statements: Statement[];
  /** Names that the group is the first to use: claimed in the first database, before. */
  names: Statement[];
  isNew: boolean;
  /** Rows written or removed, for people to read. */
  changes: number;
  /** What changes, in words. */
  words: readonly string[];
}

/** Plans the import of a checked group into its database; `placeOf` names file and field in refusals. Reads only. */
export async function planGroup(home: TargetDatabase, file: GroupFile, placeOf: PlaceOf, nowMs: number): Promise<GroupPlan> {
  const siteIds = [file.group.id, ...file.hotels.map((hotel) => hotel.id)];
  const current = await readCurrentGroup(home, file.group.id, siteIds, nowMs);
  refuseForeignNames(file, current, placeOf);
  const wanted = groupRows(file);
  const diffs = mapTables((name) => diffTable(TABLES[name], current.rows[name], wanted[name]));
  const plans = planCalendars(file, current, (timezone) => todayIn(timezone, nowMs));
  if (plans.problems.length > 0) throw new UserError(refusalText(placeOf([]), plans.problems));
  await refuseCurrencyChange(home, file, current, placeOf);
  const people = await planPeople(file, current.users, current.operators, nowMs);
  const own = groupRow(file);
  const groupChanged = GROUP_COLUMNS.some((column) => current.group?.[column] !== own[column]);
  const touched = touchedBy({
    groupId: file.group.id,
    diffs,
    plans: plans.kept,
    before: new Map(current.rows.hotels.map((row) => [String(row.hotel_id), row])),
    versions: new Map([...current.calendars].map(([hotelId, { version }]) => [hotelId, version ?? 0])),
    groupChanged,
  });
  const known = new Set(current.ownSites.map((site) => site.site_id));
  const newSites = file.hotels.map((hotel) => hotel.id).filter((hotelId) => !known.has(hotelId));
  const isNew = current.group === null;
  const statements = [
    ...(isNew ? insertGroup(own, nowMs, known) : []),
    ...(!isNew && groupChanged ? [updateGroup(own)] : []),
    ...contentStatements({
      groupId: file.group.id,
      nowMs,
      newSites,
      diffs,
      kept: plans.kept,
      gone: plans.gone,
      touched: { ...touched, listing: touched.listing && !isNew },
    }),
    ...people,
  ];
  const timezones = new Map([...current.rows.hotels, ...diffs.hotels.upserts].map((row) => [String(row.hotel_id), String(row.timezone)]));
  const words = describePlan(diffs, plans.kept, current, (hotelId) => todayIn(timezones.get(hotelId) ?? "UTC", nowMs));
  return {
    statements,
    names: claims(file, current),
    isNew,
    words,
    changes: statements.length === 0 ? 0 : Math.max(1, rowsOf(diffs, plans.kept)),
  };
}

function mapTables<T>(build: (name: GroupTable) => T): Record<GroupTable, T> {
  return Object.fromEntries((Object.keys(TABLES) as GroupTable[]).map((name) => [name, build(name)])) as Record<GroupTable, T>;
}

function rowsOf(diffs: Record<GroupTable, TableDiff>, plans: readonly HotelPlan[]): number {
  const inTables = Object.values(diffs).reduce((sum, diff) => sum + diff.upserts.length + diff.deletes.length, 0);
  return plans.reduce((sum, { plan }) => sum + plan.months.length + plan.stock.length + plan.gone.length, inTables);
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

/** The database refuses it too; here it is told by file and field. */
async function refuseCurrencyChange(db: TargetDatabase, file: GroupFile, current: CurrentGroup, placeOf: PlaceOf): Promise<void> {
  const before = new Map(current.rows.hotels.map((row) => [String(row.hotel_id), row.currency_code]));
  for (const [index, { id, currencyCode }] of file.hotels.entries()) {
    const was = before.get(id);
    if (was === undefined || was === currencyCode) continue;
    const [group, hotel] = [literal(file.group.id), literal(id)];
    const used = await db.query(
      `SELECT 1 FROM ledger_lines WHERE group_id = ${group} AND site_id = ${hotel}
       UNION ALL SELECT 1 FROM booking_versions WHERE group_id = ${group} AND hotel_id = ${hotel} LIMIT 1`,
    );
    if (used.length === 0) continue;
    const place = placeOf(["hotels", index, "currencyCode"]);
    throw new UserError(`${place}: Something was sold or posted in ${was}: the currency cannot change.\n${NOTHING_IMPORTED}`);
  }
}

function refusalText(path: string, problems: readonly string[]): string {
  const more = problems.length - OVERSOLD_SHOWN_MAX;
  const lines = [`${path}: the calendar cannot be taken; nothing was imported:`, ...problems.slice(0, OVERSOLD_SHOWN_MAX)];
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n");
}

function insertGroup(own: Row, nowMs: number, known: ReadonlySet<string>): Statement[] {
  const places = GROUP_COLUMNS.map((_, at) => `?${at + 1}`).join(", ");
  const groupId = String(own.group_id);
  return [
    ...(known.has(groupId) ? [] : [{ sql: "INSERT INTO sites (site_id, group_id, kind) VALUES (?1, ?1, 'group')", values: [groupId] }]),
    {
      sql: `INSERT INTO groups (${GROUP_COLUMNS.join(", ")}, content_changed_ms) VALUES (${places}, ?${GROUP_COLUMNS.length + 1})`,
      values: [...GROUP_COLUMNS.map((column) => own[column] ?? null), nowMs],
    },
  ];
}

/** The names that the first database does not know yet. */
function claims(file: GroupFile, { sites }: CurrentGroup): Statement[] {
  const known = new Set(sites.map((site) => site.site_id));
  const wanted = [[file.group.id, "group"], ...file.hotels.map((hotel) => [hotel.id, "hotel"])].filter(
    ([siteId]) => !known.has(siteId ?? ""),
  );
  return [
    ...insertRows(
      "sites",
      ["site_id", "kind", "group_id"],
      wanted.map(([siteId = "", kind = ""]) => [siteId, kind, file.group.id]),
    ),
  ];
}

function updateGroup(own: Row): Statement {
  const sets = GROUP_COLUMNS.slice(1).map((column, at) => `${column} = ?${at + 2}`);
  return { sql: `UPDATE groups SET ${sets.join(", ")} WHERE group_id = ?1`, values: GROUP_COLUMNS.map((column) => own[column] ?? null) };
}
