/** What a night and a stay cost: docs/interface.md §4. Pure. Of products that nothing bars. */
import type { Discount, Hotel, Rate, Room } from "./catalogue.ts";
import { productOf } from "./bars.ts";
import { type Money, minorUnit, sumOf } from "../../base/money.ts";
import { discountNight } from "./promotion.ts";
import type { HotelStay, Party } from "./stay.ts";

/** A rate as it applies to a stay. */
export interface RateTerms {
  rate: Rate;
  /** What a valid promotion gives, or null. */
  discount: Discount | null;
}

/** What prices a night of one room at one rate for a party. */
interface NightTerms {
  party: Party;
  extraAdults: Money;
  children: Money;
  discount: Discount | null;
  /** The currency's smallest amount. */
  unit: Money;
}

/** Prices night by night, all rooms together. */
export function nightPrices(stay: HotelStay, hotel: Hotel, room: Room, { rate, discount }: RateTerms, party: Party): Money[] {
  const terms = nightTerms(hotel, room, { rate, discount }, party);
  return basePrices(stay, productOf(hotel, room, rate).at).map((base) => priceNight(base, terms));
}

/** The sum of nightPrices, without a step per night where no discount has to be rounded. */
export function totalPrice(stay: HotelStay, hotel: Hotel, room: Room, terms: RateTerms, party: Party): Money {
  if (terms.discount) return sumOf(nightPrices(stay, hotel, room, terms, party));
  const { extraAdults, children } = nightTerms(hotel, room, terms, party);
  return (basePrice(stay, productOf(hotel, room, terms.rate).at) + stay.nights * (extraAdults + children)) * party.rooms;
}

function nightTerms(hotel: Hotel, room: Room, { rate, discount }: RateTerms, party: Party): NightTerms {
  return {
    party,
    extraAdults: Math.max(0, party.adults - room.baseAdults) * rate.extraAdultAmount,
    children: party.children * rate.childAmount,
    discount,
    unit: minorUnit(hotel.currencyCode),
  };
}

/** The one place that makes a night's price. */
function priceNight(base: Money, { party, extraAdults, children, discount, unit }: NightTerms): Money {
  const full = base + extraAdults + children;
  return (discount ? discountNight(full, discount, unit) : full) * party.rooms;
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

/** A product's price for the base occupancy, night by night. */
function basePrices(stay: HotelStay, product: number): Money[] {
  const prices: Money[] = [];
  for (const [index, segment] of stay.segments.entries()) {
    const month = stay.months[index];
    if (!month) continue;
    const row = month.rowOf[product] ?? 0;
    for (let day = segment.from; day < segment.to; day += 1) {
      prices.push((month.priceSums[(day + 1) * month.rows + row] ?? 0) - (month.priceSums[day * month.rows + row] ?? 0));
    }
  }
  return prices;
}
