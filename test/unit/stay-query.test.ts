/** The parameters of /availabilities and /offers: docs/interface.md §4; every invalid one is named (§5). */
import { describe, expect, it } from "vitest";
import { parseStayQuery } from "../../src/http/stay-query.ts";
import { day } from "../support/one-hotel.ts";

const STAY = "arrival=2028-02-28&departure=2028-03-01";

function parse(query: string) {
  return parseStayQuery(`http://tabard.test/availabilities/g1?${query}`);
}

/** "parameter code", in the order of the answer. */
function faults(query: string): string[] {
  const parsed = parse(query);
  if (parsed.ok || parsed.failure.code !== "invalid_parameter") return [];
  return parsed.failure.errors.map((error) => `${"parameter" in error ? error.parameter : "?"} ${error.code}`);
}

describe("a valid query", () => {
  it("fills in the defaults", () => {
    const value = { arrival: day("2028-02-28"), departure: day("2028-03-01"), adults: 2, children: 0, rooms: 1, promoCode: "" };
    expect(parse(STAY)).toEqual({ ok: true, value });
    expect(parse(`${STAY}&promoCode=&unknown=1&unknown=2&Adults=x`)).toEqual({ ok: true, value });
  });

  it("may have every parameter at its bounds", () => {
    for (const bounds of ["adults=1&children=0&infant=0&rooms=1", "adults=20&children=20&infant=20&rooms=9&promoCode=Ten"]) {
      expect(faults(`${STAY}&${bounds}`)).toEqual([]);
      expect(parse(`${STAY}&${bounds}`).ok).toBe(true);
    }
  });

  it("may have 365 nights", () => {
    expect(parse("arrival=2027-01-01&departure=2028-01-01").ok).toBe(true);
  });
});

describe("an invalid query", () => {
  it.each([
    ["", ["arrival required", "departure required"]],
    ["arrival=2028-02-28", ["departure required"]],
    ["arrival=&departure=", ["arrival invalid_format", "departure invalid_format"]],
    ["arrival=2027-02-29&departure=2027-03-01", ["arrival invalid_format"]],
    ["arrival=2028-2-28&departure=20280301", ["arrival invalid_format", "departure invalid_format"]],
    ["arrival=2028-02-28T00:00&departure=2028-03-01+", ["arrival invalid_format", "departure invalid_format"]],
    ["arrival=2028-03-01&departure=2028-03-01", ["departure not_after_arrival"]],
    ["arrival=2028-03-02&departure=2028-03-01", ["departure not_after_arrival"]],
    ["arrival=2027-01-01&departure=2028-01-02", ["departure too_long"]],
    [`${STAY}&adults=0`, ["adults invalid_format"]],
    [`${STAY}&adults=21&children=21&infant=21&rooms=10`, ["adults", "children", "infant", "rooms"].map((p) => `${p} invalid_format`)],
    [`${STAY}&rooms=0`, ["rooms invalid_format"]],
    [`${STAY}&adults=&children=-1&infant=1.0&rooms=1e0`, ["adults", "children", "infant", "rooms"].map((p) => `${p} invalid_format`)],
    [
      `${STAY}&adults=%2B2&children=0x1&infant=%D9%A2&rooms=00001`,
      ["adults", "children", "infant", "rooms"].map((p) => `${p} invalid_format`),
    ],
    [`${STAY}&promoCode=${"x".repeat(201)}`, ["promoCode too_big"]],
    [`${STAY}&arrival=2028-02-28&adults=2&adults=2`, ["arrival repeated", "adults repeated"]],
    ["arrival=2028-03-02&departure=2028-03-01&adults=x", ["adults invalid_format", "departure not_after_arrival"]],
  ])("%s is refused with all of its faults", (query, expected) => {
    expect(faults(query)).toEqual(expected);
  });

  it("is told in sentences that do not name the parameter twice", () => {
    const failed = parseStayQuery("https://tabard.test/?arrival=x&adults=0&adults=1&rooms=0");
    const errors = failed.ok || failed.failure.code !== "invalid_parameter" ? [] : failed.failure.errors;
    expect(Object.fromEntries(errors.map((error) => ["parameter" in error ? error.parameter : "", error.detail]))).toEqual({
      adults: "Must be given once.",
      arrival: "Must be a real date, YYYY-MM-DD.",
      departure: "Required.",
      rooms: "Must be a whole number from 1 to 9.",
    });
  });
});
