/**
 * From a hotel's stored months and some entries to its new months: the one way a calendar changes, whoever asks (a group's file,
 * POST /ari, OTA, AlpineBits). Nights before the hotel's today stay as they are. Pure; entries are checked (check-calendar.ts).
 */
import { daysInMonth, firstDayOfMonth, monthOfDay, parseDate } from "../../base/calendar-date.ts";
import { fromJsonNumber } from "../../base/money.ts";
import { type CalendarEntry, type RateNights, nightsOf } from "./calendar-entry.ts";
import { type HotelMonth, RESTRICTIONS, type RateMonth, type RoomMonth, withRestriction } from "./hotel-month.ts";

/** A hotel's months by number, as calendar_months.packed has them. */
export type PackedMonths = ReadonlyMap<number, string>;

export interface CalendarEdit {
  rooms: ReadonlySet<string>;
  rates: ReadonlySet<string>;
  /** The hotel's date. */
  today: number;
  /** Whether nothing but what the entries say holds from today on; else what they do not name stays. */
  replace: boolean;
  entries: readonly CalendarEntry[];
}

/**
 * Every month that may differ: those stored, from the hotel's present month on, and those the entries touch. Of rooms and rates
 * the hotel no longer has nothing is left. Give all stored months to replace, to amend at least those the entries touch.
 */
export function editCalendar(stored: PackedMonths, edit: CalendarEdit): Map<number, HotelMonth> {
  const months = new Map<number, HotelMonth>();
  for (const [month, packed] of stored) {
    if (month < monthOfDay(edit.today)) continue;
    const content = JSON.parse(packed) as HotelMonth;
    forget(content, edit);
    if (edit.replace) clearFrom(content, edit.today - firstDayOfMonth(month));
    months.set(month, content);
  }
  for (const entry of edit.entries) writeEntry(months, entry, edit.today);
  return new Map([...months].map(([month, content]) => [month, tidy(content)]));
}

/** A month as stored. */
export function packMonth(month: HotelMonth): string {
  return JSON.stringify(month);
}

/** A month without anything: a hotel's calendar that ends leaves it, so that whoever follows the changes learns of it. */
export const EMPTY_MONTH = packMonth({ rooms: {} });

function forget({ rooms }: HotelMonth, known: Pick<CalendarEdit, "rooms" | "rates">): void {
  for (const roomId of Object.keys(rooms)) if (!known.rooms.has(roomId)) delete rooms[roomId];
  for (const { rates } of Object.values(rooms)) {
    for (const rateId of Object.keys(rates)) if (!known.rates.has(rateId)) delete rates[rateId];
  }
}

function clearFrom({ rooms }: HotelMonth, day: number): void {
  const from = Math.max(0, day);
  for (const room of Object.values(rooms)) {
    room.units.fill(null, from);
    for (const rate of Object.values(room.rates)) {
      for (const column of nullableColumns(rate)) column.fill(null, from);
      for (const column of countColumns(rate)) column.fill(0, from);
    }
  }
}

function nullableColumns(rate: RateMonth): (number | null)[][] {
  return [rate.prices, rate.extraAdult, rate.child, ...Object.values(rate.adultPrices ?? {})].filter((column) => column !== undefined);
}

function countColumns(rate: RateMonth): number[][] {
  return [rate.restrictions, rate.maxStayThrough].filter((column) => column !== undefined);
}

function writeEntry(months: Map<number, HotelMonth>, entry: CalendarEntry, today: number): void {
  const from = Number(parseDate(entry.from));
  let cells: MonthCells | null = null;
  for (const night of nightsOf(entry)) {
    if (night < today) continue;
    if (!cells || night >= cells.end) cells = cellsOf(months, entry, night);
    const day = night - cells.first;
    write(cells.room.units, day, at(entry.units, night - from));
    for (const [rate, values] of cells.rates) {
      write(rate.prices, day, moneyOf(at(values.price, night - from)));
      writeAmounts(rate, values, day);
      writeRestrictions(rate, values, day);
    }
  }
}

/** What an entry writes to in one month. */
interface MonthCells {
  /** First day, and the day after the last. */
  first: number;
  end: number;
  room: RoomMonth;
  rates: [RateMonth, RateNights][];
}

