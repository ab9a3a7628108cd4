/**
 * From rooms that are left to the units of a night: docs/interface.md §14. A count is of the moment its sender had seen the feed up
 * to; what was sold since is subtracted, what was given back added, so that no count made before a sale can resell that room. Pure.
 */
import { parseDate } from "../../base/calendar-date.ts";
import type { SoldUnits } from "../../events/rules/event.ts";
import { type CalendarEntry, nightsOf } from "./calendar-entry.ts";
import type { StockNight } from "./plan-calendar.ts";

/** Nights of a room, both included. */
export interface RoomNights {
  from: number;
  to: number;
}

/** By room, the nights whose units entries speak of: their first to their last. */
export function nightsCounted(entries: readonly CalendarEntry[]): Map<string, RoomNights> {
  const spans = new Map<string, RoomNights>();
  for (const { room, units, left, ...range } of entries) {
    if (units === undefined && left === undefined) continue;
    const [from, to] = [Number(parseDate(range.from)), Number(parseDate(range.to))];
    const known = spans.get(room) ?? { from, to };
    spans.set(room, { from: Math.min(known.from, from), to: Math.max(known.to, to) });
  }
  return spans;
}

/** What an event sold of the hotel, negative where it gave back. */
export interface SaleEvent {
  sequence: number;
  sold: readonly SoldUnits[];
}

/** The same entries with `units` in place of `left`: what is sold now and what is left now. Nights before today are not counted. */
export function unitsForLeft(
  entries: readonly CalendarEntry[],
  stock: readonly StockNight[],
  sales: readonly SaleEvent[],
  today: number,
): CalendarEntry[] {
  const soldNow = new Map(stock.map((row) => [nightKey(row.roomId, row.night), row.sold]));
  const soldSince = new Map<number, ReadonlyMap<string, number>>();
  return entries.map((entry) => {
    const { left, asOf, ...rest } = entry;
    if (left === undefined) return entry;
    const since = asOf === undefined ? NOTHING_SOLD : (soldSince.get(asOf) ?? soldAfter(asOf, sales));
    if (asOf !== undefined) soldSince.set(asOf, since);
    const from = Number(parseDate(entry.from));
    const units = Array.from({ length: Number(parseDate(entry.to)) - from + 1 }, () => 0);
    for (const night of nightsOf(entry)) {
      if (night < today) continue;
      const key = nightKey(entry.room, night);
      units[night - from] =
        (soldNow.get(key) ?? 0) + Math.max(0, (Array.isArray(left) ? (left[night - from] ?? 0) : left) - (since.get(key) ?? 0));
    }
    return { ...rest, units };
  });
}

const NOTHING_SOLD: ReadonlyMap<string, number> = new Map();

/** Units sold by the events after a sequence, by room and night. */
function soldAfter(asOf: number, sales: readonly SaleEvent[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { sequence, sold } of sales) {
    if (sequence <= asOf) continue;
    for (const { roomId, from, until, units } of sold) {
      for (let night = from; night < until; night += 1) sum.set(nightKey(roomId, night), (sum.get(nightKey(roomId, night)) ?? 0) + units);
    }
  }
  return sum;
}

function nightKey(roomId: string, night: number): string {
  return `${night} ${roomId}`;
}
