/**
 * A group as plain rows, one per room, rate and night, and the slow obvious oracle over them: every rule of docs/interface.md §4
 * written a second time, with loops and without any packing. Days are day numbers, money ten-thousandths.
 */
import { daysInMonth, firstDayOfMonth, monthOfDay } from "../../src/base/calendar-date.ts";
import { type HotelMonth, type RateMonth, type Restrictions, packRestrictions } from "../../src/selling/rules/hotel-month.ts";
import { currencyDecimals } from "../../src/base/money.ts";
import type { StayQuery } from "../../src/selling/rules/stay.ts";
import type { Promotion } from "../../src/selling/rules/catalogue.ts";

export const NO_RESTRICTIONS: Restrictions = {
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStayArrival: 0,
  maxStayArrival: 0,
  minStayThrough: 0,
};

export interface PlainNight extends Restrictions {
  roomId: string;
  rateId: string;
  day: number;
  price: number | null;
  /** By number of adults. */
  prices?: Readonly<Record<number, number>> | undefined;
  extraAdult?: number | undefined;
  child?: number | undefined;
  maxStayThrough?: number | undefined;
}

export interface PlainStock {
  roomId: string;
  day: number;
  units: number;
  sold: number;
}

export interface PlainRoom {
  id: string;
  baseAdults: number;
  maxAdults: number;
  maxChildren: number;
}

export interface PlainRate {
  id: string;
  hidden: boolean;
  extraAdultAmount: number;
  childAmount: number;
}

export interface PlainHotel {
  id: string;
  timezone: string;
  currencyCode: string;
  rooms: PlainRoom[];
  rates: PlainRate[];
  nights: PlainNight[];
  stock: PlainStock[];
}

export interface PlainGroup {
  hotels: PlainHotel[];
  promotions: Promotion[];
}

export interface PlainOffer {
  roomId: string;
  rateId: string;
  /** All rooms together. */
  nights: number[];
  total: number;
  unitsLeft: number;
}

/** Every offer of a hotel, by room, then rate (docs/interface.md §4.3, §4.4). */
export function plainOffers(group: PlainGroup, hotel: PlainHotel, query: StayQuery, today: number): PlainOffer[] {
  const offers: PlainOffer[] = [];
  if (query.arrival < today) return offers;
  const promotion = plainPromotion(group, query, today);
  for (const room of hotel.rooms) {
    for (const rate of hotel.rates) {
      if (rate.hidden && !promotion?.unlockedRates.has(rate.id)) continue;
      const offer = plainOffer(hotel, room, rate, query, promotion);
      if (offer) offers.push(offer);
    }
  }
  return offers;
}

function plainPromotion(group: PlainGroup, query: StayQuery, today: number): Promotion | undefined {
  return group.promotions.find((one) => {
    if (one.code !== query.promoCode.toUpperCase()) return false;
    if ((one.bookFrom !== null && today < one.bookFrom) || (one.bookTo !== null && today > one.bookTo)) return false;
    for (let day = query.arrival; day < query.departure; day += 1) {
      if ((one.stayFrom !== null && day < one.stayFrom) || (one.stayTo !== null && day > one.stayTo)) return false;
    }
    return true;
  });
}

function plainOffer(
  hotel: PlainHotel,
  room: PlainRoom,
  rate: PlainRate,
  query: StayQuery,
  promotion: Promotion | undefined,
): PlainOffer | null {
  if (query.adults > room.maxAdults || query.children > room.maxChildren) return null;
  const stayNights = query.departure - query.arrival;
  const rowOn = (day: number): PlainNight | undefined =>
    hotel.nights.find((row) => row.roomId === room.id && row.rateId === rate.id && row.day === day);
  const nights: number[] = [];
  let unitsLeft = Infinity;
  for (let day = query.arrival; day < query.departure; day += 1) {
    const row = rowOn(day);
    const stock = hotel.stock.find((one) => one.roomId === room.id && one.day === day);
    const listed = row?.prices?.[query.adults];
    if (!row || (row.price === null && listed === undefined) || row.stopSell || !stock) return null;
    if (row.maxStayThrough && stayNights > row.maxStayThrough) return null;
    if (row.minStayThrough > stayNights || stock.units - stock.sold < query.rooms) return null;
    unitsLeft = Math.min(unitsLeft, stock.units - stock.sold);
    let price = query.children * (row.child ?? rate.childAmount);
    if (listed !== undefined) price += listed;
    else {
      price += row.price ?? 0;
      for (let adult = room.baseAdults; adult < query.adults; adult += 1) price += row.extraAdult ?? rate.extraAdultAmount;
    }
    nights.push(plainDiscount(price, rate.id, hotel.currencyCode, promotion) * query.rooms);
  }
  const arrivalRow = rowOn(query.arrival);
  if (!arrivalRow || arrivalRow.closedToArrival || stayNights < arrivalRow.minStayArrival) return null;
  if (arrivalRow.maxStayArrival > 0 && stayNights > arrivalRow.maxStayArrival) return null;
  if (rowOn(query.departure)?.closedToDeparture) return null;
  return { roomId: room.id, rateId: rate.id, nights, total: nights.reduce((sum, night) => sum + night, 0), unitsLeft };
}

