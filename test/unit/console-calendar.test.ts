/** The calendar of the console: its form, its months and its words. */
import { describe, expect, it } from "vitest";
import { parseDate } from "../../src/base/calendar-date.ts";
import { type CalendarFields, SETTINGS, readEntry } from "../../src/pages/console/calendar-form.ts";
import { monthText, readSpan, spanPath } from "../../src/pages/console/calendar-span.ts";
import { savedWords } from "../../src/pages/console/calendar-words.ts";
import { heatMap } from "../../src/pages/console/heat-map.ts";
import { restrictionWords } from "../../src/pages/console/restriction-words.ts";
import { parseEntries } from "../../src/selling/rules/calendar-entry.ts";
import { packRestrictions, unpackRestrictions } from "../../src/selling/rules/hotel-month.ts";

const EMPTY = Object.fromEntries(SETTINGS.map((name) => [name, ""])) as Record<(typeof SETTINGS)[number], string>;
const FIELDS: CalendarFields = { ...EMPTY, hotel: "h", room: "DBL", rate: "FLEX", from: "2026-12-05", to: "2026-12-07", weekdays: [] };
const HOTEL = {
  hotelId: "h",
  name: "Hotel",
  currencyCode: "EUR",
  timezone: "UTC",
  rooms: [{ id: "DBL", name: "Double" }],
  rates: [{ id: "FLEX", name: "Flexible" }],
};
const NO_RULES = {
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStayArrival: 0,
  maxStayArrival: 0,
  minStayThrough: 0,
  maxStayThrough: 0,
};

describe("the form of the calendar", () => {
  it("says in the calendar's grammar what is filled in, and nothing of the rest", () => {
    const full: CalendarFields = {
      ...FIELDS,
      price: "99,50",
      units: "7",
      selling: "open",
      arrivals: "stopped",
      departures: "open",
      weekdays: ["fri", "sat"],
      leastArriving: "2",
      mostArriving: "14",
      leastThrough: "0",
      mostThrough: "365",
      byAdults: "1: 90; 2: 110,50;",
      extraAdult: "NONE",
      child: "0",
    };
    const range = { room: "DBL", from: "2026-12-05", to: "2026-12-07" };
    const rate = {
      price: 99.5,
      prices: { "1": 90, "2": 110.5 },
      extraAdult: null,
      child: 0,
      stopSell: false,
      closedToArrival: true,
      closedToDeparture: false,
      minStayArrival: 2,
      maxStayArrival: 14,
      minStayThrough: 0,
      maxStayThrough: 365,
    };
    const read = readEntry(full);
    expect(read).toEqual({ ok: true, entry: { ...range, weekdays: ["fri", "sat"], units: 7, rates: { FLEX: rate } } });
    expect(read.ok && parseEntries([read.entry]).problems).toEqual([]);
    const cleared = readEntry({ ...FIELDS, byAdults: "none" });
    expect(cleared).toEqual({ ok: true, entry: { ...range, rates: { FLEX: { prices: null } } } });
    expect(readEntry({ ...FIELDS, units: "0" })).toEqual({ ok: true, entry: { ...range, units: 0, rates: {} } });
  });

  it("names everything that is wrong", () => {
    const wrong = readEntry({ ...FIELDS, price: "0", units: "10001", leastArriving: "366", mostThrough: "-1" });
    expect(wrong.ok ? [] : wrong.faults.map((fault) => fault.split(":")[0])).toEqual([
      "Price",
      "Units",
      "Minimum nights, arriving",
      "Maximum nights, any stay",
    ]);
    for (const byAdults of ["90", "0: 90", "21: 90", "1: 0", "1: 90; 1: 95", "1: 90, 2: 95", "1: 90: 2", ";"]) {
      const faults = readEntry({ ...FIELDS, byAdults, child: "-1", extraAdult: "x" });
      expect(faults.ok ? [] : faults.faults.map((fault) => fault.split(":")[0]), byAdults).toEqual([
        "Each further adult",
        "Each child",
        "By adults",
      ]);
    }
    expect(readEntry(FIELDS)).toMatchObject({ ok: false, faults: [expect.stringContaining("Give a price")] });
  });
});

describe("the months of the calendar", () => {
  const of = (query: string, from = "2026-12-05") => {
    const { month, months, shading } = readSpan(new URLSearchParams(query), parseDate(from) ?? 0);
    return [monthText(month), months, shading];
  };

  it("begin where it is said, while the chosen nights are among them", () => {
    expect(of("")).toEqual(["2026-12", 4, "sold"]);
    expect(of("month=2027-03&months=12&shade=price")).toEqual(["2027-03", 12, "price"]);
    expect(of("month=2026-10&from=2026-12-05")).toEqual(["2026-10", 4, "sold"]);
    expect(of("month=2026-08&from=2026-12-05")).toEqual(["2026-12", 4, "sold"]);
    expect(of("month=2027-01&from=2026-12-05")).toEqual(["2026-12", 4, "sold"]);
    for (const month of ["", "2026-13", "x", "99999-01"]) expect(of(`month=${month}&months=5&shade=x`)).toEqual(["2026-12", 4, "sold"]);
  });

  it("are asked for again by their own path", () => {
    const path = spanPath(FIELDS, { month: 2027 * 12, months: 12, shading: "price" });
    expect(of(new URL(path, "http://x").search)).toEqual(["2027-01", 12, "price"]);
  });
});

