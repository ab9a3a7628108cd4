/** What a change of a calendar is told: faults by their place, what is sold beyond it, and what was passed over. Pure. */
import { firstDayOfMonth, formatDate, parseDate } from "../../base/calendar-date.ts";
import { jsonPointer } from "../../base/json-pointer.ts";
import type { Failure } from "../../base/result.ts";
import type { Problem } from "../../base/validation.ts";
import { CALENDAR_PROBLEMS_MAX, LIVE_NIGHTS_MAX, SALES_READ_MAX } from "../limits.ts";
import { type CalendarEntry, nightsOf } from "./calendar-entry.ts";
import { type CalendarTerms, checkEntry, collect } from "./check-calendar.ts";
import type { SaleEvent } from "./count-left.ts";
import type { ChangedField } from "./describe-changes.ts";
import { type CalendarPlan, type UnitsSold, describeUnitsSold } from "./plan-calendar.ts";

/** A sentence about an entry; `pointer` leads into the request's body. */
interface CalendarWarning {
  pointer: string;
  detail: string;
}

/** The answer to a change; a key is answered with it again. */
export interface CalendarChanged {
  calendarVersion: number;
  /** Nights of rooms on which anything differs now. */
  nightsChanged: number;
  warnings: readonly CalendarWarning[];
  /** What differs, where the change asked to be told. */
  changes?: readonly ChangedField[];
}

/** What entries contradict, by their place in the request. */
export function calendarProblems(
  entries: readonly (CalendarEntry | null)[],
  stored: CalendarTerms & { sequence: number; sales: readonly SaleEvent[] },
): Problem[] {
  const { problems, report } = collect();
  for (const [index, entry] of entries.entries()) {
    if (entry === null) continue;
    const path = ["calendar", index];
    checkEntry(entry, stored, path, report);
    if (entry.asOf === undefined) continue;
    if (entry.asOf > stored.sequence) report([...path, "asOf"], "too_big", `The newest event is ${stored.sequence}.`);
    else if (stored.sales.length > SALES_READ_MAX)
      report([...path, "asOf"], "too_small", "Is too far behind: read the feed to its end first.");
  }
  let nights = 0;
  for (const entry of entries) if (entry) nights += nightsTimesRates(entry);
  if (nights > LIVE_NIGHTS_MAX)
    report(["calendar"], "too_big", `Nights times rates are more than ${LIVE_NIGHTS_MAX}: send several requests.`);
  return problems;
}

function nightsTimesRates({ from, to, rates }: CalendarEntry): number {
  return Math.max(0, Number(parseDate(to)) - Number(parseDate(from)) + 1) * Math.max(1, Object.keys(rates).length);
}

/** The failure of a request with faults. */
export function invalidCalendar(problems: readonly Problem[]): Failure {
  const errors = problems.slice(0, CALENDAR_PROBLEMS_MAX).map(({ path, code, detail }) => ({ pointer: jsonPointer(path), code, detail }));
  return { code: "invalid_calendar", errors };
}

/** Why a plan cannot be written, or null. */
export function refusalOf({ unitsSold, tooLarge }: CalendarPlan): Failure | null {
  if (unitsSold.length > 0) return unitsSoldFailure(unitsSold);
  const [month] = tooLarge;
  if (month === undefined) return null;
  const detail = `The month from ${formatDate(firstDayOfMonth(month))} would be too large to store: use fewer rates or prices per adults.`;
  return invalidCalendar([{ path: ["calendar"], code: "too_big", detail }]);
}

/** The failure of a change that leaves too few units. */
export function unitsSoldFailure(nights: readonly UnitsSold[]): Failure {
  const shown = nights.slice(0, CALENDAR_PROBLEMS_MAX);
  const [first] = shown;
  const more = nights.length > 1 ? ` And ${nights.length - 1} more nights.` : "";
  return {
    code: "units_sold",
    unitsSold: shown.map(({ roomId, night, sold, units }) => ({ room: roomId, night: formatDate(night), sold, units })),
    detail: first ? `${describeUnitsSold(first)}${more}` : "",
  };
}

/** One sentence for each entry that speaks of nights before today. */
export function pastNightWarnings(entries: readonly (CalendarEntry | null)[], today: number): CalendarWarning[] {
  const warnings: CalendarWarning[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry === null || Number(parseDate(entry.from)) >= today) continue;
    let past = 0;
    for (const night of nightsOf(entry)) if (night < today) past += 1;
    if (past === 0) continue;
    const detail = `${past === 1 ? "1 night" : `${past} nights`} before ${formatDate(today)}, the hotel's today: passed over.`;
    warnings.push({ pointer: jsonPointer(["calendar", index, "from"]), detail });
    if (warnings.length === CALENDAR_PROBLEMS_MAX) break;
  }
  return warnings;
}
