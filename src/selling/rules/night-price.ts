/** What a night and a stay cost: docs/interface.md §4. Pure. Of products that nothing bars. */
import type { Discount, Hotel, Rate, Room } from "./catalogue.ts";
import { productOf } from "./bars.ts";
import { type Money, minorUnit, sumOf } from "../../base/money.ts";
import { type NightParts, ownParts } from "./own-amounts.ts";
import { discountNight } from "./promotion.ts";
import type { HotelStay, Party } from "./stay.ts";

/** A rate as it applies to a stay. */
export interface RateTerms {
  rate: Rate;
  /** What a valid promotion gives, or null. */
  discount: Discount | null;
}

/** Prices night by night, all rooms together. */
export function nightPrices(stay: HotelStay, hotel: Hotel, room: Room, { rate, discount }: RateTerms, party: Party): Money[] {
  const unit = minorUnit(hotel.currencyCode);
  return nightParts(stay, hotel, room, rate, party).map((parts) => priceNight(parts, discount, unit) * party.rooms);
}

/** The sum of nightPrices, without a step per night where no discount has to be rounded and no night has amounts of its own. */
export function totalPrice(stay: HotelStay, hotel: Hotel, room: Room, terms: RateTerms, party: Party): Money {
  const product = productOf(hotel, room, terms.rate).at;
  if (terms.discount || hasOwnAmounts(stay, product)) return sumOf(nightPrices(stay, hotel, room, terms, party));
  const { extraAdults, children } = rateAmounts(room, terms.rate, party);
  return (basePrice(stay, product) + stay.nights * (extraAdults + children)) * party.rooms;
}

/** What each night of one room is made of, before any discount. */
function nightParts(stay: HotelStay, hotel: Hotel, room: Room, rate: Rate, party: Party): NightParts[] {
  const product = productOf(hotel, room, rate).at;
  const amounts = rateAmounts(room, rate, party);
  const parts: NightParts[] = [];
  for (const [index, segment] of stay.segments.entries()) {
    const month = stay.months[index];
    if (!month) continue;
    const row = month.rowOf[product] ?? 0;
    const own = month.own[row];
    for (let day = segment.from; day < segment.to; day += 1) {
      if (own) parts.push(ownParts(own, room, rate, party, day));
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
