/**
 * What an import does to a group's calendar and stock. Nights before today at the hotel stay as they are; units that are
 * sold stay sold, and a file that has no room for them is refused by name. Pure.
 */
import { firstDayOfMonth, formatDate, monthOfDay, todayIn } from "../../src/base/calendar-date.ts";
import type { HotelMonth, RoomMonth } from "../../src/selling/rules/hotel-month.ts";
import { type Row, type Table, type TableDiff, diffTable } from "../support/table-diff.ts";
import { type HotelCalendar, expandCalendar } from "./expand-calendar.ts";
import type { GroupFile } from "./group-schema.ts";

export const MONTHS: Table = {
  name: "calendar_months",
  key: ["group_id", "month", "hotel_id"],
  columns: ["group_id", "month", "hotel_id", "packed"],
};
export const STOCK: Table = {
  name: "stock",
  key: ["group_id", "hotel_id", "room_id", "night"],
  columns: ["group_id", "hotel_id", "room_id", "night", "units"],
};

/** What the database has: of every month and night, or at least of those since yesterday. */
export interface CurrentCalendar {
  /** Time zones of the hotels there are. */
  timezones: ReadonlyMap<string, string>;
  months: readonly { month: number; hotel_id: string; packed: string }[];
  stock: readonly { hotel_id: string; room_id: string; night: number; units: number; sold: number }[];
}

export interface CalendarPlan {
  months: TableDiff;
  stock: TableDiff;
  /** Nights that are sold beyond what the file offers. */
  problems: string[];
}

/** The plan for a checked group. */
export function planCalendar(file: GroupFile, current: CurrentCalendar, nowMs: number): CalendarPlan {
  const timezones = new Map([...current.timezones, ...file.hotels.map((hotel) => [hotel.id, hotel.position.timezone] as const)]);
  const todayOf = new Map([...timezones].map(([hotelId, zone]) => [hotelId, todayIn(zone, nowMs)]));
  const today = (hotelId: string): number => todayOf.get(hotelId) ?? 0;
  const before = current.months.filter((row) => row.month >= monthOfDay(today(row.hotel_id)));
  const packed = new Map(before.map((row) => [`${row.hotel_id} ${row.month}`, row.packed]));
  const months: Row[] = [];
  const nights: Row[] = [];
  for (const hotel of file.hotels) {
    const calendar = expandCalendar(hotel);
    const known = { rooms: new Set(hotel.rooms.map((room) => room.id)), rates: new Set(hotel.rates.map((rate) => rate.id)) };
    const scope = { group_id: file.group.id, hotel_id: hotel.id };
    const firstMonth = monthOfDay(today(hotel.id));
    const past = parseMonth(packed.get(`${hotel.id} ${firstMonth}`));
    keepPast(calendar, past, firstMonth, today(hotel.id), known);
    for (const [month, content] of calendar) {
      if (month < firstMonth) continue;
      months.push({ ...scope, month, packed: JSON.stringify(content) });
      for (const row of stockRows(content, month, scope)) if (row.night >= today(hotel.id)) nights.push(row);
    }
  }
  const stockNow = current.stock.filter((row) => row.night >= today(row.hotel_id));
  const scoped = <T extends object>(row: T): T & { group_id: string } => ({ group_id: file.group.id, ...row });
  return {
    months: diffTable(MONTHS, before.map(scoped), months),
    stock: diffTable(STOCK, stockNow.map(scoped), nights),
    problems: oversold(stockNow, nights),
  };
}

function parseMonth(packed: string | undefined): HotelMonth {
  return packed === undefined ? { rooms: {} } : (JSON.parse(packed) as HotelMonth);
}

/** Puts the days before today of the month that holds today in place of the file's. */
function keepPast(
  calendar: HotelCalendar,
  past: HotelMonth,
  month: number,
  today: number,
  known: { rooms: ReadonlySet<string>; rates: ReadonlySet<string> },
): void {
  const days = today - firstDayOfMonth(month);
  const next = calendar.get(month) ?? { rooms: {} };
  const merged: HotelMonth = { rooms: {} };
  for (const roomId of unionOfKeys(past.rooms, next.rooms, known.rooms)) {
    const room = mergeRoom(past.rooms[roomId], next.rooms[roomId], days, known.rates);
    if (room) merged.rooms[roomId] = room;
  }
  if (Object.keys(merged.rooms).length > 0) calendar.set(month, merged);
  else calendar.delete(month);
}

function mergeRoom(past: RoomMonth | undefined, next: RoomMonth | undefined, days: number, rates: ReadonlySet<string>): RoomMonth | null {
  const length = (past ?? next)?.units.length ?? 0;
  const nothing = Array.from({ length }, () => null);
  const unrestricted = Array.from({ length }, () => 0);
  const merged: RoomMonth = { units: splice(past?.units ?? nothing, next?.units ?? nothing, days), rates: {} };
  for (const rateId of unionOfKeys(past?.rates ?? {}, next?.rates ?? {}, rates)) {
    const [before, after] = [past?.rates[rateId], next?.rates[rateId]];
    const prices = splice(before?.prices ?? nothing, after?.prices ?? nothing, days);
    const restrictions = splice(before?.restrictions ?? unrestricted, after?.restrictions ?? unrestricted, days);
    if (restrictions.some((one) => one !== 0)) merged.rates[rateId] = { prices, restrictions };
    else if (prices.some((one) => one !== null)) merged.rates[rateId] = { prices };
  }
  const empty = Object.keys(merged.rates).length === 0 && merged.units.every((one) => one === null);
  return empty ? null : merged;
}

function splice<T>(past: readonly T[], next: readonly T[], days: number): T[] {
  return [...past.slice(0, days), ...next.slice(days)];
}

function unionOfKeys(a: object, b: object, known: ReadonlySet<string>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => known.has(key)).sort();
}

/** The nights of a month that are on sale, as rows of stock. */
function* stockRows(month: HotelMonth, number: number, scope: { group_id: string; hotel_id: string }): Generator<Row & { night: number }> {
  const first = firstDayOfMonth(number);
  for (const [roomId, room] of Object.entries(month.rooms)) {
    for (const [day, units] of room.units.entries()) if (units !== null) yield { ...scope, room_id: roomId, night: first + day, units };
  }
}

function oversold(current: CurrentCalendar["stock"], desired: readonly Row[]): string[] {
  const key = (hotelId: unknown, roomId: unknown, night: unknown): string => JSON.stringify([hotelId, roomId, night]);
  const units = new Map(desired.map((row) => [key(row.hotel_id, row.room_id, row.night), Number(row.units)]));
  return current.flatMap((row) => {
    const offered = units.get(key(row.hotel_id, row.room_id, row.night));
    if (row.sold <= (offered ?? 0)) return [];
    const what = offered === undefined ? "does not sell the night" : `has units ${offered}`;
    return [`hotel ${row.hotel_id}, room ${row.room_id}, night ${formatDate(row.night)}: sold ${row.sold}, the file ${what}`];
  });
}
