/** Statements printed for the deployed D1: they do what the bound ones do, and none is longer than D1 takes. */
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATEMENT_BYTES_MAX, printStatement } from "../../cli/support/sql-text.ts";
import { daysInMonth } from "../../src/base/calendar-date.ts";
import type { Statement } from "../../src/host/database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { MONTH_CHARS_MAX, PRICE_MAX, PRODUCTS_MAX, STAY_NIGHTS_MAX, UNITS_MAX } from "../../src/selling/limits.ts";
import { type CalendarEntry } from "../../src/selling/rules/calendar-entry.ts";
import { planCalendar } from "../../src/selling/rules/plan-calendar.ts";
import { writeCalendars } from "../../src/selling/rows/calendar-writing.ts";
import { stampNow } from "../../harness/stamp-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";

/** D1's own bound; ours keeps away from it. */
const D1_STATEMENT_BYTES = 100_000;

function runPrinted(db: DatabaseSync, statement: Statement): void {
  for (const sql of printStatement(statement)) {
    expect(Buffer.byteLength(sql)).toBeLessThanOrEqual(STATEMENT_BYTES_MAX);
    db.exec(sql);
  }
}

describe("a printed statement", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", "")),
    fc
      .tuple(fc.constantFrom("'", "é", "漢", "😀", "a?1"), fc.integer({ min: 1, max: 60_000 }))
      .map(([piece, times]) => piece.repeat(times)),
  );
  const value = fc.oneof(text, fc.integer(), fc.constant(null));

  it("stores what the bound one stores", () => {
    expect(STATEMENT_BYTES_MAX).toBeLessThan(D1_STATEMENT_BYTES);
    const db = openSqliteFile(":memory:");
    db.exec("CREATE TABLE things (a, b, c)");
    fc.assert(
      fc.property(value, value, value, (...values) => {
        const statement = { sql: "INSERT INTO things VALUES (?1, ?2, ?3)", values };
        db.exec("DELETE FROM things");
        runPrinted(db, statement);
        db.prepare(statement.sql).run(...values);
        const [printed, bound] = db.prepare("SELECT a, b, c FROM things").all();
        expect(printed).toEqual(bound);
      }),
      { numRuns: 60 },
    );
    expect(db.prepare("SELECT count(*) AS n FROM statement_parts").get()).toEqual({ n: 0 });
    db.close();
  });
});

describe("the largest month a hotel may have", () => {
  const ROOMS = 40;
  const RATES = PRODUCTS_MAX / ROOMS;
  const month = 2031 * 12;
  const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(62, "0")}`);
  const [rooms, rates] = [ids("r", ROOMS), ids("t", RATES)];
  const entryOf = (room: string, more: object): CalendarEntry => ({
    room,
    from: "2031-01-01",
    to: "2031-01-31",
    units: UNITS_MAX,
    rates: Object.fromEntries(
      rates.map((rate) => [
        rate,
        {
          price: PRICE_MAX - 0.0001,
          extraAdult: PRICE_MAX - 0.0001,
          child: PRICE_MAX - 0.0001,
          minStayThrough: STAY_NIGHTS_MAX,
          maxStayThrough: STAY_NIGHTS_MAX,
          ...more,
        },
      ]),
    ),
  });
  const planOf = (more: object) =>
    planCalendar(new Map(), [], {
      rooms: new Set(rooms),
      rates: new Set(rates),
      today: 0,
      replace: true,
      entries: rooms.map((room) => entryOf(room, more)),
    });

  it("fits a value of D1, and its statements fit D1's statements", async () => {
    const plan = planOf({});
    expect(plan.tooLarge).toEqual([]);
    expect(plan.months[0]?.packed.length).toBeGreaterThan(1_500_000);
    const db = openSqliteFile(":memory:");
    db.exec(`INSERT INTO sites VALUES ('g', 'g', 'group'), ('h', 'g', 'hotel');
      INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('g', 'g', 'en', 0);
      INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
        check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities)
        VALUES ('g', 'h', '', '', '', '', '', '', '', '', '15', '00', '11', '00', '', 0, 0, 'UTC', 'KWD', '[]', '[]')`);
    for (const statement of writeCalendars("g", [{ hotelId: "h", plan }])) {
      for (const one of statement.values) expect(Buffer.byteLength(String(one))).toBeLessThan(2_000_000);
      runPrinted(db, statement);
    }
    await stampNow(fileDatabase(db), "g");
    expect(db.prepare("SELECT month, packed FROM calendar_months").get()).toEqual({ month, packed: plan.months[0]?.packed });
    expect(db.prepare("SELECT count(*) AS n FROM stock").get()).toEqual({ n: ROOMS * daysInMonth(month) });
    db.close();
  });

  it("is named where prices for every number of adults would make it larger", () => {
    const prices = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, PRICE_MAX]));
    const plan = planOf({ prices });
    expect(plan.tooLarge).toEqual([month]);
    expect(plan.months[0]?.packed.length).toBeGreaterThan(MONTH_CHARS_MAX);
  });
});
