/**
 * What can be sold of a hotel, or of every hotel of a group, for a stay: docs/interface.md §4. The one pricing path of
 * availability, offers and reservations. Pure.
 */
import { todayIn } from "../../base/calendar-date.ts";
import type { Hotel, Promotion, Rate, Room } from "./catalogue.ts";
import { ANY_BAR, type BarCode, type BarListener, arrivalOpen, partyFits, productOf, productOpen, rateOpen, roomsLeft } from "./bars.ts";
import { type Money, sumOf } from "../../base/money.ts";
import { type RateTerms, nightPrices, totalPrice } from "./night-price.ts";
import { discountOn, findPromotion, promotionValid } from "./promotion.ts";
import { type GroupCalendar, type HotelStay, type StayNights, type StayQuery, stayAt, stayNights } from "./stay.ts";

/** A room at a rate that can take the stay: one price per night, all rooms together. */
export interface Offering {
  room: Room;
  rate: Rate;
  nights: Money[];
  /** Units free on every night. */
  unitsLeft: number;
}

export interface ProductRequest extends StayQuery {
  hotelId: string;
  roomId: string;
  rateId: string;
}

/** `nights`: one price per night, all rooms together; `total` is their sum. `reason` is a sentence for the caller. */
export type Quote = { ok: true; nights: Money[]; total: Money } | { ok: false; reason: string };

const BAR_REASONS: Readonly<Record<BarCode, string>> = {
  not_for_sale: "The room is not for sale at this rate on every night.",
  stop_sell: "The sale of the room at this rate is stopped on a night.",
  sold_out: "There are not enough rooms on every night.",
  closed_to_arrival: "The rate is closed to arrival on the check-in date.",
  closed_to_departure: "The rate is closed to departure on the check-out date.",
  below_minimum_stay: "The stay is shorter than the minimum on the check-in date.",
  above_maximum_stay: "The stay is longer than the maximum on the check-in date.",
  below_minimum_stay_through: "The stay is shorter than the minimum of one of its nights.",
  above_maximum_stay_through: "The stay is longer than the maximum of one of its nights.",
  party_too_large: "The room does not take so many guests.",
  // Whoever lacks the code is not told that there is such a rate.
  rate_hidden: "There is no such room or rate.",
  arrival_in_past: "The arrival lies before today at the hotel.",
};

/** The lowest price of a hotel for the whole stay and party; null where nothing can be sold. `today` is the hotel's. */
export function lowestPrice(calendar: GroupCalendar, hotel: Hotel, nights: StayNights, query: StayQuery, today: number): Money | null {
  if (!arrivalOpen(nights, today, ANY_BAR)) return null;
  const stay = stayAt(calendar, hotel, nights);
  if (!stay.isCovered) return null;
  const rates = openRates(calendar, hotel, query, today);
  let lowest = Infinity;
  for (const room of hotel.roomList) {
    if (!partyFits(room, query, ANY_BAR) || !roomsLeft(stay, room, query.rooms, ANY_BAR)) continue;
    for (const terms of rates) {
      if (!productOpen(stay, productOf(hotel, room, terms.rate), query, ANY_BAR)) continue;
      lowest = Math.min(lowest, totalPrice(stay, hotel, room, terms, query));
    }
  }
  return lowest < Infinity ? lowest : null;
}

/** Every room at every rate of a hotel that can take the stay, by room, then rate. */
export function offeringsOf(calendar: GroupCalendar, hotel: Hotel, query: StayQuery, today: number): Offering[] {
  if (!arrivalOpen(query, today, ANY_BAR)) return [];
  const stay = stayAt(calendar, hotel, stayNights(query.arrival, query.departure));
  const rates = openRates(calendar, hotel, query, today);
  const found: Offering[] = [];
  for (const room of hotel.roomList) {
    if (!partyFits(room, query, ANY_BAR) || !roomsLeft(stay, room, query.rooms, ANY_BAR)) continue;
    for (const terms of rates) {
      if (!productOpen(stay, productOf(hotel, room, terms.rate), query, ANY_BAR)) continue;
      const nights = nightPrices(stay, hotel, room, terms, query);
      found.push({ room, rate: terms.rate, nights, unitsLeft: fewestFree(stay, room) });
    }
  }
  return found;
}

/**
 * Quotes one room at one rate, whatever is sold: that there is a unit is what the batch of a change proves, which may have
 * units of its own to give back. `nowMs` decides the hotel's today.
 */
