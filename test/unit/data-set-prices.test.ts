/** Availability of the data set's group against prices computed from the CSV: docs/interface.md §9.2. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importBookings } from "../../cli/dataset/import-bookings.ts";
import { defaultShiftWeeks } from "../../cli/dataset/read-bookings.ts";
import { formatDate } from "../../src/base/calendar-date.ts";
import { lowestPrice } from "../../src/selling/rules/offerings.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import type { Ctx } from "../../src/host/context.ts";
import { currentCalendar } from "../../src/selling/current-calendar.ts";
import { monthsOf, stayNights } from "../../src/selling/rules/stay.ts";
import { createMemory } from "../../src/host/memory.ts";
import { BOOKINGS_FILE, findBookingsFile } from "../../harness/local-file.ts";
import { csvText } from "../../harness/dataset-checks.ts";
import { type OracleRow, oracleSpan, readOracle } from "../../harness/dataset-oracle.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../../harness/temporary-database.ts";

/** Both ends of the file, so that both hotels are in it; TABARD_FUZZ takes all rows. */
const ROWS_OF_EACH_END = process.env.TABARD_FUZZ === undefined ? 2_500 : Infinity;
const STAYS = 100;
const NOW_MS = Date.UTC(2026, 10, 21, 12);

interface RoomType {
  adults: number;
  children: number;
  /** By night since the calendar's first, in cents. */
  flex: bigint[];
}

/** Room types of a hotel that have a price, straight from the rows: mean adr of those who stay, gaps filled from before, then after. */
function priceTable(rows: readonly OracleRow[], resort: boolean, [first, last]: [number, number]): RoomType[] {
  const held = rows.filter((row) => row.resort === resort && row.status !== "Canceled");
  return [...new Set(held.map((row) => row.room))].flatMap((room) => {
    const mine = held.filter((row) => row.room === room);
    const means: (bigint | null)[] = [];
    for (let night = first; night <= last; night += 1) {
      const paid = mine.filter((row) => row.arrival <= night && night < row.arrival + row.nights && row.u > 0n);
      const divisor = 200n * BigInt(paid.length);
      means.push(paid.length === 0 ? null : (2n * paid.reduce((sum, row) => sum + row.u, 0n) + divisor / 2n) / divisor);
    }
    const earliest = means.find((mean) => mean !== null);
    if (earliest === undefined || earliest === null) return [];
    const flex: bigint[] = [];
    for (const mean of means) flex.push(mean ?? flex.at(-1) ?? earliest);
    const adults = Math.max(1, ...mine.map((row) => row.adults));
    return [{ adults: Math.min(20, adults), children: Math.min(20, Math.max(...mine.map((row) => row.children))), flex }];
  });
}

describe.skipIf(findBookingsFile() === undefined)("the real data set", () => {
  let db: TemporaryDatabase;
  let rows: OracleRow[];

  beforeAll(async () => {
    db = temporaryDatabase();
    const [header = "", ...lines] = csvText(BOOKINGS_FILE).trimEnd().split("\n");
    const some = lines.length > 2 * ROWS_OF_EACH_END ? [...lines.slice(0, ROWS_OF_EACH_END), ...lines.slice(-ROWS_OF_EACH_END)] : lines;
    const text = `${[header, ...some].join("\n")}\n`;
    const file = join(db.folder, "real.csv");
    writeFileSync(file, text);
    await importBookings(db, { file, groupId: "demand", shiftWeeks: undefined, nowMs: NOW_MS });
    rows = readOracle(text);
  });

  afterAll(() => db.remove());

  it("is priced as the file says, for a hundred random stays", async () => {
    const span = oracleSpan(rows);
    const shift = defaultShiftWeeks(span[0], NOW_MS) * 7;
    const tables = new Map([true, false].map((resort) => [resort ? "H1" : "H2", priceTable(rows, resort, span)]));
    const sqlite = openSqliteFile(join(db.folder, "tabard.sqlite"));
    const ctx = { db: sqliteDatabase(sqlite), memory: createMemory(), background: () => {} } as unknown as Ctx;
    const arrival = fc.integer({ min: 0, max: span[1] - span[0] });
    let priced = 0;
    await fc.assert(
      fc.asyncProperty(
        arrival,
        fc.integer({ min: 1, max: 21 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(2),
        async (at, nights, adults, children) => {
          const from = span[0] + shift + at;
          const query = { arrival: from, departure: from + nights, adults, children, rooms: 1, promoCode: "" };
          const read = await currentCalendar(ctx, "demand", monthsOf(query).map((month) => ({ month, hotelId: null }))); // prettier-ignore
          if (!read.ok) throw new Error(read.failure.code);
          const calendar = read.value;
          const found = calendar.catalogue.hotelList.flatMap((hotel) => {
            const priceFrom = lowestPrice(calendar, hotel, stayNights(from, from + nights), query, span[0]);
            return priceFrom === null ? [] : [{ id: hotel.id, cents: BigInt(priceFrom) / 100n }];
          });
          const expected = [...tables].flatMap(([id, types]) => {
            const totals = types
              .filter((type) => adults <= type.adults && children <= type.children && at + nights <= type.flex.length)
              .map((type) => type.flex.slice(at, at + nights).reduce((sum, cents) => sum + (2n * cents * 9n + 10n) / 20n, 0n));
            return totals.length === 0 ? [] : [{ id, cents: totals.reduce((least, total) => (total < least ? total : least)) }];
          });
          priced += expected.length;
          expect(found, formatDate(from)).toEqual(expected);
        },
      ),
      { numRuns: STAYS },
    );
    expect(priced).toBeGreaterThan(STAYS);
    sqlite.close();
  });
});
