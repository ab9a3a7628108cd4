/** What readers of pushes share: numbers as text, one value for several rates. Pure. */
import type { PushedEntry, PushedRate } from "../partners/rules/calendar-push.ts";

const COUNT = /^\d{1,9}$/;

/** A whole number that is not negative, or null where the text is none. */
export function readCount(text: string): number | null {
  return COUNT.test(text) ? Number(text) : null;
}

/** The part of an entry that says the same of every rate. */
export function withRates(rates: readonly string[], values: PushedRate): Pick<PushedEntry, "rates"> {
  return { rates: Object.fromEntries(rates.map((rate) => [rate, values])) };
}
