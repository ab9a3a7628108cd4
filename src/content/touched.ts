/** What a change of content touches: which versions rise, and which events say so. Pure. */
import { type Row, type TableDiff, isEmpty } from "../change/rules/table-diff.ts";
import type { NewEvent } from "../events/rules/event.ts";
import { ariChanged } from "../selling/rules/ari-changed.ts";
import type { HotelPlan, SeenHotel } from "../selling/rules/plan-calendar.ts";
import { type GroupTable, TABLES } from "./rows/group-tables.ts";

export interface Touched {
  /** Whether the hotel listing shows any of it. */
  listing: boolean;
  /** Whether what holds for all hotels changed: promotions, sale codes, which hotels there are. */
  terms: boolean;
  catalogues: SeenHotel[];
  /** Hotels of which the calendar alone changed. */
  calendars: SeenHotel[];
  events: NewEvent[];
}

/** A change as it was planned. */
export interface PlannedContent {
  groupId: string;
  diffs: Diffs;
  /** Plans of the hotels there are after it. */
  plans: readonly HotelPlan[];
  /** Rows of hotels there were, by id; and their calendar_version. */
  before: ReadonlyMap<string, Row>;
  versions: ReadonlyMap<string, number>;
  /** Whether the group's own row changes: its name, its language, how it shows itself. */
  groupChanged: boolean;
}

export type Diffs = Record<GroupTable, TableDiff>;

/** Hotel columns the listing does not show, and those that prices and dates depend on. */
const UNLISTED_COLUMNS = new Set(["currency_code", "hold_nights_per_hour", "periods"]);
const CATALOGUE_COLUMNS = ["currency_code", "timezone", "check_in_hours", "check_in_minutes"];

/** Compares a change's diffs and plans with what there is. */
export function touchedBy({ groupId, diffs, plans, before, versions, groupChanged }: PlannedContent): Touched {
  const differ = (columns: readonly string[]) =>
    diffs.hotels.upserts.filter((row) => rowDiffers(before.get(String(row.hotel_id)), row, columns));
  const gone = new Set(diffs.hotels.deletes.map((row) => String(row.hotel_id)));
  const catalogues = new Set([
    ...differ(CATALOGUE_COLUMNS).map((row) => String(row.hotel_id)),
    ...[diffs.rooms, diffs.rates, diffs.extras].flatMap(hotelsOf),
  ]);
  const contents = new Set([...[diffs.hotels, diffs.texts].flatMap(hotelsOf), ...catalogues]);
  const seen = (hotelId: string): SeenHotel => ({ hotelId, seen: versions.get(hotelId) ?? 0 });
  const moved = plans.filter(({ plan }) => plan.months.length + plan.stock.length + plan.gone.length > 0);
  const groupWide = groupChanged || [diffs.promotions, diffs.saleCodes, diffs.payCodes].some((diff) => !isEmpty(diff));
  return {
    listing:
      groupChanged ||
      !isEmpty(diffs.texts) ||
      gone.size > 0 ||
      differ(TABLES.hotels.columns.filter((column) => !UNLISTED_COLUMNS.has(column))).length > 0,
    terms: !isEmpty(diffs.promotions) || !isEmpty(diffs.saleCodes) || hotelsCameOrWent(diffs.hotels, before),
    catalogues: [...catalogues].filter((hotelId) => !gone.has(hotelId)).map(seen),
    calendars: moved.filter(({ hotelId }) => !catalogues.has(hotelId)).map(({ hotelId }) => seen(hotelId)),
    events: [
      ...(groupWide ? [contentChanged(groupId, null)] : []),
      ...[...contents].sort().map((hotelId) => contentChanged(groupId, hotelId)),
      ...moved.flatMap(({ hotelId, plan }) => ariChanged(groupId, hotelId, plan.changed)),
    ],
  };
}

function rowDiffers(before: Row | undefined, row: Row, columns: readonly string[]): boolean {
  return !before || columns.some((column) => before[column] !== row[column]);
}

function hotelsOf(diff: TableDiff): string[] {
  return [...diff.upserts, ...diff.deletes].map((row) => String(row.hotel_id));
}

function hotelsCameOrWent(diff: TableDiff, before: ReadonlyMap<string, Row>): boolean {
  return diff.deletes.length > 0 || diff.upserts.some((row) => !before.has(String(row.hotel_id)));
}

function contentChanged(groupId: string, hotelId: string | null): NewEvent {
  const subject = hotelId === null ? `/content/${groupId}` : `/content/${groupId}/hotels/${hotelId}`;
  return { type: "content.changed", subject, hotelId, data: { hotelId } };
}
