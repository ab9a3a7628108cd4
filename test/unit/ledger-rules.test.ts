/** Rules of ledger lines and of the export's period: docs/interface.md §6 and §7. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportPeriod } from "../../src/ledger/rules/export-period.ts";
import { type LedgerLine, MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";
import { MAXIMAL_DATE_MS, assertPostable, faultsOfLine } from "../../src/ledger/rules/ledger-rules.ts";
import { isXmlText } from "../../src/base/xml-text.ts";
import {
  DOCUMENT_LINES_MAX,
  LEDGER_CODE_CHARS_MAX,
  LEDGER_DESCRIPTION_CHARS_MAX,
  LEDGER_REFERENCE_CHARS_MAX,
} from "../../src/ledger/limits.ts";

const LINE: LedgerLine = {
  siteId: "h1",
  transactionType: "CreditNote",
  accountNumber: "",
  accountType: 0,
  transactionReference: "",
  uniqueReferenceNumber: "",
  secondReference: null,
  description: "",
  dueMs: 0,
  forMs: 0,
  transactionMs: 0,
  gross: 1,
  nett: 0,
  tax: 1,
  nominalCode: "",
  saleCode: "",
  payCode: "",
  taxCode: "",
  periodId: 0,
  periodFromMs: MINIMAL_DATE_MS,
  periodToMs: MAXIMAL_DATE_MS,
};

const fields = (change: Partial<LedgerLine>): string[] => faultsOfLine({ ...LINE, ...change }).map((fault) => fault.field);

describe("a ledger line", () => {
  const bounds: [keyof LedgerLine, unknown, unknown][] = [
    ["siteId", "x".repeat(LEDGER_CODE_CHARS_MAX), "x".repeat(LEDGER_CODE_CHARS_MAX + 1)],
    ["accountNumber", "x".repeat(LEDGER_REFERENCE_CHARS_MAX), "x".repeat(LEDGER_REFERENCE_CHARS_MAX + 1)],
    ["secondReference", "", "x".repeat(LEDGER_REFERENCE_CHARS_MAX + 1)],
    ["description", "x".repeat(LEDGER_DESCRIPTION_CHARS_MAX), "x".repeat(LEDGER_DESCRIPTION_CHARS_MAX + 1)],
    ["description", "tab\t, LF\n, CR\r, \u{1F600} and \u007F", "\u000B"],
    ["payCode", "\uFFFD", "\uFFFE"],
    ["taxCode", "\uD7FF", "\uDC00"],
    ["accountType", 2_147_483_647, 2_147_483_648],
    ["periodId", -2_147_483_648, -2_147_483_649],
    ["periodId", 0, 0.5],
    ["dueMs", MINIMAL_DATE_MS, MINIMAL_DATE_MS - 1],
    ["periodToMs", MAXIMAL_DATE_MS, MAXIMAL_DATE_MS + 1],
    ["forMs", 0, Number.NaN],
    ["transactionType", "Proforma", "Refund"],
  ];
  for (const [field, good, bad] of bounds) {
    it(`may have ${field} ${JSON.stringify(good).slice(0, 30)} but not ${JSON.stringify(bad)?.slice(0, 30)}`, () => {
      expect(fields({ [field]: good })).toEqual([]);
      expect(fields({ [field]: bad })).toEqual([field]);
    });
  }

  it("names its site", () => {
    expect(fields({ siteId: "" })).toEqual(["siteId"]);
  });

  it("adds up to the ten-thousandth, is positive, and has no negative part", () => {
    expect(fields({ gross: 3, nett: 2, tax: 1 })).toEqual([]);
    expect(fields({ gross: 3, nett: 3, tax: 1 })).toEqual(["gross"]);
    expect(fields({ gross: 0, nett: 0, tax: 0 })).toEqual(["gross"]);
    expect(fields({ gross: 1, nett: 2, tax: -1 })).toEqual(["tax"]);
    expect(fields({ gross: 1, nett: -1, tax: 2 })).toEqual(["nett"]);
    expect(fields({ gross: 0.5, nett: 0.5, tax: 0 })).toEqual(["gross", "nett"]);
    expect(fields({ gross: 2 ** 53, nett: 2 ** 53, tax: 0 })).toEqual(["gross", "nett"]);
  });

  it("comes with others in a document of at least one and at most so many", () => {
    expect(() => assertPostable({ lines: Array.from({ length: DOCUMENT_LINES_MAX }, () => LINE) })).not.toThrow();
    expect(() => assertPostable({ lines: Array.from({ length: DOCUMENT_LINES_MAX + 1 }, () => LINE) })).toThrow(RangeError);
    expect(() => assertPostable({ lines: [] })).toThrow(RangeError);
  });
});

describe("a text", () => {
  it("is XML's where each of its characters is Char of XML 1.0", () => {
    const isChar = (code: number): boolean =>
      code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
    for (let code = 0; code <= 0x10ffff; code += code < 0x10000 ? 1 : 97)
      expect(isXmlText(`a${String.fromCodePoint(code)}b`)).toBe(isChar(code));
  });
});

describe("an export's period", () => {
  it("holds exactly the stored milliseconds that lie within what was asked, to the last digit", () => {
    const instant = (tenths: number) => ({ ms: Math.floor(tenths / 10), beyondMs: tenths % 10 !== 0 });
    const tenths = fc.integer({ min: -50, max: 50 });
    const property = fc.property(tenths, tenths, fc.boolean(), fc.integer({ min: -7, max: 7 }), (after, before, exclusive, ms) => {
      const { fromMs, untilMs } = exportPeriod(instant(after), instant(before), exclusive);
      const inside = ms * 10 >= after && (exclusive ? ms * 10 < before : ms * 10 <= before);
      expect(fromMs <= ms && ms <= untilMs).toBe(inside);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
