/** Days of a hotel as the time in which documents were posted. Pure. */
import { instantAt } from "../../base/zone-time.ts";
import type { ExportPeriod } from "./export-period.ts";

/** Day numbers, both included. */
export interface DaySpan {
  from: number;
  to: number;
}

/** From the first day's midnight to the last millisecond of the last, on the hotel's clocks. */
export function postedIn(timezone: string, { from, to }: DaySpan): ExportPeriod {
  return { fromMs: instantAt(timezone, from, 0), untilMs: instantAt(timezone, to + 1, 0) - 1 };
}