function plainDiscount(price: number, rateId: string, currencyCode: string, promotion: Promotion | undefined): number {
  const discount = promotion?.discount;
  if (!discount || (promotion.discountedRates && !promotion.discountedRates.has(rateId))) return price;
  const unit = BigInt(10 ** (4 - currencyDecimals(currencyCode)));
  let tenMillionths: bigint;
  if (discount.kind === "amount") {
    if (discount.currencyCode !== currencyCode) return price;
    tenMillionths = BigInt(Math.max(0, price - discount.amount)) * 10_000n;
  } else {
    tenMillionths = BigInt(price) * BigInt(10_000 - discount.basisPoints);
  }
  const wholeUnits = (tenMillionths + unit * 5_000n) / (unit * 10_000n);
  return Math.min(price, Number((wholeUnits < 1n ? 1n : wholeUnits) * unit));
}

/** The hotel's calendar as it is stored, by month. */
export function packMonths(hotel: PlainHotel): Map<number, HotelMonth> {
  const months = new Map<number, HotelMonth>();
  const monthOf = (day: number): HotelMonth => {
    const month = monthOfDay(day);
    const known = months.get(month) ?? { rooms: {} };
    months.set(month, known);
    return known;
  };
  const roomOf = (day: number, roomId: string) => {
    const { rooms } = monthOf(day);
    return ownOr(rooms, roomId, () => ({ units: emptyMonth(day), rates: {} }));
  };
  for (const { roomId, day, units } of hotel.stock) roomOf(day, roomId).units[dayOfMonth(day)] = units;
  for (const night of hotel.nights) {
    const { rates } = roomOf(night.day, night.roomId);
    const rate = ownOr(rates, night.rateId, (): RateMonth => ({ prices: emptyMonth(night.day) }));
    rate.prices[dayOfMonth(night.day)] = night.price;
    packOwn(rate, night);
    const packed = packRestrictions(night);
    if (packed === 0) continue;
    rate.restrictions ??= emptyMonth(night.day).map(() => 0);
    rate.restrictions[dayOfMonth(night.day)] = packed;
  }
  return months;
}

/** What the night has of its own beside its price. */
function packOwn(rate: RateMonth, night: PlainNight): void {
  const at = dayOfMonth(night.day);
  if (night.extraAdult !== undefined) (rate.extraAdult ??= emptyMonth(night.day))[at] = night.extraAdult;
  if (night.child !== undefined) (rate.child ??= emptyMonth(night.day))[at] = night.child;
  if (night.maxStayThrough !== undefined) (rate.maxStayThrough ??= emptyMonth(night.day).map(() => 0))[at] = night.maxStayThrough;
  for (const [adults, price] of Object.entries(night.prices ?? {})) {
    rate.adultPrices ??= {};
    ownOr(rate.adultPrices, adults, () => emptyMonth(night.day))[at] = price;
  }
}

/** What a record has under a name itself, which may be `constructor`. */
function ownOr<T>(record: Record<string, T>, name: string, make: () => T): T {
  const known = Object.hasOwn(record, name) ? record[name] : undefined;
  return known ?? (record[name] = make());
}

function dayOfMonth(day: number): number {
  return day - firstDayOfMonth(monthOfDay(day));
}

function emptyMonth(day: number): (number | null)[] {
  return Array.from<null>({ length: daysInMonth(monthOfDay(day)) }).fill(null);
}
