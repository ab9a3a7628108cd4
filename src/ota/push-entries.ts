/** What readers of pushes share: numbers as text, one value for several rates. Pure. */
import type { CalendarEntry, RateNights } from "../selling/rules/calendar-entry.ts";

const COUNT = /^\d{1,9}$/;

/** A whole number that is not negative, or null where the text is none. */
export function readCount(text: string): number | null {
  return COUNT.test(text) ? Number(text) : null;
}

/** The same of every rate. */
export function forRates(rates: readonly string[], values: RateNights): CalendarEntry["rates"] {
  return Object.fromEntries(rates.map((rate) => [rate, values]));
}
