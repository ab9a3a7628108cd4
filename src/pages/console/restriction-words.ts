/** A night's restrictions in words, and in the few letters a cell of the heat map has room for: docs/interface.md §20. Pure. */
import { type Money, toJsonNumber } from "../../base/money.ts";
import type { Restrictions } from "../../selling/rules/hotel-month.ts";
import { ADULT_PRICES_SHOWN } from "../limits.ts";
import { SPEECH } from "./frame.ts";

/** Of one night; 0 nights are no bound. */
export interface NightRules extends Restrictions {
  maxStayThrough: number;
}

/** What a night has of its own for its guests; null: as the rate has it. */
export interface NightAmounts {
  extraAdult: Money | null;
  child: Money | null;
  byAdults: readonly (readonly [adults: string, price: Money])[];
}

/** `own` stands among the words alone. */
export function restrictionWords(rules: NightRules, own: NightAmounts): { notes: string[]; marks: string } {
  const { stopSell, closedToArrival, closedToDeparture, minStayArrival, maxStayArrival, minStayThrough, maxStayThrough } = rules;
  const nights = (count: number): string => SPEECH.count("nights", count);
  const notes = [
    ...(stopSell ? ["not sold"] : []),
    ...(closedToArrival ? ["no arrival"] : []),
    ...(closedToDeparture ? ["no departure"] : []),
    ...(minStayArrival > 1 ? [`arriving: ${nights(minStayArrival)} or more`] : []),
    ...(maxStayArrival > 0 ? [`arriving: at most ${nights(maxStayArrival)}`] : []),
    ...(minStayThrough > 1 ? [`any stay: ${nights(minStayThrough)} or more`] : []),
    ...(maxStayThrough > 0 ? [`any stay: at most ${nights(maxStayThrough)}`] : []),
    ...amountWords(own),
  ];
  if (stopSell) return { notes, marks: "×" };
  const least = Math.max(minStayArrival, minStayThrough);
  const bounds = [maxStayArrival, maxStayThrough].filter((most) => most > 0);
  const marks = [
    closedToArrival ? "A" : "",
    closedToDeparture ? "D" : "",
    least > 1 ? `${least}+` : "",
    bounds.length > 0 ? `${Math.min(...bounds)}−` : "",
  ];
  return { notes, marks: marks.join("") };
}

function amountWords({ extraAdult, child, byAdults }: NightAmounts): string[] {
  const listed = byAdults.slice(0, ADULT_PRICES_SHOWN).map(([adults, price]) => `${adults}: ${toJsonNumber(price)}`);
  const more = byAdults.length > ADULT_PRICES_SHOWN ? "; …" : "";
  return [
    ...(listed.length > 0 ? [`by adults ${listed.join("; ")}${more}`] : []),
    ...(extraAdult === null ? [] : [`further adult ${toJsonNumber(extraAdult)}`]),
    ...(child === null ? [] : [`child ${toJsonNumber(child)}`]),
  ];
}
