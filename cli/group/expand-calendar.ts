/** From a hotel's calendar as written (ranges, later entries over earlier ones) to its packed months. Pure. */
import { daysInMonth, firstDayOfMonth, monthOfDay, parseDate } from "../../src/base/calendar-date.ts";
import {
  type HotelMonth,
  type RateMonth,
  type Restrictions,
  type RoomMonth,
  packRestrictions,
} from "../../src/selling/rules/hotel-month.ts";
import { type Money, fromJsonNumber } from "../../src/base/money.ts";
import { type CalendarEntry, type HotelFile, WEEKDAYS } from "./group-schema.ts";

/** Every month the calendar touches, by month number; rooms and rates in order of their ids. */
export type HotelCalendar = Map<number, HotelMonth>;

const NO_RESTRICTIONS: Restrictions = {
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStayArrival: 0,
  maxStayArrival: 0,
  minStayThrough: 0,
};

/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

type RateNightsFile = CalendarEntry["rates"][string];
type NightsOf<T> = Map<number, T>;

interface RateNights {
  prices: NightsOf<Money>;
  restrictions: NightsOf<Restrictions>;
}

interface RoomNights {
  units: NightsOf<number>;
  rates: Map<string, RateNights>;
}

/** The months of a checked hotel. */
export function expandCalendar(hotel: HotelFile): HotelCalendar {
  const rooms = new Map<string, RoomNights>();
  for (const entry of hotel.calendar) {
    const room = getOr(rooms, entry.room, () => ({ units: new Map(), rates: new Map() }));
    writeEntry(room, entry);
  }
  const months: HotelCalendar = new Map();
  for (const [roomId, room] of sorted(rooms)) {
    for (const month of monthsOf(room)) {
      const content: HotelMonth = getOr(months, month, () => ({ rooms: {} }));
      content.rooms[roomId] = roomMonth(room, month);
    }
  }
  return months;
}

function writeEntry(room: RoomNights, entry: CalendarEntry): void {
  const from = Number(parseDate(entry.from));
  const to = Number(parseDate(entry.to));
  const weekdays = entry.weekdays && new Set<string>(entry.weekdays);
  for (let night = from; night <= to; night += 1) {
    if (weekdays && !weekdays.has(WEEKDAYS[(night + EPOCH_WEEKDAY) % 7] ?? "")) continue;
    const units = Array.isArray(entry.units) ? entry.units[night - from] : entry.units;
    write(room.units, night, units);
    for (const [rateId, values] of Object.entries(entry.rates)) {
      const rate: RateNights = getOr(room.rates, rateId, () => ({ prices: new Map(), restrictions: new Map() }));
      const { price, ...restrictions }: RateNightsFile = values;
      const nightPrice = Array.isArray(price) ? price[night - from] : price;
      write(rate.prices, night, typeof nightPrice === "number" ? Number(fromJsonNumber(nightPrice)) : nightPrice);
      if (Object.keys(restrictions).length === 0) continue;
      rate.restrictions.set(night, Object.assign({}, NO_RESTRICTIONS, rate.restrictions.get(night), restrictions));
    }
  }
}

/** undefined leaves what an earlier entry said, null takes it back. */
function write<T>(nights: NightsOf<T>, night: number, value: T | null | undefined): void {
  if (value === null) nights.delete(night);
  else if (value !== undefined) nights.set(night, value);
}

function monthsOf(room: RoomNights): number[] {
  const nights = [room.units, ...[...room.rates.values()].flatMap((rate) => [rate.prices, rate.restrictions])];
  return [...new Set(nights.flatMap((one) => [...one.keys()].map(monthOfDay)))].sort((a, b) => a - b);
}

function roomMonth(room: RoomNights, month: number): RoomMonth {
  const rates: Record<string, RateMonth> = {};
  for (const [rateId, rate] of sorted(room.rates)) {
    const prices = overMonth(month, (night) => rate.prices.get(night) ?? null);
    const restrictions = overMonth(month, (night) => packRestrictions(rate.restrictions.get(night) ?? NO_RESTRICTIONS));
    const restricted = restrictions.some((packed) => packed !== 0);
    if (restricted) rates[rateId] = { prices, restrictions };
    else if (prices.some((price) => price !== null)) rates[rateId] = { prices };
  }
  return { units: overMonth(month, (night) => room.units.get(night) ?? null), rates };
}

function overMonth<T>(month: number, valueOf: (night: number) => T): T[] {
  const first = firstDayOfMonth(month);
  return Array.from({ length: daysInMonth(month) }, (_, day) => valueOf(first + day));
}

function getOr<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

function sorted<V>(map: Map<string, V>): [string, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
