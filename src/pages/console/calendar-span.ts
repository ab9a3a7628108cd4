/** Which months of a calendar are looked at, and how: docs/interface.md §20. Pure. */
import { monthOfDay, parseDate } from "../../base/calendar-date.ts";
import { MONTHS_SHOWN, YEAR_MONTHS } from "../limits.ts";
import type { CalendarFields } from "./calendar-form.ts";
import type { Shading } from "./heat-map.ts";

export interface CalendarSpan {
  /** Number of its first month. */
  month: number;
  /** How many: MONTHS_SHOWN or YEAR_MONTHS. */
  months: number;
  shading: Shading;
}

/** Begins where it is said, while the night that the form begins with is in it; else with that. */
export function readSpan(form: URLSearchParams, chosenFrom: number): CalendarSpan {
  const months = form.get("months") === String(YEAR_MONTHS) ? YEAR_MONTHS : MONTHS_SHOWN;
  const shading = form.get("shade") === "price" ? "price" : "sold";
  const own = monthOfDay(chosenFrom);
  const said = readMonth(form);
  const isElsewhere = form.has("from") && (own < said || own >= said + months);
  return { month: isElsewhere || Number.isNaN(said) ? own : said, months, shading };
}

function readMonth(form: URLSearchParams): number {
  const first = parseDate(`${form.get("month") ?? ""}-01`);
  return first === null ? NaN : monthOfDay(first);
}

/** YYYY-MM of a month's number. */
export function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
}

/** Where the same room and rate are looked at over a span. */
export function spanPath({ hotel, room, rate }: CalendarFields, { month, months, shading }: CalendarSpan): string {
  const query = new URLSearchParams({ hotel, room, rate, month: monthText(month), months: String(months), shade: shading });
  return `/console/calendar?${query.toString()}#nights`;
}
