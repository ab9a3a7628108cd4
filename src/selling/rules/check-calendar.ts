/** What the values of calendar entries mean for each other and for their hotel: names, lengths, decimals, dates. Pure. */
import { parseDate } from "../../base/calendar-date.ts";
import { fromJsonNumber, minorUnit } from "../../base/money.ts";
import type { Problem } from "../../base/validation.ts";
import { ENTRY_NIGHTS_MAX } from "../limits.ts";
import type { CalendarEntry, RateNights } from "./calendar-entry.ts";

/** What a calendar's entries may name, and the currency of its prices. */
export interface CalendarTerms {
  rooms: ReadonlySet<string>;
  rates: ReadonlySet<string>;
  currencyCode: string;
}

type Path = readonly PropertyKey[];
export type Report = (path: Path, code: string, detail: string) => void;

/** Every contradiction in one entry whose single values are valid; `path` is the entry's own. */
export function checkEntry(entry: CalendarEntry, terms: CalendarTerms, path: Path, report: Report): void {
  if (!terms.rooms.has(entry.room)) report([...path, "room"], "unknown_room", `The hotel has no room "${entry.room}".`);
  const nights = nightsOfRange(entry, path, report);
  ofLength(entry.units, nights, [...path, "units"], report);
  ofLength(entry.left, nights, [...path, "left"], report);
  if (entry.left !== undefined && entry.units !== undefined) report([...path, "left"], "contradiction", "Cannot stand beside units.");
  if (entry.asOf !== undefined && entry.left === undefined) report([...path, "asOf"], "contradiction", "Belongs to left.");
  for (const [rateId, rate] of Object.entries(entry.rates)) {
    const ratePath = [...path, "rates", rateId];
    if (!terms.rates.has(rateId)) report(ratePath, "unknown_rate", `The hotel has no rate "${rateId}".`);
    checkRate(rate, nights, terms.currencyCode, ratePath, report);
  }
}

/** The nights from an entry's first day to its last. */
function nightsBetween({ from, to }: CalendarEntry): number {
  return Number(parseDate(to)) - Number(parseDate(from)) + 1;
}

/** Whether an entry names no more nights than it may: of another nothing needs to be read. */
export function isShortEnough(entry: CalendarEntry): boolean {
  return nightsBetween(entry) <= ENTRY_NIGHTS_MAX;
}

/** How many nights a range has; null, and a report, where it has none or too many. */
function nightsOfRange(entry: CalendarEntry, path: Path, report: Report): number | null {
  const nights = nightsBetween(entry);
  if (nights >= 1 && nights <= ENTRY_NIGHTS_MAX) return nights;
  if (nights < 1) report([...path, "to"], "invalid_range", "Is before from.");
  else report([...path, "to"], "too_big", `Is more than ${ENTRY_NIGHTS_MAX} nights after from.`);
  return null;
}

function checkRate(rate: RateNights, nights: number | null, currencyCode: string, path: Path, report: Report): void {
  ofLength(rate.price, nights, [...path, "price"], report);
  if (Array.isArray(rate.price)) {
    for (const [night, price] of rate.price.entries()) inDecimals(price, currencyCode, [...path, "price", night], report);
  } else inDecimals(rate.price, currencyCode, [...path, "price"], report);
  for (const [adults, price] of Object.entries(rate.prices ?? {})) inDecimals(price, currencyCode, [...path, "prices", adults], report);
  for (const field of ["extraAdult", "child"] as const) inDecimals(rate[field], currencyCode, [...path, field], report);
  for (const [least, most] of STAY_BOUNDS) {
    const [minimum, maximum] = [rate[least], rate[most]];
    if (minimum && maximum && minimum > maximum) report([...path, least], "contradiction", `Is more than ${most}.`);
  }
}

const STAY_BOUNDS = [
  ["minStayArrival", "maxStayArrival"],
  ["minStayThrough", "maxStayThrough"],
] as const;

/** Reports a price with more decimals than its currency has. */
export function inDecimals(value: number | null | undefined, currencyCode: string, path: Path, report: Report): void {
  if (value === null || value === undefined) return;
  const money = fromJsonNumber(value);
  if (money === null || money % minorUnit(currencyCode) !== 0) {
    report(path, "too_many_decimals", `${value} has more decimals than ${currencyCode} has.`);
  }
}

function ofLength(value: unknown, nights: number | null, path: Path, report: Report): void {
  if (Array.isArray(value) && nights !== null && value.length !== nights) {
    report(path, "wrong_length", `Has ${value.length} values for ${nights} nights.`);
  }
}

/** A report that collects. */
export function collect(): { problems: Problem[]; report: Report } {
  const problems: Problem[] = [];
  return { problems, report: (path, code, detail) => void problems.push({ path, code, detail }) };
}
