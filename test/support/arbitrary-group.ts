/** Random groups, calendars, promotions and queries for fast-check: a plain calendar with exceptions, so that it shrinks. */
import * as fc from "fast-check";
import { parseDate } from "../../src/base/calendar-date.ts";
import { minorUnit } from "../../src/base/money.ts";
import type { StayQuery } from "../../src/selling/rules/stay.ts";
import type { Promotion } from "../../src/selling/rules/catalogue.ts";
import { NO_RESTRICTIONS, type PlainGroup, type PlainHotel, type PlainNight } from "./plain-group.ts";

/** Days around which stays lie: a month's, a leap February's, a year's end. */
const STARTS = ["2027-04-12", "2028-02-20", "2027-12-22", "2027-02-14"].map((text) => parseDate(text) ?? 0);
const SPAN_NIGHTS = 50;
const CURRENCIES = ["EUR", "JPY", "KWD"];

const dayWithin = (start: number) => fc.integer({ min: start, max: start + SPAN_NIGHTS - 1 });

const restriction = fc.oneof(
  fc.constant({ price: null }),
  fc.constant({ stopSell: true }),
  fc.constant({ closedToArrival: true }),
  fc.constant({ closedToDeparture: true }),
  fc.record({ minStayArrival: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ maxStayArrival: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ minStayThrough: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ maxStayThrough: fc.integer({ min: 1, max: 9 }) }),
);

/** In the currency's smallest amount. */
const ownAmounts = fc.oneof(
  fc.record({ extraAdult: fc.nat(5_000) }),
  fc.record({ child: fc.nat(5_000) }),
  fc.record({ prices: fc.dictionary(fc.constantFrom("1", "2", "3", "4"), fc.integer({ min: 1, max: 90_000 })) }),
  fc.record({ prices: fc.record({ 2: fc.integer({ min: 1, max: 90_000 }) }), price: fc.constant(null) }),
);

function arbitraryHotel(id: string, start: number): fc.Arbitrary<PlainHotel> {
  const room = fc.record({
    base: fc.integer({ min: 1, max: 3 }),
    more: fc.integer({ min: 0, max: 2 }),
    maxChildren: fc.integer({ min: 0, max: 3 }),
  });
  const rate = fc.record({ hidden: fc.boolean(), extra: fc.nat(5_000), child: fc.nat(5_000), base: fc.integer({ min: 0, max: 90_000 }) });
  return fc
    .record({
      currencyCode: fc.constantFrom(...CURRENCIES),
      timezone: fc.constantFrom("Europe/Lisbon", "Pacific/Tongatapu", "Pacific/Honolulu"),
      rooms: fc.array(room, { minLength: 1, maxLength: 3 }),
      rates: fc.array(rate, { minLength: 1, maxLength: 3 }),
      changes: fc.array(fc.record({ room: fc.nat(2), rate: fc.nat(2), day: dayWithin(start), to: restriction }), { maxLength: 30 }),
      own: fc.array(fc.record({ room: fc.nat(2), rate: fc.nat(2), day: dayWithin(start), to: ownAmounts }), { maxLength: 8 }),
      stock: fc.array(fc.record({ room: fc.nat(2), day: dayWithin(start), units: fc.option(fc.nat(10)), sold: fc.nat(10) }), {
        maxLength: 12,
      }),
      units: fc.integer({ min: 1, max: 12 }),
    })
    .map(({ currencyCode, timezone, rooms, rates, changes, own, stock, units }) => {
      const unit = minorUnit(currencyCode);
      const hotel: PlainHotel = {
        id,
        timezone,
        currencyCode,
        rooms: rooms.map((one, at) => ({
          id: `r${at}`,
          baseAdults: one.base,
          maxAdults: one.base + one.more,
          maxChildren: one.maxChildren,
        })),
        rates: rates.map((one, at) => ({
          id: `f${at}`,
          hidden: one.hidden && at > 0,
          extraAdultAmount: one.extra * unit,
          childAmount: one.child * unit,
        })),
        nights: [],
        stock: [],
      };
      for (let night = 0; night < SPAN_NIGHTS; night += 1) {
        for (const [r, one] of hotel.rooms.entries()) {
          hotel.stock.push({ roomId: one.id, day: start + night, units, sold: 0 });
          for (const [f, plan] of rates.entries()) {
            const price = (plan.base + ((night * 37 + r * 11 + f * 5) % 97)) * unit;
            hotel.nights.push({ ...NO_RESTRICTIONS, roomId: one.id, rateId: `f${f}`, day: start + night, price });
          }
        }
      }
      for (const change of changes) applyChange(hotel, `r${change.room}`, `f${change.rate}`, change.day, change.to);
      for (const change of own) applyChange(hotel, `r${change.room}`, `f${change.rate}`, change.day, inMoney(change.to, unit));
      for (const change of stock) applyStock(hotel, `r${change.room}`, change.day, change.units, change.sold);
      return hotel;
    });
}

