/** boolean and dateTime as XML Schema has them: part 2, §3.2.2 and §3.2.7. */
import { describe, expect, it } from "vitest";
import { isLater, parseBoolean, parseDateTime } from "../../src/xml/simple-types.ts";

describe("boolean", () => {
  it.each([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
    ["\t\r\n true  ", true],
  ])("%j is %s", (text, value) => expect(parseBoolean(text)).toBe(value));

  it.each(["", " ", "TRUE", "yes", "2", "true false", "01", "constructor", "\u00a0true"])("%j is not one", (text) =>
    expect(parseBoolean(text)).toBeNull(),
  );
});

describe("dateTime", () => {
  it.each([
    ["1970-01-01T00:00:00", 0],
    ["1970-01-01T00:00:00Z", 0],
    ["1970-01-01T00:00:00+00:00", 0],
    ["1970-01-01T14:00:00+14:00", 0],
    ["1969-12-31T10:00:00-14:00", 0],
    [" \n1970-01-01T00:00:01\t", 1000],
    ["1970-01-01T00:00:00.5", 500],
    ["1970-01-01T00:00:00.120", 120],
    ["1969-12-31T24:00:00", 0],
    ["1969-12-31T24:00:00.000", 0],
    ["0001-01-01T00:00:00", -62_135_596_800_000],
    ["2000-02-29T23:59:59.999", Date.UTC(2000, 1, 29, 23, 59, 59, 999)],
    ["12024-02-29T00:00:00", Date.UTC(12_024, 1, 29)],
    ["-0001-12-31T24:00:00", -62_135_596_800_000],
    ["-0001-02-29T00:00:00", new Date("0000-02-29T00:00:00Z").getTime()],
  ])("%j is %i ms", (text, ms) => {
    expect(parseDateTime(text)).toMatchObject({ text: text.trim(), ms, beyondMs: false });
  });

  it("keeps what lies beyond the milliseconds", () => {
    expect(parseDateTime("1970-01-01T00:00:00.0009")).toMatchObject({ ms: 0, beyondMs: true });
    expect(parseDateTime("1970-01-01T00:00:00.001000")).toMatchObject({ ms: 1, beyondMs: false });
    expect(parseDateTime(`1969-12-31T23:59:59.${"9".repeat(50_000)}`)).toMatchObject({ ms: -1, beyondMs: true });
  });

  it("reads years beyond any calendar, before or after all transactions", () => {
    expect(parseDateTime("999999999999999999-02-28T00:00:00")?.ms).toBeGreaterThan(Date.UTC(200_000, 0));
    expect(parseDateTime("-400000-02-28T00:00:00")?.ms).toBeLessThan(Date.UTC(-200_000, 0));
    expect(parseDateTime("400000-02-29T00:00:00")).not.toBeNull();
    expect(parseDateTime("400001-02-29T00:00:00")).toBeNull();
  });

  it.each([
    "",
    "2024-01-01",
    "2024-01-01T00:00",
    "2024-01-01 00:00:00",
    "2024-01-01t00:00:00",
    "2024-1-1T00:00:00",
    "24-01-01T00:00:00",
    "02024-01-01T00:00:00",
    "0000-01-01T00:00:00",
    "+2024-01-01T00:00:00",
    "2024-00-01T00:00:00",
    "2024-13-01T00:00:00",
    "2024-01-00T00:00:00",
    "2024-04-31T00:00:00",
    "2023-02-29T00:00:00",
    "1900-02-29T00:00:00",
    "2024-01-01T24:00:01",
    "2024-01-01T24:00:00.001",
    "2024-01-01T25:00:00",
    "2024-01-01T00:60:00",
    "2024-01-01T00:00:60",
    "2024-01-01T00:00:00.",
    "2024-01-01T00:00:00,5",
    "2024-01-01T00:00:00z",
    "2024-01-01T00:00:00+14:01",
    "2024-01-01T00:00:00+15:00",
    "2024-01-01T00:00:00+01:60",
    "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00 Z",
    "２０２４-01-01T00:00:00",
    "2024-01-01T00:00:00\u00a0",
  ])("%j is not one", (text) => expect(parseDateTime(text)).toBeNull());

  it("orders to the last digit", () => {
    const at = (fraction: string) => {
      const value = parseDateTime(`2024-01-01T00:00:00.${fraction}`);
      if (!value) throw new Error(fraction);
      return value;
    };
    const ordered = ["0", "0000009", "000001", "00000100000000000000000000001", "0009", "001", "0019", "1"].map(at);
    for (const [index, value] of ordered.entries()) {
      for (const [other, against] of ordered.entries()) expect(isLater(value, against)).toBe(index > other);
    }
  });
});
