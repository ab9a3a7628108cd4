/** What a night and a stay cost: docs/interface.md §4. Pure. */
import type { Discount, Hotel, Rate, Room } from "./catalogue.ts";
import { productOf } from "./bars.ts";
import { type Money, minorUnit, sumOf } from "../../base/money.ts";
import { UNPRICED } from "./compiled-month.ts";
import { type NightParts, isPriced, ownParts } from "./own-amounts.ts";
import { discountNight } from "./promotion.ts";
import type { HotelStay, Party } from "./stay.ts";

/** A rate as it applies to a stay. */
export interface RateTerms {
  rate: Rate;
  /** What a valid promotion gives, or null. */
  discount: Discount | null;
}

/** A part of a night's price: `adults` in place of `base` where a price is listed for their number. */
export type PriceStep = "base" | "adults" | "extraAdult" | "child" | "promotion" | "rooms";

/** A night's price, all rooms together, and what it is made of: the amounts add up to it. */
export interface ExplainedNight {
  /** From 0, within the stay. */
  night: number;
  price: Money;
  steps: { step: PriceStep; amount: Money }[];
}

/** Prices night by night, all rooms together. A night without a price costs nothing. */
export function nightPrices(stay: HotelStay, hotel: Hotel, room: Room, { rate, discount }: RateTerms, party: Party): Money[] {
  const unit = minorUnit(hotel.currencyCode);
  return nightParts(stay, hotel, room, rate, party).map((parts) => (parts ? priceNight(parts, discount, unit) * party.rooms : 0));
}

/** The nights that have a price, whether or not anything bars the stay. */
export function explainNights(stay: HotelStay, hotel: Hotel, room: Room, { rate, discount }: RateTerms, party: Party): ExplainedNight[] {
  const unit = minorUnit(hotel.currencyCode);
  return nightParts(stay, hotel, room, rate, party).flatMap((parts, night) => {
    if (!parts) return [];
    const { base, isListed, extraAdults, children } = parts;
    const price = priceNight(parts, discount, unit);
    const steps: ExplainedNight["steps"] = [{ step: isListed ? "adults" : "base", amount: base }];
    const add = (step: PriceStep, amount: Money): void => void (amount !== 0 && steps.push({ step, amount }));
    add("extraAdult", extraAdults);
    add("child", children);
    add("promotion", price - (base + extraAdults + children));
    add("rooms", price * (party.rooms - 1));
    return [{ night, price: price * party.rooms, steps }];
  });
}

/** The sum of nightPrices, without a step per night where no discount has to be rounded and no night has amounts of its own. */
export function totalPrice(stay: HotelStay, hotel: Hotel, room: Room, terms: RateTerms, party: Party): Money {
  const product = productOf(hotel, room, terms.rate).at;
  if (terms.discount || hasOwnAmounts(stay, product)) return sumOf(nightPrices(stay, hotel, room, terms, party));
  const { extraAdults, children } = rateAmounts(room, terms.rate, party);
  return (basePrice(stay, product) + stay.nights * (extraAdults + children)) * party.rooms;
}

/** What each night of one room is made of, before any discount; null where it has no price for the party. */
function nightParts(stay: HotelStay, hotel: Hotel, room: Room, rate: Rate, party: Party): (NightParts | null)[] {
  const product = productOf(hotel, room, rate).at;
  const amounts = rateAmounts(room, rate, party);
  const parts: (NightParts | null)[] = [];
  for (const [index, segment] of stay.segments.entries()) {
    const month = stay.months[index];
    const row = month?.rowOf[product] ?? -1;
    for (let day = segment.from; day < segment.to; day += 1) {
      const own = month?.own[row];
      if (!month || row < 0) parts.push(null);
      else if (own) parts.push(isPriced(own, party.adults, day) ? ownParts(own, room, rate, party, day) : null);
      else if (((month.openUntil[day * month.rows + row] ?? 0) & UNPRICED) !== 0) parts.push(null);
      else {
        const base = (month.priceSums[(day + 1) * month.rows + row] ?? 0) - (month.priceSums[day * month.rows + row] ?? 0);
        parts.push({ base, isListed: false, ...amounts });
      }
    }
  }
  return parts;
}

/** What the rate adds to a night for a party. */
function rateAmounts(room: Room, rate: Rate, party: Party): Pick<NightParts, "extraAdults" | "children"> {
  return {
    extraAdults: Math.max(0, party.adults - room.baseAdults) * rate.extraAdultAmount,
    children: party.children * rate.childAmount,
  };
}

/** The one place that makes the price of a room's night. */
function priceNight({ base, extraAdults, children }: NightParts, discount: Discount | null, unit: Money): Money {
  const full = base + extraAdults + children;
  return discount ? discountNight(full, discount, unit) : full;
}

function hasOwnAmounts(stay: HotelStay, product: number): boolean {
  for (let index = 0; index < stay.months.length; index += 1) {
    const month = stay.months[index];
    if (month?.own[month.rowOf[product] ?? -1]) return true;
  }
  return false;
}

/** The sum of a product's prices for the base occupancy over the stay. */
function basePrice(stay: HotelStay, product: number): Money {
  let sum = 0;
  for (let index = 0; index < stay.segments.length; index += 1) {
    const segment = stay.segments[index];
    const month = stay.months[index];
    if (!segment || !month) continue;
    const row = month.rowOf[product] ?? 0;
    sum += (month.priceSums[segment.to * month.rows + row] ?? 0) - (month.priceSums[segment.from * month.rows + row] ?? 0);
  }
  return sum;
}
