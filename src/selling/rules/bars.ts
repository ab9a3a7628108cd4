/**
 * What bars a hotel, a room or a rate from a stay: docs/interface.md §4.3.5. Pure.
 * Every rule stands here once: a search stops at the first bar, an explanation hears of all.
 */
import type { Hotel, Promotion, Rate, Room } from "./catalogue.ts";
import { type CompiledMonth, NOT_FOR_SALE, OPEN_UNTIL, UNPRICED } from "./compiled-month.ts";
import { CLOSED_TO_ARRIVAL, CLOSED_TO_DEPARTURE, STOP_SELL, maxStayArrival, minStayArrival, minStayThrough } from "./hotel-month.ts";
import { isPriced } from "./own-amounts.ts";
import { rateVisible } from "./promotion.ts";
import type { HotelStay, Party } from "./stay.ts";

export const BAR_CODES = [
  "not_for_sale",
  "stop_sell",
  "sold_out",
  "closed_to_arrival",
  "closed_to_departure",
  "below_minimum_stay",
  "above_maximum_stay",
  "below_minimum_stay_through",
  "above_maximum_stay_through",
  "party_too_large",
  "rate_hidden",
  "arrival_in_past",
] as const;
export type BarCode = (typeof BAR_CODES)[number];

/** Hears of what bars a product. */
export interface BarListener {
  /** True: nothing needs to be looked for once one bar is told. */
  isFirstEnough: boolean;
  /** The day it lies on, what is required and what there is, each null where it does not apply. */
  tell(code: BarCode, day: number | null, required: number | null, actual: number | null): void;
}

/** Asks only whether anything bars. */
export const ANY_BAR: BarListener = {
  isFirstEnough: true,
  tell: () => {
    // The result says it.
  },
};

/** Whether a stay may begin on its arrival. `today` is the hotel's. */
export function arrivalOpen(stay: { arrival: number }, today: number, listener: BarListener): boolean {
  if (stay.arrival >= today) return true;
  listener.tell("arrival_in_past", stay.arrival, null, null);
  return false;
}

/** Whether each room can hold its party. */
export function partyFits(room: Room, party: Party, listener: BarListener): boolean {
  const adultsFit = party.adults <= room.maxAdults;
  if (!adultsFit) listener.tell("party_too_large", null, room.maxAdults, party.adults);
  if (!adultsFit && listener.isFirstEnough) return false;
  const childrenFit = party.children <= room.maxChildren;
  if (!childrenFit) listener.tell("party_too_large", null, room.maxChildren, party.children);
  return adultsFit && childrenFit;
}

/** Whether a rate may be sold with this valid promotion, or without any. */
export function rateOpen(rate: Rate, promotion: Promotion | null, listener: BarListener): boolean {
  if (rateVisible(rate, promotion)) return true;
  listener.tell("rate_hidden", null, null, null);
  return false;
}

/** Whether there are rooms enough on every night that the room is for sale. */
export function roomsLeft(stay: HotelStay, room: Room, rooms: number, listener: BarListener): boolean {
  let enough = true;
  for (let index = 0; index < stay.segments.length; index += 1) {
    const month = stay.months[index];
    if (!month || (month.fewestFree[room.index] ?? 0) >= rooms) continue;
    const { from, to } = segmentOf(stay, index);
    for (let day = from; day < to; day += 1) {
      const free = freeOn(month, room.index, day);
      if (free >= rooms || free === NOT_FOR_SALE) continue;
      listener.tell("sold_out", dayOf(stay, index, day), rooms, free);
      if (listener.isFirstEnough) return false;
      enough = false;
    }
  }
  return enough;
}

/** Whether a room at a rate is for sale on every night and no restriction bars the stay. */
export function productOpen(stay: HotelStay, product: Product, party: Party, listener: BarListener): boolean {
  let open = true;
  let restricted = false;
  for (let index = 0; index < stay.segments.length; index += 1) {
    const month = stay.months[index];
    const row = month?.rowOf[product.at] ?? -1;
    if (month && row >= 0) restricted ||= (month.restrictedAt[row] ?? -1) >= 0;
    if (!forSale(stay, index, product, party, listener)) open = false;
    if (!open && listener.isFirstEnough) return false;
  }
  const departure = restrictionsOn(stay.departureIn, product.at, stay.departureDay);
  if ((departure & CLOSED_TO_DEPARTURE) !== 0) {
    listener.tell("closed_to_departure", stay.departure, null, null);
    if (listener.isFirstEnough) return false;
    open = false;
  }
  if (!restricted) return open;
  if (!arrivalAllowed(stay, product.at, listener)) open = false;
  if (!open && listener.isFirstEnough) return false;
  return throughAllowed(stay, product.at, listener) && open;
}

/** Whether the nights of a segment have a price and a room, and no stop-sell. */
function forSale(stay: HotelStay, index: number, product: Product, party: Party, listener: BarListener): boolean {
  const { from, to } = segmentOf(stay, index);
  const month = stay.months[index];
  const row = month?.rowOf[product.at] ?? -1;
  const own = month?.own[row];
  if (month && own?.adultPrices) return forSaleTo(stay, index, product, party, listener);
  let open = true;
  for (let day = from; day < to; day += 1) {
    const closed = month && row >= 0 ? (month.openUntil[day * month.rows + row] ?? 0) & OPEN_UNTIL : day;
    if (closed >= to) return open;
    open = false;
    day = closed;
    const unpriced = !month || row < 0 || ((month.openUntil[day * month.rows + row] ?? 0) & UNPRICED) !== 0;
    tellClosed(stay, index, product, day, unpriced, listener);
    if (listener.isFirstEnough) return false;
  }
  return open;
}

