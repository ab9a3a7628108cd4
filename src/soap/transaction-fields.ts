/**
 * The 23 elements of FinancialExportTransaction in their order: what each means and holds. The one table of the WSDL, of the
 * pages /soap and /docs/lines and of docs/accounting.md, which a test compares (docs/interface.md §6.4.4). Pure.
 */
export interface TransactionField {
  element: string;
  type: "enmFinancialExportTransactionTypes" | "string" | "int" | "decimal" | "dateTime";
  optional?: true;
  /** Words between backticks are values and names. */
  meaning: string;
  values: string;
}

export const TRANSACTION_FIELDS: readonly TransactionField[] = [
  {
    element: "TransactionType",
    type: "enmFinancialExportTransactionTypes",
    meaning: "What the document is; it gives the side of the values.",
    values:
      "`Proforma`: expected, no revenue yet. `Invoice`: charged; it settles the open Proformas of its TransactionReference. `CreditNote`: takes an Invoice, or a Proforma, back. `Payment`: paid, or, with negative values, given back.",
  },
  {
    element: "AccountNumber",
    type: "string",
    meaning: "Who pays, as the accounting system numbers them.",
    values: "`GUEST` of a booking; else what posted the document gave.",
  },
  {
    element: "AccountType",
    type: "int",
    meaning: "What kind of account that is.",
    values: "`1` guest, `2` agent, `3` company. A file of your own history, or a partner's documents, may bring other numbers.",
  },
  {
    element: "TransactionReference",
    type: "string",
    meaning: "The account that all documents of one stay share.",
    values: "A booking's reference, as `M2GTT27K-1`; else what posted the document gave.",
  },
  {
    element: "UniqueReferenceNumber",
    type: "string",
    meaning: "The document's number, the same on all its lines.",
    values:
      "`<SiteId>-I-<n>` of an Invoice and `<SiteId>-C-<n>` of a CreditNote that takes one back, each without gaps; else `<TransactionReference>-<n>`. Imported history keeps its own.",
  },
  {
    element: "SecondReference",
    type: "string",
    optional: true,
    meaning: "The document it refers to, or a reference of others.",
    values:
      "Of a CreditNote the UniqueReferenceNumber it takes back, of a refund that of the Payment; of a Payment the reference it was posted with, as a card terminal's. No element where there is none.",
  },
  {
    element: "Description",
    type: "string",
    meaning: "For people. Tabard itself writes no guest's name into it.",
    values: "May hold line breaks.",
  },
  {
    element: "DueDate",
    type: "dateTime",
    meaning: "The day on which it is to be paid.",
    values:
      "A day of the hotel's calendar at `00:00:00`: the arrival; without a booking, and of a CreditNote to an Invoice, the document's own day; or what it was posted with.",
  },
  {
    element: "ForDate",
    type: "dateTime",
    meaning: "The day that it is for.",
    values: "A day of the hotel's calendar at `00:00:00`: the arrival; without a booking the document's own day.",
  },
  {
    element: "TransactionDate",
    type: "dateTime",
    meaning: "When it took place; with the hotel's zone it decides the period.",
    values: "UTC. Never after ModifiedDate where Tabard posted it.",
  },
  {
    element: "GrossValue",
    type: "decimal",
    meaning: "The amount with tax: NettValue + TaxValue.",
    values: "In the currency of SiteId's hotel, four decimals, a point. Positive, whichever side; negative only in a refund.",
  },
  {
    element: "NettValue",
    type: "decimal",
    meaning: "The amount without tax.",
    values: "As GrossValue.",
  },
  {
    element: "TaxValue",
    type: "decimal",
    meaning: "The tax in GrossValue.",
    values: "As GrossValue; `0.0000` of a Payment.",
  },
  {
    element: "NominalCode",
    type: "string",
    meaning: "The account of the general ledger that the line goes to.",
    values: "That of the group's sale code, as `7110`; of a Payment that of its pay code.",
  },
  {
    element: "SaleCode",
    type: "string",
    meaning: "What was sold. A document has one line for each.",
    values: "One of the group's sale codes, as `ACCOM`; empty in a Payment.",
  },
  {
    element: "PayCode",
    type: "string",
    meaning: "How it was paid.",
    values: "Of a Payment one of the group's pay codes, as `CASH`, `CARD` or `BANK`; empty in all else, and in history that does not say.",
  },
  {
    element: "TaxCode",
    type: "string",
    meaning: "Which tax TaxValue is.",
    values: "That of the sale code, as `R6`; empty, or history's own, in a Payment.",
  },
  {
    element: "SiteId",
    type: "string",
    meaning: "The hotel. Its currency is that of the three values.",
    values: "The hotel's id, as in the list of hotels; its currency stands as currencyCode in availability and accounts.",
  },
  {
    element: "PeriodId",
    type: "int",
    meaning: "The accounting period that the line belongs to for good.",
    values:
      "`YYYYMM` where the hotel keeps months, `YYYYMMDD` where it keeps days. `0`: none, as of every Proforma and what takes one back, and where the hotel keeps no periods.",
  },
  {
    element: "PeriodFromDate",
    type: "dateTime",
    meaning: "The period's first second.",
    values: "In the hotel's own calendar, without a zone. `0001-01-01T00:00:00`: no period.",
  },
  {
    element: "PeriodToDate",
    type: "dateTime",
    meaning: "The period's last second.",
    values: "As PeriodFromDate, `2026-11-30T23:59:59` for one.",
  },
  {
    element: "ModifiedDate",
    type: "dateTime",
    meaning: "When it was written: what afterTimestamp and beforeTimestamp select by.",
    values: "UTC, with a fraction of a second where it has one. It never falls as ModifiedKey rises.",
  },
  {
    element: "ModifiedKey",
    type: "int",
    meaning: "The document's number in the group's ledger, the same on all its lines.",
    values: "From 1, by one with every document, without gaps, in the order of writing.",
  },
];
