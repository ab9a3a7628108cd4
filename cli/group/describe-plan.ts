/** What an import is about to change, in words: one line for each thing. Pure. */
import { toJsonNumber } from "../../src/base/money.ts";
import type { Row, TableDiff } from "../../src/change/rules/table-diff.ts";
import type { Diffs } from "../../src/content/touched.ts";
import type { HotelPlan } from "../../src/selling/rules/plan-calendar.ts";
import { describeChanges } from "../../src/selling/rules/describe-changes.ts";
import type { CurrentGroup } from "./current-group.ts";

/** Lines shown: a person reads them before saying yes. */
const LINES_SHOWN_MAX = 200;

const MONEY_COLUMNS = new Set(["extra_adult_amount", "child_amount", "price", "amount"]);
const PERCENT_COLUMNS = new Set(["tax_basis_points", "deposit_basis_points", "percent_basis_points"]);

/** Tables by what a row of theirs is called, and the column that names it. */
const THINGS: Readonly<Record<keyof Diffs, [thing: string, name: string | null]>> = {
  saleCodes: ["sale code", "sale_code"],
  payCodes: ["pay code", "pay_code"],
  hotels: ["", null],
  texts: ["description", "language"],
  rooms: ["room", "room_id"],
  rates: ["rate", "rate_id"],
  extras: ["extra", "extra_id"],
  promotions: ["promotion", "promo_code"],
};

/** Lines, as "House A: 31 nights DBL FLEX 150 → 175". `todayOf` gives a hotel's date. */
export function describePlan(
  diffs: Diffs,
  plans: readonly HotelPlan[],
  current: CurrentGroup,
  todayOf: (hotelId: string) => number,
): string[] {
  const names = new Map([...current.rows.hotels, ...diffs.hotels.upserts].map((row) => [String(row.hotel_id), String(row.name)]));
  const nameOf = (hotelId: unknown): string => names.get(String(hotelId)) ?? String(hotelId);
  const lines = (Object.keys(diffs) as (keyof Diffs)[]).flatMap((table) => describeRows(table, diffs[table], current.rows[table], nameOf));
  for (const { hotelId, plan } of plans) {
    const stored = current.calendars.get(hotelId)?.months ?? new Map<number, string>();
    for (const line of describeChanges(stored, plan.months, todayOf(hotelId))) lines.push(`${nameOf(hotelId)}: ${line}`);
  }
  const more = lines.length - LINES_SHOWN_MAX;
  return [...lines.slice(0, LINES_SHOWN_MAX), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function describeRows(table: keyof Diffs, diff: TableDiff, before: readonly Row[], nameOf: (hotelId: unknown) => string): string[] {
  const [thing, column] = THINGS[table];
  const subject = (row: Row): string => {
    const what = column === null ? "" : `${thing} ${String(row[column])}`;
    return [row.hotel_id === undefined ? "" : `${nameOf(row.hotel_id)}:`, what].filter(Boolean).join(" ");
  };
  const known = (row: Row) => before.find((one) => diff.table.key.every((key) => one[key] === row[key]));
  return [
    ...diff.upserts.flatMap((row) => {
      const old = known(row);
      if (!old) return [`${subject(row)} is new`];
      const changed = diff.table.columns.filter((name) => old[name] !== row[name]);
      return changed.map((name) => `${subject(row)} ${name.replaceAll("_", " ")} ${told(name, old[name])} → ${told(name, row[name])}`);
    }),
    ...diff.deletes.map((row) => `${subject(row)} goes`),
  ];
}

function told(column: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "none";
  if (MONEY_COLUMNS.has(column)) return String(toJsonNumber(Number(value)));
  if (PERCENT_COLUMNS.has(column)) return `${Number(value) / 100} %`;
  return typeof value === "string" ? `"${value}"` : String(value);
}
