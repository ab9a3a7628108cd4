/**
 * The price of a stay: docs/interface.md §4, the one pricing rule of availability, offers and reservations. Pure.
 * Everything but live stock: it knows the units the calendar was compiled with.
 */
import { todayIn } from "../../base/calendar-date.ts";
import type { Hotel, Rate, Room } from "./catalogue.ts";
import { type Money, minorUnit, sumOf } from "../../base/money.ts";
import { type Discount, type Promotion, discountNight, discountOn, findPromotion, promotionValid, rateVisible } from "./promotion.ts";
import { type Bar, type GroupCalendar, type HotelStay, barOf, basePrice, basePrices, stayAt, stayOf, unitsThrough } from "./stay.ts";

/** Who stays, in each of `rooms` rooms of one type. Infants need no bed and are not counted. */
export interface Party {
  adults: number;
  children: number;
  rooms: number;
}

export interface StayRequest extends Party {
  hotelId: string;
  roomId: string;
  rateId: string;
  /** Day numbers. */
  arrival: number;
  departure: number;
  /** As typed; "" for none. Unknown or not valid for the stay: ignored. */
  promoCode: string;
}

/** `nights`: one price per night, all rooms together; `total` is their sum. `reason` is a sentence for the caller. */
export type StayQuote = { ok: true; nights: Money[]; total: Money } | { ok: false; reason: string };

/** A rate as it applies to a stay. */
export interface RateTerms {
  rate: Rate;
  /** What a valid promotion gives, or null. */
  discount: Discount | null;
}

const BAR_REASONS: Readonly<Record<Bar, string>> = {
  not_for_sale: "The room is not for sale at this rate on every night.",
  closed_to_arrival: "The rate is closed to arrival on the check-in date.",
  closed_to_departure: "The rate is closed to departure on the check-out date.",
  below_minimum_stay: "The stay is shorter than the minimum on the check-in date.",
  above_maximum_stay: "The stay is longer than the maximum on the check-in date.",
  below_minimum_stay_through: "The stay is shorter than the minimum of one of its nights.",
};

/** Quotes one room at one rate. `nowMs` decides the hotel's today: an arrival before it is refused. */
export function quoteStay(calendar: GroupCalendar, request: StayRequest, nowMs: number): StayQuote {
  const hotel = calendar.catalogue.hotels.get(request.hotelId);
  const room = hotel?.rooms.get(request.roomId);
  const rate = hotel?.rates.get(request.rateId);
  if (!hotel || !room || !rate) return refuse("There is no such room or rate.");
  const today = todayIn(hotel.timezone, nowMs);
  if (request.arrival < today) return refuse("The arrival lies before today at the hotel.");
  const promotion = validPromotion(calendar, request.promoCode, request.arrival, request.departure, today);
  if (!partyFits(room, request)) return refuse("The room does not take so many guests.");
  if (!rateVisible(rate, promotion)) return refuse("There is no such room or rate.");
  const stay = stayAt(calendar, hotel.index, stayOf(request.arrival, request.departure));
  const bar = stay ? barOf(stay, productOf(hotel, room, rate)) : "not_for_sale";
  if (!stay || bar) return refuse(BAR_REASONS[bar ?? "not_for_sale"]);
  if (unitsThrough(stay, room.index) < request.rooms) return refuse("There are not enough rooms on every night.");
  const discount = discountOn(rate.id, hotel.currencyCode, promotion);
  const nights = nightPrices(stay, hotel, room, { rate, discount }, request);
  return { ok: true, nights, total: sumOf(nights) };
}

/** The promotion of a code if it is valid for the nights [arrival, departure), booked on the hotel's `today`. */
export function validPromotion(
  calendar: GroupCalendar,
  promoCode: string,
  arrival: number,
  departure: number,
  today: number,
): Promotion | null {
  const promotion = findPromotion(calendar.catalogue, promoCode);
  return promotion && promotionValid(promotion, arrival, departure, today) ? promotion : null;
}

/** Whether each room can hold its party. */
export function partyFits(room: Room, party: Party): boolean {
  return party.adults <= room.maxAdults && party.children <= room.maxChildren;
}

/** Where a compiled month keeps a room at a rate. */
export function productOf(hotel: Hotel, room: Room, rate: Rate): number {
  return room.index * hotel.rateList.length + rate.index;
}

/** Prices night by night, all rooms together, of a room at a rate that nothing bars. */
export function nightPrices(stay: HotelStay, hotel: Hotel, room: Room, { rate, discount }: RateTerms, party: Party): Money[] {
  const guests = guestsAmount(room, rate, party);
  const unit = minorUnit(hotel.currencyCode);
  return basePrices(stay, productOf(hotel, room, rate)).map((base) => {
    const night = base + guests;
    return (discount ? discountNight(night, discount, unit) : night) * party.rooms;
  });
}

/** The sum of nightPrices, without a step per night where no discount has to be rounded. */
export function totalPrice(stay: HotelStay, hotel: Hotel, room: Room, terms: RateTerms, party: Party): Money {
  if (terms.discount) return sumOf(nightPrices(stay, hotel, room, terms, party));
  const guests = guestsAmount(room, terms.rate, party);
  return (basePrice(stay, productOf(hotel, room, terms.rate)) + stay.nights * guests) * party.rooms;
}

/** What a room's night costs above the base occupancy. */
function guestsAmount(room: Room, rate: Rate, party: Party): Money {
  return Math.max(0, party.adults - room.baseAdults) * rate.extraAdultAmount + party.children * rate.childAmount;
}

function refuse(reason: string): StayQuote {
  return { ok: false, reason };
}
