/** What single nights of a room and rate cost apart from the rate's amounts: prices per adults, extra adult, child. Pure. */
import type { Money } from "../../base/money.ts";
import type { Rate, Room } from "./catalogue.ts";
import type { RateMonth } from "./hotel-month.ts";

/** Of a room at a rate in a month in which any night has such; by day, from 0. Few products have one, so it is not packed. */
export type OwnAmounts = Pick<RateMonth, "prices" | "extraAdult" | "child" | "adultPrices">;

/** What a night of one room is made of, before any discount. */
export interface NightParts {
  /** The price for the base occupancy, or the one listed for this number of adults. */
  base: Money;
  /** Whether `base` is listed for the number of adults: then no adult is extra. */
  isListed: boolean;
  extraAdults: Money;
  children: Money;
}

/** Those of a month, or null where no night has any. */
export function ownAmounts({ prices, extraAdult, child, adultPrices }: RateMonth): OwnAmounts | null {
  if (!extraAdult && !child && !adultPrices) return null;
  return { prices, ...(extraAdult ? { extraAdult } : {}), ...(child ? { child } : {}), ...(adultPrices ? { adultPrices } : {}) };
}

/** Whether a night has a price for so many adults. */
export function isPriced(own: OwnAmounts, adults: number, day: number): boolean {
  return listedPrice(own, adults, day) !== null || typeof own.prices[day] === "number";
}

/** The parts of a night that is priced. */
export function ownParts(own: OwnAmounts, room: Room, rate: Rate, party: { adults: number; children: number }, day: number): NightParts {
  const listed = listedPrice(own, party.adults, day);
  const extra = Math.max(0, party.adults - room.baseAdults) * (own.extraAdult?.[day] ?? rate.extraAdultAmount);
  return {
    base: listed ?? own.prices[day] ?? 0,
    isListed: listed !== null,
    extraAdults: listed === null ? extra : 0,
    children: party.children * (own.child?.[day] ?? rate.childAmount),
  };
}

/** Bytes it holds, about: a number or null each, and the arrays. */
export function ownAmountsBytes(own: OwnAmounts): number {
  const columns = 2 + Object.keys(own.adultPrices ?? {}).length + 1;
  return columns * (own.prices.length * 8 + 64);
}

function listedPrice(own: OwnAmounts, adults: number, day: number): Money | null {
  return own.adultPrices?.[adults]?.[day] ?? null;
}
