/** From rooms left to units (docs/interface.md §14.1), against the sums written out one by one. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { formatDate } from "../../src/base/calendar-date.ts";
import type { CalendarEntry } from "../../src/selling/rules/calendar-entry.ts";
import { type SaleEvent, unitsForLeft } from "../../src/selling/rules/count-left.ts";
import type { StockNight } from "../../src/selling/rules/plan-calendar.ts";

const FIRST = 22_000;
const NIGHTS = 6;
const rooms = fc.constantFrom("DBL", "SGL");
const nights = fc.integer({ min: 0, max: NIGHTS - 1 });

const sale = fc.record({ roomId: rooms, from: nights, length: fc.integer({ min: 1, max: 3 }), units: fc.constantFrom(1, -1) });
const sales: fc.Arbitrary<SaleEvent[]> = fc.array(fc.array(sale, { maxLength: 3 }), { maxLength: 12 }).map((events) =>
  events.map((sold, index) => ({
    sequence: 2 * index + 1,
    sold: sold.map(({ from, length, ...one }) => ({ ...one, hotelId: "h", from: FIRST + from, until: FIRST + from + length })),
  })),
);
const entry: fc.Arbitrary<CalendarEntry> = fc
  .record(
    { room: rooms, from: nights, length: fc.integer({ min: 1, max: 3 }), left: fc.nat(5), asOf: fc.integer({ min: 0, max: 26 }) },
    { requiredKeys: ["room", "from", "length"] },
  )
  .map(({ from, length, ...one }) => ({ ...one, from: formatDate(FIRST + from), to: formatDate(FIRST + from + length - 1), rates: {} }));
const stock: fc.Arbitrary<StockNight[]> = fc
  .array(fc.nat(9), { minLength: 2 * NIGHTS, maxLength: 2 * NIGHTS })
  .map((sold) => sold.map((units, at) => ({ roomId: at % 2 ? "SGL" : "DBL", night: FIRST + Math.floor(at / 2), units: 10, sold: units })));

it("a night has what is sold now and what is left now, whatever each entry has seen", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), stock, sales, nights, (entries, rows, events, today) => {
      const counted = unitsForLeft(entries, rows, events, FIRST + today);
      expect(counted).toHaveLength(entries.length);
      for (const [index, { left, asOf, ...rest }] of entries.entries()) {
        if (left === undefined) {
          expect(counted[index]).toBe(entries[index]);
          continue;
        }
        const first = Date.parse(rest.from) / 86_400_000;
        const last = Date.parse(rest.to) / 86_400_000;
        const units = Array.from({ length: last - first + 1 }, (_, at): number => {
          const night = first + at;
          if (night < FIRST + today) return 0;
          const since = events
            .filter(({ sequence }) => asOf !== undefined && sequence > asOf)
            .flatMap(({ sold }) => sold)
            .filter(({ roomId, from, until }) => roomId === rest.room && from <= night && night < until);
          const sold = rows.find((row) => row.roomId === rest.room && row.night === night)?.sold ?? 0;
          return sold + Math.max(0, Number(left) - since.reduce((sum, { units: each }) => sum + each, 0));
        });
        expect(counted[index]).toEqual({ ...rest, units });
      }
    }),
  );
});

it("looks at each sale once, however many moments the entries are of", () => {
  let looked = 0;
  const events = Array.from({ length: 500 }, (_, at): SaleEvent => {
    const sold = [{ hotelId: "h", roomId: "DBL", from: FIRST, until: FIRST + 1, units: 1 }];
    return Object.defineProperty({ sequence: at + 1, sold }, "sold", { get: () => ((looked += 1), sold) });
  });
  const day = formatDate(FIRST);
  const entries = events.map(({ sequence }): CalendarEntry => ({
    room: "DBL",
    from: day,
    to: day,
    left: 500,
    asOf: sequence - 1,
    rates: {},
  }));
  const counted = unitsForLeft(entries, [], events, FIRST);
  expect(counted.map(({ units }) => units)).toEqual(events.map(({ sequence }) => [sequence - 1]));
  expect(looked).toBeLessThanOrEqual(events.length);
});