describe("the heat map", () => {
  const first = parseDate("2026-12-01") ?? 0;
  const nights = [[0, 1_000_000], [1, 1_100_000], [4, 2_000_000], [8, null]].map(([sold, price], at) => ({
    night: first + at,
    stock: { units: 8, sold: sold ?? 0 },
    price: price ?? null,
    notes: [],
    marks: at === 1 ? "A3+" : "",
  })); // prettier-ignore
  const months = [{ first, nights: [...nights, { night: first + 4, stock: null, price: null, notes: [], marks: "" }] }];
  const cellsOf = async (shading: "sold" | "price") => {
    const chosen = { from: first + 1, to: first + 2 };
    const markup = String(await heatMap({ months, shading, today: first + 1, chosen }));
    return [...markup.matchAll(/<g class="([^"]*)"/g)].map((match) => match[1]);
  };

  it("is shaded by quarters of what is sold", async () => {
    expect(await cellsOf("sold")).toEqual(["o0 past", "o1 in", "o2 in", "o4", "none"]);
  });

  it("is shaded by fifths between the lowest and the highest price", async () => {
    expect(await cellsOf("price")).toEqual(["o0 past", "o0 in", "o4 in", "none", "none"]);
  });

  it("says it all without colour too", async () => {
    const markup = String(await heatMap({ months, shading: "sold", today: first, chosen: { from: 0, to: -1 } }));
    const texts = [...markup.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1]).slice(32);
    expect(texts).toEqual(["100", "0/8", "110", "1/8", "A3+", "200", "4/8", "–", "8/8", "–"]);
  });
});

describe("what a change of the calendar did", () => {
  it("is told in the desk's words", () => {
    const one = { roomId: "DBL", rateId: "FLEX", nights: 1 };
    const changes = [
      { ...one, field: "", before: "100–120", after: "99.5" },
      { ...one, rateId: null, field: "units", before: "8", after: "7", nights: 2 },
      { ...one, field: "closedToArrival", before: "off", after: "on" },
      { ...one, field: "stopSell", before: "off or on", after: "off" },
      { ...one, field: "minStayArrival", before: "0", after: "3" },
    ];
    expect(
      savedWords({ calendarVersion: 2, nightsChanged: 2, warnings: [{ pointer: "", detail: "One passed over." }], changes }, HOTEL),
    ).toEqual([
      "Saved: 2 nights changed.",
      "Double, Flexible, price: 100–120 → 99.5 (1 night).",
      "Double, units: 8 → 7 (2 nights).",
      "Double, Flexible, arrivals: allowed → not allowed (1 night).",
      "Double, Flexible, selling: open or stopped → open (1 night).",
      "Double, Flexible, minimum nights, arriving: none → 3 (1 night).",
      "One passed over.",
    ]);
    expect(savedWords({ calendarVersion: 2, nightsChanged: 0, warnings: [] }, HOTEL)).toEqual(["Nothing was different: no night changed."]);
  });
});

describe("a night's restrictions", () => {
  it("are words, and letters for a cell", () => {
    const rules = {
      ...NO_RULES,
      closedToArrival: true,
      closedToDeparture: true,
      minStayArrival: 2,
      minStayThrough: 3,
      maxStayArrival: 9,
      maxStayThrough: 7,
    };
    const byAdults = [["1", 900_000], ["2", 1_005_000], ["3", 1_200_000], ["4", 1_300_000], ["5", 1_400_000]] as const; // prettier-ignore
    expect(restrictionWords(rules, { byAdults: byAdults.slice(0, 2), extraAdult: 125_000, child: 0 })).toEqual({
      notes: [
        "no arrival",
        "no departure",
        "arriving: 2 nights or more",
        "arriving: at most 9 nights",
        "any stay: 3 nights or more",
        "any stay: at most 7 nights",
        "by adults 1: 90; 2: 100.5",
        "further adult 12.5",
        "child 0",
      ],
      marks: "AD3+7−",
    });
    const none = { byAdults: [], extraAdult: null, child: null };
    expect(restrictionWords({ ...rules, stopSell: true }, none).marks).toBe("×");
    expect(restrictionWords({ ...NO_RULES, minStayArrival: 1 }, none)).toEqual({ notes: [], marks: "" });
    expect(restrictionWords(NO_RULES, { ...none, byAdults }).notes).toEqual(["by adults 1: 90; 2: 100.5; 3: 120; 4: 130; …"]);
  });

  it("come back as they were packed", () => {
    const { maxStayThrough: _, ...rules } = {
      ...NO_RULES,
      stopSell: true,
      closedToDeparture: true,
      minStayArrival: 365,
      minStayThrough: 12,
    };
    expect(unpackRestrictions(packRestrictions(rules))).toEqual(rules);
  });
});
