/** What a transaction looks like on the wire: docs/interface.md §6.4.4 and §6.7. */
import { SaxesParser } from "saxes";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";
import { MAXIMAL_DATE_MS, faultsOfLine } from "../../src/ledger/rules/ledger-rules.ts";
import type { ExportedTransaction } from "../../src/ledger/export-transactions.ts";
import { TRANSACTION_FIELDS } from "../../src/soap/transaction-fields.ts";
import { writeTransactions } from "../../src/soap/write-transactions.ts";

const TRANSACTION: ExportedTransaction = {
  siteId: "h1",
  transactionType: "Payment",
  accountNumber: "AG9",
  accountType: 2,
  transactionReference: "B1",
  uniqueReferenceNumber: "B1-1",
  secondReference: "CO<1>",
  description: "Tea & cake\r\nfor two",
  dueMs: Date.UTC(2026, 1, 3),
  forMs: Date.UTC(2026, 1, 3, 4, 5, 6),
  transactionMs: Date.UTC(2026, 1, 3, 4, 5, 6, 120),
  gross: 1_060_001,
  nett: 1_060_000,
  tax: 1,
  nominalCode: "7110",
  saleCode: "ACCOM",
  payCode: "",
  taxCode: "R6",
  periodId: -3,
  periodFromMs: MINIMAL_DATE_MS,
  periodToMs: MAXIMAL_DATE_MS,
  modifiedMs: Date.UTC(2026, 1, 3, 23, 59, 59, 7),
  modifiedKey: 12,
};

/** The elements of a written transaction, as an independent reader sees them. */
function read(xml: string): [name: string, text: string][][] {
  const parser = new SaxesParser();
  const all: [string, string][][] = [];
  let text = "";
  parser.on("opentag", ({ name }) => {
    if (name === "FinancialExportTransaction") all.push([]);
    text = "";
  });
  parser.on("text", (part) => (text += part));
  parser.on("closetag", ({ name }) => {
    if (name !== "FinancialExportTransaction" && name !== "Items") all.at(-1)?.push([name, text]);
  });
  parser.write(`<Items>${xml}</Items>`).close();
  return all;
}

const write = (change: Partial<ExportedTransaction>): Record<string, string> =>
  Object.fromEntries(read(writeTransactions([{ ...TRANSACTION, ...change }]))[0] ?? []);

describe("a transaction", () => {
  it("is written element by element in the order of the specification", () => {
    expect(writeTransactions([TRANSACTION])).toBe(
      "<FinancialExportTransaction><TransactionType>Payment</TransactionType><AccountNumber>AG9</AccountNumber>" +
        "<AccountType>2</AccountType><TransactionReference>B1</TransactionReference>" +
        "<UniqueReferenceNumber>B1-1</UniqueReferenceNumber><SecondReference>CO&lt;1&gt;</SecondReference>" +
        "<Description>Tea &amp; cake&#xD;\nfor two</Description><DueDate>2026-02-03T00:00:00</DueDate>" +
        "<ForDate>2026-02-03T04:05:06</ForDate><TransactionDate>2026-02-03T04:05:06.12</TransactionDate>" +
        "<GrossValue>106.0001</GrossValue><NettValue>106.0000</NettValue><TaxValue>0.0001</TaxValue>" +
        "<NominalCode>7110</NominalCode><SaleCode>ACCOM</SaleCode><PayCode></PayCode><TaxCode>R6</TaxCode><SiteId>h1</SiteId>" +
        "<PeriodId>-3</PeriodId><PeriodFromDate>0001-01-01T00:00:00</PeriodFromDate>" +
        "<PeriodToDate>9999-12-31T23:59:59.999</PeriodToDate><ModifiedDate>2026-02-03T23:59:59.007</ModifiedDate>" +
        "<ModifiedKey>12</ModifiedKey></FinancialExportTransaction>",
    );
  });

  it("has every element of the table, and leaves out only a second reference that does not apply", () => {
    const elements = TRANSACTION_FIELDS.map((field) => field.element);
    expect(Object.keys(write({}))).toEqual(elements);
    expect(Object.keys(write({ secondReference: null }))).toEqual(elements.filter((element) => element !== "SecondReference"));
    expect(write({ secondReference: "" })).toMatchObject({ SecondReference: "" });
  });

  it("comes back from an XML reader with every text it can hold", () => {
    const text = fc
      .string({ unit: "binary", maxLength: 40 })
      .filter((one) => faultsOfLine({ ...TRANSACTION, description: one }).length === 0);
    const property = fc.property(text, text, text, (description, accountNumber, taxCode) => {
      expect(write({ description, accountNumber, taxCode })).toMatchObject({
        Description: description,
        AccountNumber: accountNumber,
        TaxCode: taxCode,
      });
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("has dates and amounts that say exactly what is stored", () => {
    const property = fc.property(
      fc.integer({ min: MINIMAL_DATE_MS, max: MAXIMAL_DATE_MS }),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      (ms, amount) => {
        const written = write({ dueMs: ms, gross: amount });
        expect(written.DueDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,2}[1-9])?$/);
        expect(Date.parse(`${written.DueDate}Z`)).toBe(ms);
        expect(written.GrossValue).toMatch(/^\d+\.\d{4}$/);
        expect(BigInt(written.GrossValue?.replace(".", "") ?? "")).toBe(BigInt(amount));
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });
});