function applyChange(hotel: PlainHotel, roomId: string, rateId: string, day: number, to: Partial<PlainNight>): void {
  const night = hotel.nights.find((row) => row.roomId === roomId && row.rateId === rateId && row.day === day);
  if (night) Object.assign(night, to);
}

/** Amounts of the currency's smallest amount as money. */
function inMoney(
  { prices, ...rest }: { prices?: object; price?: null; extraAdult?: number; child?: number },
  unit: number,
): Partial<PlainNight> {
  const single = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, value === null ? null : value * unit]));
  const listed = Object.fromEntries(Object.entries(prices ?? {}).map(([adults, value]) => [adults, Number(value) * unit]));
  return { ...single, ...(prices ? { prices: listed } : {}) };
}

function applyStock(hotel: PlainHotel, roomId: string, day: number, units: number | null, sold: number): void {
  const at = hotel.stock.findIndex((row) => row.roomId === roomId && row.day === day);
  if (at < 0) return;
  if (units === null) hotel.stock.splice(at, 1);
  else hotel.stock[at] = { roomId, day, units, sold: Math.min(sold, units) };
}

function arbitraryPromotion(code: string, start: number): fc.Arbitrary<Promotion> {
  const rateIds = fc.subarray(["f0", "f1", "f2"]).map((ids) => new Set(ids));
  return fc.record({
    code: fc.constant(code),
    discount: fc.oneof(
      fc.constant(null),
      fc.record({ kind: fc.constant("percent" as const), basisPoints: fc.integer({ min: 1, max: 9_999 }) }),
      fc.record({
        kind: fc.constant("amount" as const),
        amount: fc.integer({ min: 1, max: 3_000_000 }),
        currencyCode: fc.constantFrom(...CURRENCIES),
      }),
    ),
    discountedRates: fc.option(rateIds),
    unlockedRates: rateIds,
    stayFrom: fc.option(dayWithin(start), { freq: 2 }),
    stayTo: fc.option(dayWithin(start), { freq: 2 }),
    bookFrom: fc.option(dayWithin(start - SPAN_NIGHTS), { freq: 2 }),
    bookTo: fc.option(dayWithin(start), { freq: 2 }),
  });
}

export interface StayCase {
  group: PlainGroup;
  query: StayQuery;
  /** Of every time zone. */
  today: number;
}

/** A group of up to `hotelsMax` hotels, a query in it, and today. */
export function arbitraryStayCase(hotelsMax: number): fc.Arbitrary<StayCase> {
  return fc.constantFrom(...STARTS).chain((start) =>
    fc.record({
      group: fc.record({
        hotels: fc
          .integer({ min: 1, max: hotelsMax })
          .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => arbitraryHotel(`h${at}`, start)))),
        promotions: fc.tuple(arbitraryPromotion("ONE", start), arbitraryPromotion("TWO", start)),
      }),
      query: arbitraryQuery(start),
      today: fc.oneof(fc.constant(start - 3), dayWithin(start)),
    }),
  );
}

/** Mostly inside the calendar, now and then across its ends. */
export function arbitraryQuery(start: number): fc.Arbitrary<StayQuery> {
  return fc
    .record({
      arrival: fc.integer({ min: start - 2, max: start + SPAN_NIGHTS }),
      nights: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: SPAN_NIGHTS + 5 })),
      adults: fc.integer({ min: 1, max: 4 }),
      children: fc.integer({ min: 0, max: 3 }),
      rooms: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 })),
      promoCode: fc.constantFrom("", "one", "ONE", "Two", "THREE"),
    })
    .map(({ nights, ...query }) => Object.assign(query, { departure: query.arrival + nights }));
}
