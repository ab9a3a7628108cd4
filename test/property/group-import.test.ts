/** Parts of the group import against slow, obvious oracles. */
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDuplicateKey, linesOfPaths, placeOfSyntaxFault } from "../../cli/support/json-places.ts";
import { type Row, type Table, diffTable } from "../../src/change/rules/table-diff.ts";
import { deleteStatements, upsertStatements } from "../../src/change/write-table.ts";
import { type CalendarEntry, WEEKDAYS } from "../../src/selling/rules/calendar-entry.ts";
import { editCalendar } from "../../src/selling/rules/edit-calendar.ts";
import { formatDate, parseDate } from "../../src/base/calendar-date.ts";
import { restrictionsOn } from "../support/hotel-months.ts";

const FIRST = Number(parseDate("2031-01-25"));
const NIGHTS = 50;

describe("a hotel's calendar", () => {
  const perNight = <T>(value: fc.Arbitrary<T>, nights: number) =>
    fc.oneof(value, fc.array(value, { minLength: nights, maxLength: nights }));
  const price = fc.option(fc.integer({ min: 1, max: 500 }));
  const bound = fc.integer({ min: 0, max: 365 });
  const entry: fc.Arbitrary<CalendarEntry> = fc
    .tuple(fc.integer({ min: 0, max: NIGHTS - 1 }), fc.integer({ min: 1, max: 20 }))
    .chain(([start, nights]) =>
      fc.record(
        {
          room: fc.constant("R"),
          from: fc.constant(formatDate(FIRST + start)),
          to: fc.constant(formatDate(FIRST + start + nights - 1)),
          rates: fc.dictionary(
            fc.constantFrom("A", "B"),
            fc.record(
              {
                price: perNight(price, nights),
                stopSell: fc.boolean(),
                closedToArrival: fc.boolean(),
                closedToDeparture: fc.boolean(),
                minStayArrival: bound,
                maxStayArrival: bound,
                minStayThrough: bound,
              },
              { requiredKeys: [] },
            ),
          ),
          weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
          units: perNight<number | null>(fc.option(fc.integer({ min: 0, max: 9 })), nights),
        },
        { requiredKeys: ["room", "from", "to", "rates"] },
      ),
    );

  /** What the last entry that speaks of a value of a night says. */
  function lastWord(entries: readonly CalendarEntry[], night: number, valueOf: (entry: CalendarEntry) => unknown): unknown {
    let word: unknown;
    for (const one of entries) {
      const from = Number(parseDate(one.from));
      const speaks = night >= from && night <= Number(parseDate(one.to));
      const weekday = WEEKDAYS[new Date(night * 86_400_000).getUTCDay()];
      const value = valueOf(one);
      if (!speaks || value === undefined || (one.weekdays && !one.weekdays.some((day) => day === weekday))) continue;
      word = Array.isArray(value) ? (value as unknown[])[night - from] : value;
    }
    return word;
  }

  it("says of every night what the last entry for it says", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (calendar) => {
        const known = { rooms: new Set(["R"]), rates: new Set(["A", "B"]) };
        const months = editCalendar(new Map(), { ...known, today: FIRST, replace: true, entries: calendar });
        for (let night = FIRST; night < FIRST + NIGHTS + 20; night += 1) {
          const date = new Date(night * 86_400_000);
          const packed = JSON.stringify(months.get(date.getUTCFullYear() * 12 + date.getUTCMonth()) ?? { rooms: {} });
          for (const rateId of ["A", "B"]) {
            const found = restrictionsOn(packed, "R", rateId, date.getUTCDate());
            const word = (name: string) => lastWord(calendar, night, (one) => one.rates[rateId]?.[name as "price"]);
            expect(found.units ?? null).toBe(lastWord(calendar, night, (one) => one.units) ?? null);
            const wanted = word("price");
            expect(found.price ?? null).toBe(typeof wanted === "number" ? wanted * 10_000 : null);
            for (const flag of ["stopSell", "closedToArrival", "closedToDeparture"] as const) expect(found[flag]).toBe(word(flag) ?? false);
            for (const stay of ["minStayArrival", "maxStayArrival", "minStayThrough"] as const) expect(found[stay]).toBe(word(stay) ?? 0);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the difference of two tables", () => {
  const table: Table = { name: "things", key: ["a", "b"], columns: ["a", "b", "c"] };
  const rows = fc.uniqueArray(
    fc.record({
      a: fc.integer({ min: 0, max: 3 }),
      b: fc.constantFrom("", "'", "x\ny"),
      c: fc.option(fc.string({ maxLength: 3 }).map((text) => text.replaceAll("\0", ""))),
    }),
    { selector: (row) => `${row.a} ${row.b}` },
  );

  it("turns the one into the other, and is nothing for the same", () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const db = new DatabaseSync(":memory:");
        db.exec("CREATE TABLE things (a INTEGER, b TEXT, c TEXT, PRIMARY KEY (a, b)) STRICT");
        const read = (): Row[] => db.prepare("SELECT a, b, c FROM things ORDER BY a, b").all() as Row[];
        const turnInto = (wanted: readonly Row[]): number => {
          const diff = diffTable(table, read(), wanted);
          const statements = [...upsertStatements(diff), ...deleteStatements(diff)];
          for (const { sql, values } of statements) db.prepare(sql).run(...values);
          return statements.length;
        };
        turnInto(before);
        turnInto(after);
        const sorted = [...after].sort((x, y) => x.a - y.a || (x.b < y.b ? -1 : 1));
        expect(read().map((row) => ({ ...row }))).toEqual(sorted);
        expect(turnInto(after)).toBe(0);
        db.close();
      }),
      { numRuns: 200 },
    );
  });
});

