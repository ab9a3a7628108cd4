/** What the service writes, an independent parser (saxes) reads back identical: docs/interface.md §6.7. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINIMAL_DATE_MS, TRANSACTION_TYPES } from "../../src/ledger/rules/ledger-document.ts";
import type { ExportedTransaction } from "../../src/ledger/export-transactions.ts";
import { NO_ERROR } from "../../src/soap/exceptions.ts";
import { EXPORT } from "../../src/soap/operations.ts";
import { TRANSACTION_FIELDS } from "../../src/soap/transaction-fields.ts";
import { writeResponse } from "../../src/soap/write-response.ts";
import { writeTransactions } from "../../src/soap/write-transactions.ts";
import { escapeAttribute, escapeText } from "../../src/xml/escape.ts";
import { readDocument } from "../../src/xml/read-document.ts";
import { parseDateTime } from "../../src/xml/simple-types.ts";
import { FORMS, findAll, parse, textOf } from "../support/soap-messages.ts";

const RUNS = Number(process.env["TABARD_FUZZ"] ?? 300);

/** All that XML can hold, the awkward more often. */
const char = fc.oneof(
  fc.constantFrom(
    "\r",
    "\n",
    "\r\n",
    "\t",
    " ",
    "<",
    ">",
    "&",
    "]]>",
    '"',
    "'",
    "\u0085",
    "\u2028",
    "\uFEFF",
    "\uD7FF",
    "\uE000",
    "\uFFFD",
    "\u{10FFFF}",
  ),
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 3 })
    .filter((text) => !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text)),
);
const text = fc.array(char, { maxLength: 8 }).map((chars) => chars.join(""));
const instant = fc.oneof(
  fc.constantFrom(MINIMAL_DATE_MS, 0, -1, 253_402_300_799_999),
  fc.integer({ min: MINIMAL_DATE_MS, max: 253_402_300_799_999 }),
);
const money = fc.oneof(fc.constantFrom(0, 1, 9999, 10_000, 9_000_000_000_000_000), fc.integer({ min: 0, max: 9_000_000_000_000_000 }));
const int = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

const transaction: fc.Arbitrary<ExportedTransaction> = fc.record({
  siteId: text,
  transactionType: fc.constantFrom(...TRANSACTION_TYPES),
  accountNumber: text,
  accountType: int,
  transactionReference: text,
  uniqueReferenceNumber: text,
  secondReference: fc.option(text),
  description: text,
  dueMs: instant,
  forMs: instant,
  transactionMs: instant,
  gross: money,
  nett: money,
  tax: money,
  nominalCode: text,
  saleCode: text,
  payCode: text,
  taxCode: text,
  periodId: int,
  periodFromMs: instant,
  periodToMs: instant,
  modifiedMs: instant,
  modifiedKey: int,
});

/** The element's value as the transaction has it: texts as they are, instants in ms, money as decimals of BigInt arithmetic. */
function valueOf(entry: ExportedTransaction, element: string): unknown {
  const decimal = (amount: number): string => `${BigInt(amount) / 10_000n}.${String(BigInt(amount) % 10_000n).padStart(4, "0")}`;
  const special: Record<string, unknown> = {
    DueDate: entry.dueMs,
    ForDate: entry.forMs,
    TransactionDate: entry.transactionMs,
    PeriodFromDate: entry.periodFromMs,
    PeriodToDate: entry.periodToMs,
    ModifiedDate: entry.modifiedMs,
    GrossValue: decimal(entry.gross),
    NettValue: decimal(entry.nett),
    TaxValue: decimal(entry.tax),
  };
  const own = element.charAt(0).toLowerCase() + element.slice(1);
  return special[element] ?? String(entry[own as keyof ExportedTransaction]);
}

describe("the writer", () => {
  it("loses nothing of any transaction, in any form", () => {
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 3 }), fc.constantFrom(...FORMS), (entries, form) => {
        const { head, tail } = writeResponse(form, 'urn:x&"<', EXPORT, NO_ERROR, { afterTimestamp: "a", beforeTimestamp: "b" });
        const found = findAll(parse(head + writeTransactions(entries) + tail), "FinancialExportTransaction");
        expect(found.length).toBe(entries.length);
        for (const [index, entry] of entries.entries()) {
          const fields = TRANSACTION_FIELDS.filter(({ element }) => element !== "SecondReference" || entry.secondReference !== null);
          const children = found[index]?.children ?? [];
          expect(children.map(({ name }) => name)).toEqual(fields.map(({ element }) => `{urn:x&"<}${element}`));
          for (const [at, { element, type }] of fields.entries()) {
            const read = children[at]?.text ?? "";
            if (type === "dateTime") expect(read).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,2}[1-9])?$/);
            expect(type === "dateTime" ? parseDateTime(read)?.ms : read).toBe(valueOf(entry, element));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("loses nothing of any text or attribute, by our own reader's word too", () => {
    fc.assert(
      fc.property(text, (value) => {
        const xml = `<a x="${escapeAttribute(value)}">${escapeText(value)}</a>`;
        const own = readDocument(new TextEncoder().encode(xml));
        expect([own.text, own.attributes[0]?.value]).toEqual([value, value]);
        expect(textOf(parse(xml), "a")).toBe(value);
      }),
      { numRuns: RUNS },
    );
  });
});
