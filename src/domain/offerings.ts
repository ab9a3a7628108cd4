/** What can be sold of a hotel, or of every hotel of a group, for a stay: contract §4. Pure. */
import type { Hotel, Rate, Room } from "./catalogue.ts";
import type { Money } from "./money.ts";
import { type Promotion, discountOn, rateVisible } from "./promotion.ts";
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
    let priceFrom = Infinity;
    visitOfferings(calendar, hotel, stay, query, today.get(hotel.timezone) ?? Infinity, roomFree, (room, terms, here) => {
      priceFrom = Math.min(priceFrom, totalPrice(here, hotel, room, terms, query));
    });
    if (priceFrom < Infinity) found.push({ hotel, priceFrom });
  }
  return found;
}

/** Every room at every rate of a hotel that can take the stay, by room, then rate. */
export function offeringsOf(calendar: GroupCalendar, hotel: Hotel, query: StayQuery, today: number, roomFree: RoomFree): Offering[] {
  const found: Offering[] = [];
  visitOfferings(calendar, hotel, stayOf(query.arrival, query.departure), query, today, roomFree, (room, terms, here) => {
    found.push({ room, rate: terms.rate, nights: nightPrices(here, hotel, room, terms, query) });
  });
  return found;
}

function visitOfferings(
  calendar: GroupCalendar,
  hotel: Hotel,
  stay: Stay,
  query: StayQuery,
  today: number,
  roomFree: RoomFree,
  visit: (room: Room, terms: RateTerms, here: HotelStay) => void,
): void {
  if (query.arrival < today) return;
  const here = stayAt(calendar, hotel.index, stay);
  if (!here) return;
  const promotion = validPromotion(calendar, query.promoCode, query.arrival, query.departure, today);
  const rates = termsOf(hotel, promotion);
  for (const room of hotel.roomList) {
    if (!partyFits(room, query) || !roomFree(hotel, room)) continue;
    for (const terms of rates) {
      if (barOf(here, productOf(hotel, room, terms.rate)) === null) visit(room, terms, here);
    }
  }
}

/** The rates that may be sold with a valid promotion, or without any. */
function termsOf(hotel: Hotel, promotion: Promotion | null): RateTerms[] {
  const terms: RateTerms[] = [];
  for (const rate of hotel.rateList) {
    if (rateVisible(rate, promotion)) terms.push({ rate, discount: discountOn(rate.id, hotel.currencyCode, promotion) });
  }
  return terms;
}
