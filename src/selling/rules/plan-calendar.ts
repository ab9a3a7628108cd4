/** What an edit does to a hotel's months and stock, compared with what is stored; and what it cannot do. Pure. */
import { daysInMonth, firstDayOfMonth, formatDate, monthOfDay } from "../../base/calendar-date.ts";
import { MONTH_CHARS_MAX } from "../limits.ts";
import { type CalendarEdit, EMPTY_MONTH, type PackedMonths, editCalendar, packMonth } from "./edit-calendar.ts";
import type { HotelMonth, RoomMonth } from "./hotel-month.ts";

/** A row of stock. Nights are day numbers. */
export interface StockNight {
  roomId: string;
  night: number;
  units: number;
  sold: number;
}

/** A night sold beyond what the edit would leave; `units` null: it would not be sold at all. */
export interface UnitsSold extends Omit<StockNight, "units"> {
  units: number | null;
}

export interface CalendarPlan {
  /** Months of which a night differs. */
  months: { month: number; packed: string }[];
  /** Nights whose units differ, with what is sold of them. */
  stock: StockNight[];
  /** Nights that are no longer sold. */
  gone: StockNight[];
  unitsSold: UnitsSold[];
  /** Months that would not fit a value of the database. */
  tooLarge: number[];
  changed: CalendarChange;
}

/** A hotel's plan. */
export interface HotelPlan {
  hotelId: string;
  plan: CalendarPlan;
  /** Whether units were computed from what is sold: then the batch proves that it still is. */
  fromSold?: boolean;
}

/** A hotel and the calendar_version its change was computed from; 0 for a new hotel. */
export interface SeenHotel {
  hotelId: string;
  seen: number;
}

/** What changed, for events and answers. */
export interface CalendarChange {
  /** Nights of rooms on which anything differs. */
  nights: number;
  rooms: string[];
  /** First and last night that differs; null where none does. */
  span: { from: number; to: number } | null;
}

/** Nights of a room of which the rows of stock are known. */
export type Counted = (roomId: string, night: number) => boolean;

/**
 * Plans an edit. `stock` has every row there is of the nights `counted` speaks of, which are those whose units the edit may change:
 * all of the hotel's from today on, unless told. What lies before today is left alone.
 */
export function planCalendar(
  stored: PackedMonths,
  stock: readonly StockNight[],
  edit: CalendarEdit,
  counted: Counted = () => true,
): CalendarPlan {
  const plan: CalendarPlan = {
    months: [],
    stock: [],
    gone: [],
    unitsSold: [],
    tooLarge: [],
    changed: { nights: 0, rooms: [], span: null },
  };
  const edited = editCalendar(stored, edit);
  const rooms = new Set<string>();
  for (const [month, content] of edited) {
    const before = stored.get(month) ?? EMPTY_MONTH;
    const packed = packMonth(content);
    if (packed === before) continue;
    const differ = [...nightsThatDiffer(JSON.parse(before) as HotelMonth, content, month)];
    if (differ.length === 0) continue;
    plan.months.push({ month, packed });
    if (packed.length > MONTH_CHARS_MAX) plan.tooLarge.push(month);
    for (const { roomId, night } of differ) {
      if (night < edit.today) continue;
      plan.changed.nights += 1;
      rooms.add(roomId);
      const { from, to } = plan.changed.span ?? { from: night, to: night };
      plan.changed.span = { from: Math.min(from, night), to: Math.max(to, night) };
    }
  }
  plan.changed.rooms = [...rooms].sort();
  planStock(plan, edited, stock, (roomId, night) => night >= edit.today && counted(roomId, night));
  return plan;
}

function planStock(plan: CalendarPlan, months: ReadonlyMap<number, HotelMonth>, stock: readonly StockNight[], counted: Counted): void {
  const known = new Map<string, StockNight>();
  for (const row of stock) if (counted(row.roomId, row.night)) known.set(`${row.night} ${row.roomId}`, row);
  for (const [month, content] of months) {
    const first = firstDayOfMonth(month);
    for (const [roomId, room] of Object.entries(content.rooms)) {
      for (const [day, units] of room.units.entries()) {
        const night = first + day;
        if (units === null || !counted(roomId, night)) continue;
        const row = known.get(`${night} ${roomId}`);
        known.delete(`${night} ${roomId}`);
        if (row?.units === units) continue;
        const sold = row?.sold ?? 0;
        plan.stock.push({ roomId, night, units, sold });
        if (sold > units) plan.unitsSold.push({ roomId, night, sold, units });
      }
    }
  }
  for (const row of known.values()) {
    // A night of a month that was not loaded does not belong to this edit.
    if (!months.has(monthOfDay(row.night))) continue;
    plan.gone.push(row);
    if (row.sold > 0) plan.unitsSold.push({ roomId: row.roomId, night: row.night, sold: row.sold, units: null });
  }
}

function* nightsThatDiffer(before: HotelMonth, after: HotelMonth, month: number): Generator<{ roomId: string; night: number }> {
  const first = firstDayOfMonth(month);
  const days = daysInMonth(month);
  for (const roomId of new Set([...Object.keys(before.rooms), ...Object.keys(after.rooms)])) {
    const differ = new Set<number>();
    for (const pair of columnsOf(own(before.rooms, roomId), own(after.rooms, roomId))) {
      for (let day = 0; day < days; day += 1) if (valueOf(pair.before, day, pair) !== valueOf(pair.after, day, pair)) differ.add(day);
    }
    for (const day of [...differ].sort((one, other) => one - other)) yield { roomId, night: first + day };
  }
}

type Column = readonly (number | null)[] | undefined;

/** One field of a room or of a rate of it, before and after; `empty` is what a night says that says nothing. */
interface ColumnPair {
  before: Column;
  after: Column;
  empty: 0 | null;
}

function valueOf(column: Column, day: number, { empty }: ColumnPair): number | null {
  return column?.[day] ?? empty;
}

function* columnsOf(one: RoomMonth | undefined, other: RoomMonth | undefined): Generator<ColumnPair> {
  yield { before: one?.units, after: other?.units, empty: null };
  for (const rateId of new Set([...Object.keys(one?.rates ?? {}), ...Object.keys(other?.rates ?? {})])) {
    const [before, after] = [own(one?.rates ?? {}, rateId), own(other?.rates ?? {}, rateId)];
    for (const field of ["prices", "extraAdult", "child"] as const) yield { before: before?.[field], after: after?.[field], empty: null };
    for (const field of ["restrictions", "maxStayThrough"] as const) yield { before: before?.[field], after: after?.[field], empty: 0 };
    const [listed, wanted] = [before?.adultPrices ?? {}, after?.adultPrices ?? {}];
    for (const adults of new Set([...Object.keys(listed), ...Object.keys(wanted)])) {
      yield { before: listed[adults], after: wanted[adults], empty: null };
    }
  }
}

function own<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A night sold beyond what would be left, in words. */
export function describeUnitsSold({ roomId, night, sold, units }: UnitsSold): string {
  const left = units === null ? "the night would no longer be sold" : `units would be ${units}`;
  return `Room ${roomId}, night ${formatDate(night)}: ${sold} sold, ${left}.`;
}

/** The plan of a hotel that goes: its nights from its today on. */
export function clearedCalendar(stock: readonly StockNight[], today: number): CalendarPlan {
  const gone = stock.filter((row) => row.night >= today);
  const unitsSold = gone.filter((row) => row.sold > 0).map(({ roomId, night, sold }) => ({ roomId, night, sold, units: null }));
  return { months: [], stock: [], gone, unitsSold, tooLarge: [], changed: { nights: 0, rooms: [], span: null } };
}