function cellsOf(months: Map<number, HotelMonth>, entry: CalendarEntry, night: number): MonthCells {
  const month = monthOfDay(night);
  const first = firstDayOfMonth(month);
  const length = daysInMonth(month);
  const content = getOr(months, month, () => ({ rooms: {} }));
  const room = getIn(content.rooms, entry.room, (): RoomMonth => ({ units: blank(length), rates: {} }));
  const rates = Object.entries(entry.rates).map(([rateId, values]): [RateMonth, RateNights] => [
    getIn(room.rates, rateId, (): RateMonth => ({ prices: blank(length) })),
    values,
  ]);
  return { first, end: first + length, room, rates };
}

/** One value for all nights, or the one of a night of the range. */
function at<T>(value: T | readonly T[] | undefined, index: number): T | undefined {
  return Array.isArray(value) ? (value as readonly T[])[index] : (value as T | undefined);
}

function writeAmounts(rate: RateMonth, values: RateNights, day: number): void {
  const length = rate.prices.length;
  for (const field of ["extraAdult", "child"] as const) {
    if (values[field] !== undefined) write((rate[field] ??= blank(length)), day, moneyOf(values[field]));
  }
  if (values.prices === undefined) return;
  rate.adultPrices ??= {};
  for (const column of Object.values(rate.adultPrices)) column[day] = null;
  for (const [adults, price] of Object.entries(values.prices ?? {})) {
    write(
      getIn(rate.adultPrices, adults, () => blank(length)),
      day,
      moneyOf(price),
    );
  }
}

function writeRestrictions(rate: RateMonth, values: RateNights, day: number): void {
  const zeros = (): number[] => rate.prices.map(() => 0);
  for (const name of RESTRICTIONS) {
    const value = values[name];
    if (value === undefined) continue;
    rate.restrictions ??= zeros();
    rate.restrictions[day] = withRestriction(rate.restrictions[day] ?? 0, name, value ?? 0);
  }
  if (values.maxStayThrough !== undefined) (rate.maxStayThrough ??= zeros())[day] = values.maxStayThrough ?? 0;
}

/** undefined leaves what there is, null takes it away. */
function write<T>(column: (T | null)[], day: number, value: T | null | undefined): void {
  if (value !== undefined) column[day] = value;
}

function moneyOf(value: number | null | undefined): number | null | undefined {
  return typeof value === "number" ? fromJsonNumber(value) : value;
}

/** Rooms and rates in order of their ids, and nothing that holds nothing: equal calendars are equal texts. */
function tidy(month: HotelMonth): HotelMonth {
  const rooms: [string, RoomMonth][] = [];
  for (const [roomId, room] of sorted(month.rooms)) {
    const rates = sorted(room.rates).flatMap(([rateId, rate]) => {
      const kept = tidyRate(rate);
      return kept ? [[rateId, kept] as const] : [];
    });
    if (rates.length > 0 || holds(room.units)) rooms.push([roomId, { units: room.units, rates: Object.fromEntries(rates) }]);
  }
  return { rooms: Object.fromEntries(rooms) };
}

function tidyRate(rate: RateMonth): RateMonth | null {
  const adultPrices = sorted(rate.adultPrices ?? {}).filter(([, column]) => holds(column));
  const kept: RateMonth = {
    prices: rate.prices,
    ...(rate.restrictions?.some(Boolean) ? { restrictions: rate.restrictions } : {}),
    ...(rate.maxStayThrough?.some(Boolean) ? { maxStayThrough: rate.maxStayThrough } : {}),
    ...(holds(rate.extraAdult) ? { extraAdult: rate.extraAdult } : {}),
    ...(holds(rate.child) ? { child: rate.child } : {}),
    ...(adultPrices.length > 0 ? { adultPrices: Object.fromEntries(adultPrices) } : {}),
  };
  return Object.keys(kept).length > 1 || holds(rate.prices) ? kept : null;
}

function holds(column: readonly (number | null)[] | undefined): column is (number | null)[] {
  return column?.some((value) => value !== null) ?? false;
}

function blank(length: number): null[] {
  return Array.from({ length }, () => null);
}

function getOr<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

/** Own properties only: `constructor` is an id as good as any. */
function getIn<V>(record: Record<string, V>, key: string, create: () => V): V {
  if (Object.hasOwn(record, key)) return record[key] as V;
  const value = create();
  record[key] = value;
  return value;
}

function sorted<V>(record: Readonly<Record<string, V>>): [string, V][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
}
