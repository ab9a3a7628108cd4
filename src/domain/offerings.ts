/** What can be sold of a hotel, or of every hotel of a group, for a stay: contract §4. Pure. */
import type { Hotel, Room } from "./catalogue.ts";
import type { Money } from "./money.ts";
import { rateVisible } from "./promotion.ts";
import { type GroupCalendar, type Stay, barOf, stayAt, stayOf } from "./stay.ts";
import { type Offering, type Party, partyFits, productOf, totalPrice, validPromotion } from "./stay-quote.ts";

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
    visitOfferings(calendar, hotel, stay, query, today.get(hotel.timezone) ?? Infinity, roomFree, (offering) => {
      priceFrom = Math.min(priceFrom, totalPrice(offering, query));
    });
    if (priceFrom < Infinity) found.push({ hotel, priceFrom });
  }
  return found;
}

/** Every room at every rate of a hotel that can take the stay, by room, then rate. */
export function offeringsOf(calendar: GroupCalendar, hotel: Hotel, query: StayQuery, today: number, roomFree: RoomFree): Offering[] {
  const found: Offering[] = [];
  visitOfferings(calendar, hotel, stayOf(query.arrival, query.departure), query, today, roomFree, (offering) => {
    found.push(offering);
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
  visit: (offering: Offering) => void,
): void {
  if (query.arrival < today) return;
  const here = stayAt(calendar, hotel.index, stay);
  if (!here) return;
  const promotion = validPromotion(calendar, query.promoCode, query.arrival, query.departure, today);
  for (const room of hotel.rooms.values()) {
    if (!partyFits(room, query) || !roomFree(hotel, room)) continue;
    for (const rate of hotel.rates.values()) {
      if (!rateVisible(rate, promotion) || barOf(here, productOf(hotel, room, rate)) !== null) continue;
      visit({ hotel, room, rate, stay: here, promotion });
    }
  }
}