export function quoteProduct(calendar: GroupCalendar, request: ProductRequest, nowMs: number): Quote {
  const hotel = calendar.catalogue.hotels.get(request.hotelId);
  const room = hotel?.rooms.get(request.roomId);
  const rate = hotel?.rates.get(request.rateId);
  if (!hotel || !room || !rate) return { ok: false, reason: BAR_REASONS.rate_hidden };
  const today = todayIn(hotel.timezone, nowMs);
  const promotion = validPromotion(calendar, request, today);
  const stay = stayAt(calendar, hotel, stayNights(request.arrival, request.departure));
  let reason = "";
  const listener: BarListener = { isFirstEnough: true, tell: (code) => (reason = reason === "" ? BAR_REASONS[code] : reason) };
  const open =
    arrivalOpen(stay, today, listener) &&
    partyFits(room, request, listener) &&
    rateOpen(rate, promotion, listener) &&
    productOpen(stay, productOf(hotel, room, rate), request, listener);
  if (!open) return { ok: false, reason };
  const terms = { rate, discount: discountOn(rate.id, hotel.currencyCode, promotion) };
  const nights = nightPrices(stay, hotel, room, terms, request);
  return { ok: true, nights, total: sumOf(nights) };
}

/** What a stay has agreed on already, before it is changed. */
export interface AgreedStay {
  /** The price of a night that stays as it was booked; null: it is priced now. */
  priceOf(this: void, night: number): Money | null;
  /** Whether what bars a stay as a whole counts: its length, its arrival, its departure. Nights bar by themselves. */
  isWholeStayBarred: boolean;
}

/**
 * Quotes a stay of which some nights are agreed on: those keep their price and need not be for sale, the others are priced as
 * quoteProduct does. Where all are agreed on, the room or rate may be gone.
 */
export function quoteChangedStay(calendar: GroupCalendar, request: ProductRequest, agreed: AgreedStay, nowMs: number): Quote {
  const days = Array.from({ length: request.departure - request.arrival }, (_, index) => request.arrival + index);
  const agreedPrices = days.map((night) => agreed.priceOf(night));
  const hotel = calendar.catalogue.hotels.get(request.hotelId);
  const room = hotel?.rooms.get(request.roomId);
  const rate = hotel?.rates.get(request.rateId);
  if (!hotel || !room || !rate) {
    const kept = agreedPrices.filter((price) => price !== null);
    return kept.length === days.length ? { ok: true, nights: kept, total: sumOf(kept) } : { ok: false, reason: BAR_REASONS.rate_hidden };
  }
  const isNew = (day: number | null): boolean => day !== null && agreedPrices[day - request.arrival] === null;
  const bars: BarCode[] = [];
  const listener: BarListener = {
    isFirstEnough: false,
    tell: (code, day) => {
      if (NIGHT_BARS.has(code) ? isNew(day) : agreed.isWholeStayBarred) bars.push(code);
    },
  };
  const promotion = validPromotion(calendar, request, todayIn(hotel.timezone, nowMs));
  const hasNew = agreedPrices.includes(null);
  if (hasNew) {
    partyFits(room, request, collectBars(bars));
    rateOpen(rate, promotion, collectBars(bars));
  }
  productOpen(stayAt(calendar, hotel, stayNights(request.arrival, request.departure)), productOf(hotel, room, rate), request, listener);
  const [bar] = bars;
  if (bar) return { ok: false, reason: BAR_REASONS[bar] };
  const terms = { rate, discount: discountOn(rate.id, hotel.currencyCode, promotion) };
  const nights = days.map((night, index) => agreedPrices[index] ?? nightPrice(calendar, hotel, room, terms, request, night));
  return { ok: true, nights, total: sumOf(nights) };
}

/** Bars that lie on a night, whatever stay it belongs to. */
const NIGHT_BARS: ReadonlySet<BarCode> = new Set(["not_for_sale", "stop_sell", "sold_out"]);

function collectBars(bars: BarCode[]): BarListener {
  return { isFirstEnough: true, tell: (code) => bars.push(code) };
}

function nightPrice(calendar: GroupCalendar, hotel: Hotel, room: Room, terms: RateTerms, party: StayQuery, night: number): Money {
  return sumOf(nightPrices(stayAt(calendar, hotel, stayNights(night, night + 1)), hotel, room, terms, party));
}

/** The promotion of a query's code, if it is valid for the stay, booked on the hotel's `today`. */
export function validPromotion(calendar: GroupCalendar, query: StayQuery, today: number): Promotion | null {
  const promotion = findPromotion(calendar.catalogue, query.promoCode);
  return promotion && promotionValid(promotion, query.arrival, query.departure, today) ? promotion : null;
}

/** The rates that may be sold with the query's promotion or without any. */
function openRates(calendar: GroupCalendar, hotel: Hotel, query: StayQuery, today: number): RateTerms[] {
  const promotion = validPromotion(calendar, query, today);
  const terms: RateTerms[] = [];
  for (const rate of hotel.rateList) {
    if (rateOpen(rate, promotion, ANY_BAR)) terms.push({ rate, discount: discountOn(rate.id, hotel.currencyCode, promotion) });
  }
  return terms;
}

function fewestFree(stay: HotelStay, room: Room): number {
  let fewest = Infinity;
  for (const [index, { from, to }] of stay.segments.entries()) {
    const month = stay.months[index];
    if (!month) return 0;
    for (let day = from; day < to; day += 1) fewest = Math.min(fewest, month.free[room.index * month.days + day] ?? 0);
  }
  return fewest;
}
