/**
 * From a group's file and the database to the statements that make the one of the other: none where nothing differs. Every change
 * leaves its event, and the event's sequence on what changed (docs/storage.md); content_version rises with what the listing shows.
 */
import { todayIn } from "../../src/base/calendar-date.ts";
import { type TableDiff, diffTable } from "../../src/change/rules/table-diff.ts";
import { deleteStatements, upsertStatements } from "../../src/change/write-table.ts";
import { GROUP_COLUMNS, type GroupTable, TABLES, groupRow, groupRows } from "../../src/content/rows/group-tables.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import type { Statement } from "../../src/host/database.ts";
import { type HotelPlan, removeNights, writeCalendars } from "../../src/selling/rows/calendar-writing.ts";
import { stampCalendars, stampCatalogues, stampTerms } from "../../src/selling/rows/stamps.ts";
import type { TargetDatabase } from "../support/database.ts";
import { insertRows } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type CurrentGroup, readCurrentGroup } from "./current-group.ts";
import type { GroupFile } from "./group-schema.ts";
import { planCalendars } from "./plan-calendars.ts";
import { planPeople } from "./plan-people.ts";
import { NOTHING_IMPORTED, type PlaceOf } from "./read-group-file.ts";
import { type Touched, touchedBy } from "./touched.ts";

/** What is shown of the units a file has no room for. */
const OVERSOLD_SHOWN_MAX = 20;

export interface GroupPlan {
  /** To be applied together. Empty: the database already is as the file says. */
  statements: Statement[];
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
  const plans = planCalendars(file, current, (timezone) => todayIn(timezone, nowMs));
  if (plans.problems.length > 0) throw new UserError(refusalText(placeOf([]), plans.problems));
  const people = await planPeople(file, current.users, current.operators, nowMs);
  const touched = touchedBy(file, current, diffs, plans.kept);
  const statements = [
    ...insertSites(file, current),
    ...writeGroup(file, current, touched, nowMs),
    ...Object.values(diffs).flatMap(upsertStatements),
    ...appendEvents(file.group.id, nowMs, touched.events),
    ...writeCalendars(file.group.id, plans.kept),
    ...stampCatalogues(file.group.id, touched.catalogues),
    ...stampCalendars(file.group.id, touched.calendars),
    ...(touched.terms ? [stampTerms(file.group.id)] : []),
    ...removeNights(file.group.id, plans.gone),
    // Children before their parents.
    ...Object.values(diffs).toReversed().flatMap(deleteStatements),
    ...people,
  ];
  return { statements, isNew: current.group === null, changes: statements.length === 0 ? 0 : Math.max(1, rowsOf(diffs, plans.kept)) };
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

function refusalText(path: string, problems: readonly string[]): string {
  const more = problems.length - OVERSOLD_SHOWN_MAX;
  const lines = [`${path}: the calendar cannot be taken; nothing was imported:`, ...problems.slice(0, OVERSOLD_SHOWN_MAX)];
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n");
}

function* insertSites(file: GroupFile, current: CurrentGroup): Generator<Statement> {
  const known = new Set(current.sites.map((site) => site.site_id));
  const wanted = [[file.group.id, file.group.id, "group"], ...file.hotels.map((hotel) => [hotel.id, file.group.id, "hotel"])].filter(
    ([siteId]) => !known.has(siteId ?? ""),
  );
  yield* insertRows("sites", ["site_id", "group_id", "kind"], wanted);
}

const INSERT_GROUP = `INSERT INTO groups (${GROUP_COLUMNS.join(", ")}, content_changed_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`;

/** The values of GROUP_COLUMNS, then ?7 now. */
const UPDATE_GROUP = `UPDATE groups SET name = ?2, default_language = ?3, booking_page = ?4, colour = ?5, logo = ?6,
  content_version = content_version + 1, content_changed_ms = max(content_changed_ms, ?7) WHERE group_id = ?1`;

function writeGroup(file: GroupFile, { group }: CurrentGroup, touched: Touched, nowMs: number): Statement[] {
  const row = groupRow(file);
  const values = [...GROUP_COLUMNS.map((column) => row[column] ?? null), nowMs];
  if (!group) return [{ sql: INSERT_GROUP, values }];
  return touched.listing ? [{ sql: UPDATE_GROUP, values }] : [];
}
