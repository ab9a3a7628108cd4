/** The group of the named examples: one hotel with one room and one rate, 100.00 a night, from which each example departs. */
import { parseDate } from "../../src/base/calendar-date.ts";
import type { Promotion } from "../../src/selling/rules/catalogue.ts";
import { NO_RESTRICTIONS, type PlainGroup, type PlainHotel, type PlainNight } from "./plain-group.ts";

/** A day number of a date that is one. */
export function day(text: string): number {
  const number = parseDate(text);
  if (number === null) throw new RangeError(text);
  return number;
}

/** Sold from `from` to `to`, both nights included; 5 units, base 2 adults, at most 3 and 2 children; +20 an adult, +10 a child. */
export function oneHotel(from: string, to: string, changes: Partial<PlainHotel> = {}): PlainHotel {
  const hotel: PlainHotel = {
    id: "h1",
    timezone: "Europe/Lisbon",
    currencyCode: "EUR",
    rooms: [{ id: "double", baseAdults: 2, maxAdults: 3, maxChildren: 2 }],
    rates: [{ id: "flex", hidden: false, extraAdultAmount: 200_000, childAmount: 100_000 }],
    nights: [],
    stock: [],
    ...changes,
  };
  for (let night = day(from); night <= day(to); night += 1) {
    for (const room of hotel.rooms) {
      hotel.stock.push({ roomId: room.id, day: night, units: 5, sold: 0 });
      for (const rate of hotel.rates) {
        hotel.nights.push({ ...NO_RESTRICTIONS, roomId: room.id, rateId: rate.id, day: night, price: 1_000_000 });
      }
    }
  }
  return hotel;
}

/** Changes one night of every room and rate. */
export function onNight(hotel: PlainHotel, date: string, changes: Partial<PlainNight>): PlainHotel {
  for (const night of hotel.nights) if (night.day === day(date)) Object.assign(night, changes);
  return hotel;
}

/** A promotion of 10 % on everything, always valid, with changes. */
export function tenPercent(changes: Partial<Promotion> = {}): Promotion {
  return {
    code: "TEN",
    discount: { kind: "percent", basisPoints: 1_000 },
    discountedRates: null,
    unlockedRates: new Set(),
    stayFrom: null,
    stayTo: null,
    bookFrom: null,
    bookTo: null,
    ...changes,
  };
}

/** A group of these hotels. */
export function groupOf(hotels: PlainHotel[], promotions: Promotion[] = []): PlainGroup {
  return { hotels, promotions };
}
