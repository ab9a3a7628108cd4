/** What can be sold of a hotel, or of every hotel of a group, for a stay: docs/interface.md §4. Pure. */
import type { Hotel, Rate, Room } from "./catalogue.ts";
import type { Money } from "../../base/money.ts";
import { discountOn, rateVisible } from "./promotion.ts";
import { type GroupCalendar, type HotelStay, type Stay, barOf, stayAt, stayOf } from "./stay.ts";
import { type Party, type RateTerms, nightPrices, partyFits, productOf, totalPrice, validPromotion } from "./stay-quote.ts";

export interface StayQuery extends Party {
  /** Day numbers. */
  arrival: number;
  departure: number;
  /** As typed; "" for none. Unknown or not valid for the stay: ignored. */
  promoCode: string;
}

export interface HotelPrice {
  hotel: Hotel;
  /** The lowest price of the whole stay for the whole party. */
  priceFrom: Money;
}

/** A room at a rate that can take the stay: one price per night, all rooms together. */
export interface Offering {
  room: Room;
  rate: Rate;
  nights: Money[];
}

/** Whether a room still has the units asked on every night; live knowledge that the calendar does not have. */
export type RoomFree = (hotel: Hotel, room: Room) => boolean;

/** Every hotel that can take the stay, in the catalogue's order, with its lowest price. `today` by time zone. */
export function lowestPrices(
  calendar: GroupCalendar,
  query: StayQuery,
  today: ReadonlyMap<string, number>,
  roomFree: RoomFree,
): HotelPrice[] {
  const stay = stayOf(query.arrival, query.departure);
  const found: HotelPrice[] = [];
  for (const hotel of calendar.catalogue.hotels.values()) {
    const here = openTo(calendar, hotel, stay, query, today.get(hotel.timezone) ?? Infinity);
    const priceFrom = here ? lowestPrice(here, hotel, query, roomFree) : Infinity;
    if (priceFrom < Infinity) found.push({ hotel, priceFrom });
  }
  return found;
}

/** Infinity where nothing can be sold. */
function lowestPrice({ stay, rates }: OpenHotel, hotel: Hotel, query: StayQuery, roomFree: RoomFree): Money {
  let lowest = Infinity;
  for (const room of hotel.roomList) {
    if (!partyFits(room, query) || !roomFree(hotel, room)) continue;
    for (const terms of rates) {
      if (barOf(stay, productOf(hotel, room, terms.rate)) !== null) continue;
      const total = totalPrice(stay, hotel, room, terms, query);
      if (total < lowest) lowest = total;
    }
  }
  return lowest;
}

/** Every room at every rate of a hotel that can take the stay, by room, then rate. */
export function offeringsOf(calendar: GroupCalendar, hotel: Hotel, query: StayQuery, today: number, roomFree: RoomFree): Offering[] {
  const found: Offering[] = [];
  const here = openTo(calendar, hotel, stayOf(query.arrival, query.departure), query, today);
  if (!here) return found;
  for (const room of hotel.roomList) {
    if (!partyFits(room, query) || !roomFree(hotel, room)) continue;
    for (const terms of here.rates) {
      if (barOf(here.stay, productOf(hotel, room, terms.rate)) !== null) continue;
      found.push({ room, rate: terms.rate, nights: nightPrices(here.stay, hotel, room, terms, query) });
    }
  }
  return found;
}

/** A hotel that has a calendar for the stay, and the rates that may be sold with the query's promotion or without any. */
interface OpenHotel {
  stay: HotelStay;
  rates: readonly RateTerms[];
}

/** Null where the hotel cannot take the stay at all. */
function openTo(calendar: GroupCalendar, hotel: Hotel, asked: Stay, query: StayQuery, today: number): OpenHotel | null {
  if (asked.arrival < today) return null;
  const stay = stayAt(calendar, hotel.index, asked);
  if (!stay) return null;
  const promotion = validPromotion(calendar, query.promoCode, asked.arrival, asked.departure, today);
  const rates: RateTerms[] = [];
  for (const rate of hotel.rateList) {
    if (rateVisible(rate, promotion)) rates.push({ rate, discount: discountOn(rate.id, hotel.currencyCode, promotion) });
  }
  return { stay, rates };
}
