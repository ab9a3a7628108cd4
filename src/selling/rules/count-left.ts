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
  const counted = [...entries];
  const latestFirst = [...entries.entries()].sort(([, one], [, other]) => (other.asOf ?? Infinity) - (one.asOf ?? Infinity));
  const soldSince = new SoldSince(sales);
  for (const [index, { left, asOf, ...rest }] of latestFirst) {
    if (left === undefined) continue;
    soldSince.goBackTo(asOf ?? Infinity);
    const from = Number(parseDate(rest.from));
    const units = Array.from({ length: Number(parseDate(rest.to)) - from + 1 }, () => 0);
    for (const night of nightsOf(rest)) {
      if (night < today) continue;
      const leftThen = Array.isArray(left) ? (left[night - from] ?? 0) : left;
      const key = nightKey(rest.room, night);
      units[night - from] = (soldNow.get(key) ?? 0) + Math.max(0, leftThen - soldSince.on(key));
    }
    counted[index] = { ...rest, units };
  }
  return counted;
}

/** Units sold since a moment that only goes back: each sale is looked at once, however many moments are asked of. */
class SoldSince {
  readonly #sales: readonly SaleEvent[];
  #left: number;
  readonly #units = new Map<string, number>();

  /** `sales` in order of their sequence; at first nothing was sold since. */
  constructor(sales: readonly SaleEvent[]) {
    this.#sales = sales;
    this.#left = sales.length;
  }

  /** From here on what the events behind this sequence sold counts. */
  goBackTo(sequence: number): void {
    for (let event = this.#sales[this.#left - 1]; event && event.sequence > sequence; event = this.#sales[this.#left - 1]) {
      this.#left -= 1;
      for (const { roomId, from, until, units } of event.sold) {
        for (let night = from; night < until; night += 1) {
          const key = nightKey(roomId, night);
          this.#units.set(key, this.on(key) + units);
        }
      }
    }
  }

  on(key: string): number {
    return this.#units.get(key) ?? 0;
  }
}

function nightKey(roomId: string, night: number): string {
  return `${night} ${roomId}`;
}