/** The same where prices depend on the number of adults: a night is open to those it has a price for. */
function forSaleTo(stay: HotelStay, index: number, product: Product, { adults }: Party, listener: BarListener): boolean {
  const { from, to } = segmentOf(stay, index);
  const month = stay.months[index];
  const row = month?.rowOf[product.at] ?? -1;
  const own = month?.own[row];
  if (!month || !own) return true;
  let open = true;
  for (let day = from; day < to; day += 1) {
    const unpriced = !isPriced(own, adults, day);
    const stopped = (packedOn(month, row, day) & STOP_SELL) !== 0;
    if (!unpriced && !stopped && freeOn(month, product.roomIndex, day) !== NOT_FOR_SALE) continue;
    open = false;
    tellClosed(stay, index, product, day, unpriced, listener);
    if (listener.isFirstEnough) return false;
  }
  return open;
}

/** Tells why a night is not for sale. */
function tellClosed(stay: HotelStay, index: number, product: Product, day: number, unpriced: boolean, listener: BarListener): void {
  const night = dayOf(stay, index, day);
  const month = stay.months[index];
  const row = month?.rowOf[product.at] ?? -1;
  const packed = month && row >= 0 ? packedOn(month, row, day) : 0;
  if (unpriced || freeOn(month, product.roomIndex, day) === NOT_FOR_SALE) listener.tell("not_for_sale", night, null, null);
  if ((packed & STOP_SELL) !== 0) listener.tell("stop_sell", night, null, null);
}

function arrivalAllowed(stay: HotelStay, product: number, listener: BarListener): boolean {
  const packed = restrictionsOn(stay.months[0] ?? null, product, segmentOf(stay, 0).from);
  const [least, most] = [minStayArrival(packed), maxStayArrival(packed)];
  const closed = (packed & CLOSED_TO_ARRIVAL) !== 0;
  const short = stay.nights < least;
  const long = most > 0 && stay.nights > most;
  if (closed) listener.tell("closed_to_arrival", stay.arrival, null, null);
  if (closed && listener.isFirstEnough) return false;
  if (short) listener.tell("below_minimum_stay", stay.arrival, least, stay.nights);
  if (short && listener.isFirstEnough) return false;
  if (long) listener.tell("above_maximum_stay", stay.arrival, most, stay.nights);
  return !closed && !short && !long;
}

function throughAllowed(stay: HotelStay, product: number, listener: BarListener): boolean {
  let allowed = true;
  for (let index = 0; index < stay.segments.length; index += 1) {
    const month = stay.months[index];
    const at = month?.restrictedAt[month.rowOf[product] ?? -1] ?? -1;
    if (!month || at < 0 || !throughMatters(month, at, stay.nights)) continue;
    const { from, to } = segmentOf(stay, index);
    for (let day = from; day < to; day += 1) {
      const least = minStayThrough(month.restrictions[day * month.restrictedRows + at] ?? 0);
      const most = month.maxThrough[day * month.restrictedRows + at] ?? 0;
      if (least > stay.nights) listener.tell("below_minimum_stay_through", dayOf(stay, index, day), least, stay.nights);
      else if (most > 0 && most < stay.nights) listener.tell("above_maximum_stay_through", dayOf(stay, index, day), most, stay.nights);
      else continue;
      if (listener.isFirstEnough) return false;
      allowed = false;
    }
  }
  return allowed;
}

/** Whether any night of a restricted row could bar a stay of so many nights. */
function throughMatters(month: CompiledMonth, at: number, nights: number): boolean {
  const most = month.maxThroughMin[at] ?? 0;
  return (month.throughMax[at] ?? 0) > nights || (most > 0 && most < nights);
}

/** Packed restrictions of a product on a day of a month; 0 where there are none. */
function restrictionsOn(month: CompiledMonth | null, product: number, day: number): number {
  const row = month?.rowOf[product] ?? -1;
  return month && row >= 0 ? packedOn(month, row, day) : 0;
}

function packedOn(month: CompiledMonth, row: number, day: number): number {
  const at = month.restrictedAt[row] ?? -1;
  return at < 0 ? 0 : (month.restrictions[day * month.restrictedRows + at] ?? 0);
}

function segmentOf(stay: HotelStay, index: number): { from: number; to: number } {
  const segment = stay.segments[index];
  if (!segment) throw new RangeError(`no segment ${index}`);
  return segment;
}

/** The day number of a day of a segment's month. */
function dayOf(stay: HotelStay, index: number, day: number): number {
  let nights = 0;
  for (let before = 0; before < index; before += 1) nights += segmentOf(stay, before).to - segmentOf(stay, before).from;
  return stay.arrival + nights + day - segmentOf(stay, index).from;
}

/** A room at a rate. */
export interface Product {
  /** Where a compiled month keeps it. */
  at: number;
  roomIndex: number;
}

/** A room of a hotel at one of its rates. */
export function productOf(hotel: Hotel, room: Room, rate: Rate): Product {
  return { at: room.index * hotel.rateList.length + rate.index, roomIndex: room.index };
}

function freeOn(month: CompiledMonth | null | undefined, roomIndex: number, day: number): number {
  return month?.free[roomIndex * month.days + day] ?? NOT_FOR_SALE;
}