describe("the line of a path in JSON", () => {
  it("is where the value stands", () => {
    const paths = (value: unknown, path: PropertyKey[] = []): PropertyKey[][] =>
      typeof value === "object" && value !== null
        ? [path, ...Object.entries(value).flatMap(([key, part]) => paths(part, [...path, key]))]
        : [path];
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value, null, 1);
        // Written with one value a line, in the order of the paths, but for the closing brackets.
        const lines = json.split("\n").flatMap((line, index) => (/^\s*[\]}],?$/.test(line) ? [] : [index + 1]));
        const all = paths(value);
        expect(all.map(linesOfPaths(json))).toEqual(lines.slice(0, all.length));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the place of a fault of syntax", () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it("is there exactly where JSON.parse refuses the text", () => {
    const piece = fc.constantFrom(...'{}[],:" \n\\u01e-./*\t'.split(""), "true", "null", '"a"', "\u00a0", "\u0001", "//");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.nat(3), piece, (value, place, cut, inserted) => {
        const json = JSON.stringify(value, null, 1);
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + inserted + json.slice(at + cut);
        expect(placeOfSyntaxFault(json)).toBeNull();
        expect(placeOfSyntaxFault(text) === null).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("is the line of the first value that is none", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1 }), fc.nat(), (values, place) => {
        const rows = values.map((value) => JSON.stringify(value));
        const wrong = place % rows.length;
        expect(placeOfSyntaxFault(`[\n${rows.with(wrong, "tru").join(",\n")}\n]`)).toEqual({ line: wrong + 2, column: 1 });
      }),
    );
  });
});

describe("a key that is there twice", () => {
  it("is found in any object, and only there", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string(), fc.nat(), (value, key, place) => {
        const json = JSON.stringify(value, null, 1);
        expect(findDuplicateKey(json)).toBeNull();
        const opens = [...json.matchAll(/\{(?=\n)/g)].map(({ index }) => index + 1);
        const at = opens[place % opens.length];
        if (at === undefined) return;
        const pair = `\n  ${JSON.stringify(key)}: {}`;
        const text = `${json.slice(0, at)}${pair},${pair},${json.slice(at)}`;
        expect(findDuplicateKey(text)).toEqual({ key, line: json.slice(0, at).split("\n").length + 2, column: 3 });
      }),
    );
  });
});
