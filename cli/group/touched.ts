/** What an import touches: which versions rise, and which events say so. Pure. */
import { type Row, type TableDiff, isEmpty } from "../../src/change/rules/table-diff.ts";
import { GROUP_COLUMNS, type GroupTable, TABLES, groupRow } from "../../src/content/rows/group-tables.ts";
import type { NewEvent } from "../../src/events/rules/event.ts";
import type { HotelPlan } from "../../src/selling/rows/calendar-writing.ts";
import type { SeenHotel } from "../../src/selling/rows/stamps.ts";
import { ariChanged } from "../../src/selling/rules/ari-changed.ts";
import type { CurrentGroup } from "./current-group.ts";
import type { GroupFile } from "./group-schema.ts";

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

type Diffs = Record<GroupTable, TableDiff>;

/** Hotel columns the listing does not show, and those that prices and dates depend on. */
const UNLISTED_COLUMNS = new Set(["currency_code", "hold_nights_per_hour", "periods"]);
const CATALOGUE_COLUMNS = ["currency_code", "timezone", "check_in_hours", "check_in_minutes"];

/** Compares an import's diffs and plans with what there is. */
export function touchedBy(file: GroupFile, current: CurrentGroup, diffs: Diffs, plans: readonly HotelPlan[]): Touched {
  const before = new Map(current.rows.hotels.map((row) => [String(row.hotel_id), row]));
  const renamed = groupDiffers(file, current);
  const differ = (columns: readonly string[]) =>
    diffs.hotels.upserts.filter((row) => rowDiffers(before.get(String(row.hotel_id)), row, columns));
  const catalogues = new Set([
    ...differ(CATALOGUE_COLUMNS).map((row) => String(row.hotel_id)),
    ...[diffs.rooms, diffs.rates, diffs.extras].flatMap(hotelsOf),
  ]);
  const contents = new Set([...[diffs.hotels, diffs.texts].flatMap(hotelsOf), ...catalogues]);
  const seen = (hotelId: string): SeenHotel => ({ hotelId, seen: current.calendars.get(hotelId)?.version ?? 0 });
  const kept = new Set(file.hotels.map((hotel) => hotel.id));
  const moved = plans.filter(({ plan }) => plan.months.length + plan.stock.length + plan.gone.length > 0);
  const terms = !isEmpty(diffs.promotions) || !isEmpty(diffs.saleCodes) || hotelsCameOrWent(diffs.hotels, before);
  return {
    listing:
      renamed ||
      !isEmpty(diffs.texts) ||
      diffs.hotels.deletes.length > 0 ||
      differ(TABLES.hotels.columns.filter((column) => !UNLISTED_COLUMNS.has(column))).length > 0,
    terms,
    catalogues: [...catalogues].filter((hotelId) => kept.has(hotelId)).map(seen),
    calendars: moved.filter(({ hotelId }) => !catalogues.has(hotelId)).map(({ hotelId }) => seen(hotelId)),
    events: [
      ...(renamed || !isEmpty(diffs.promotions) || !isEmpty(diffs.saleCodes) || !isEmpty(diffs.payCodes)
        ? [contentChanged(file.group.id, null)]
        : []),
      ...[...contents].sort().map((hotelId) => contentChanged(file.group.id, hotelId)),
      ...moved.flatMap(({ hotelId, plan }) => ariChanged(file.group.id, hotelId, plan.changed)),
    ],
  };
}

/** Whether the group's own row changes: its name, language, or how it shows itself. */
export function groupDiffers(file: GroupFile, { group }: CurrentGroup): boolean {
  return rowDiffers(group ?? undefined, groupRow(file), GROUP_COLUMNS);
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
