/** Why a stay is not offered and what its price is made of, as a hotelier reads it: docs/interface.md §18 and §20. Pure. */
import type { BarCode } from "../../selling/rules/bars.ts";
import type { Bar } from "../../selling/rules/explanation.ts";
import type { PriceStep } from "../../selling/rules/night-price.ts";
import { SPEECH } from "./frame.ts";

/** Parts of a night's price, in the order they are added up. */
export const STEP_NAMES: Readonly<Record<PriceStep, string>> = {
  base: "Room",
  adults: "Room for so many adults",
  extraAdult: "Extra adults",
  child: "Children",
  promotion: "Promo code",
  rooms: "Further rooms",
};

type Said = (bar: Bar, days: string) => string;

const SENTENCES: Readonly<Record<BarCode, Said>> = {
  arrival_in_past: () => "The arrival is before today at the hotel.",
  party_too_large: ({ required, actual }) => `Too many guests: it takes ${required} of a kind, not ${actual}.`,
  rate_hidden: () => "The rate needs a promo code that unlocks it.",
  not_for_sale: (_, days) => `No price for these guests, or no rooms: ${days}.`,
  stop_sell: (_, days) => `Selling is stopped: ${days}.`,
  sold_out: (_, days) => `Sold out: ${days}.`,
  closed_to_arrival: (_, days) => `Nobody may arrive on ${days}.`,
  closed_to_departure: (_, days) => `Nobody may leave on ${days}.`,
  below_minimum_stay: ({ required }, days) => `Too short: ${nights(required)} or more for arrivals on ${days}.`,
  above_maximum_stay: ({ required }, days) => `Too long: at most ${nights(required)} for arrivals on ${days}.`,
  below_minimum_stay_through: ({ required }, days) => `Too short: ${nights(required)} or more for stays over ${days}.`,
  above_maximum_stay_through: ({ required }, days) => `Too long: at most ${nights(required)} for stays over ${days}.`,
};

/** One sentence for each kind of bar, which names all of its days. */
export function barSentences(bars: readonly Bar[]): string[] {
  const kinds = new Map<string, [Bar, number[]]>();
  for (const bar of bars) {
    const kind = `${bar.code} ${bar.required} ${bar.day === null ? bar.actual : ""}`;
    const known = kinds.get(kind) ?? [bar, []];
    kinds.set(kind, known);
    if (bar.day !== null) known[1].push(bar.day);
  }
  return [...kinds.values()].map(([bar, days]) => SENTENCES[bar.code](bar, dayWords(days)));
}

/** Days in a row are told as a range; `days` ascend. */
export function dayWords(days: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && last.to === day - 1) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges.map(({ from, to }) => (from === to ? SPEECH.date(from) : `${SPEECH.date(from)} to ${SPEECH.date(to)}`)).join("; ");
}

function nights(count: number | null): string {
  return SPEECH.count("nights", count ?? 0);
}
