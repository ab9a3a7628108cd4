/**
 * A document of the ledger: docs/interface.md §7, and the fields of FinancialExportTransaction (§6.4.4). Pure.
 * Money is ten-thousandths, instants are milliseconds since 1970-01-01 UTC.
 */
import type { Money } from "../../base/money.ts";

export const TRANSACTION_TYPES = ["Payment", "Invoice", "CreditNote", "Proforma"] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** 0001-01-01T00:00:00, the date of "no period applies". */
export const MINIMAL_DATE_MS = -62_135_596_800_000;

/** What one line (one FinancialExportTransaction) holds besides its document's ModifiedDate and ModifiedKey. */
export interface LedgerLine {
  siteId: string;
  transactionType: TransactionType;
  accountNumber: string;
  accountType: number;
  transactionReference: string;
  uniqueReferenceNumber: string;
  /** Null where it does not apply: left out of the export. */
  secondReference: string | null;
  description: string;
  dueMs: number;
  forMs: number;
  transactionMs: number;
  gross: Money;
  nett: Money;
  tax: Money;
  nominalCode: string;
  saleCode: string;
  payCode: string;
  taxCode: string;
  periodId: number;
  periodFromMs: number;
  periodToMs: number;
}

/** A line as it stands in the ledger, with its document's date and key. */
export interface LedgerEntry extends LedgerLine {
  modifiedMs: number;
  modifiedKey: number;
}

/** A document to post. Lines are numbered from 1 in this order, and agree in type, references and, when posted, site. */
export interface LedgerDocument {
  lines: readonly LedgerLine[];
  /**
   * Who numbers it, within the batch. `site`: an Invoice, or a CreditNote that names one, gets `<site>-I-<n>` or `<site>-C-<n>`,
   * gapless; `account`: `<TransactionReference>-<n>`, the document's number within its account. Left out: the lines say.
   */
  numbering?: "site" | "account";
  /**
   * The day at the hotel of its TransactionDate, of a document that belongs to a period where the hotel keeps them: the batch
   * finds the period, or the earliest later open one. Left out: the lines say.
   */
  periodDay?: number;
}

/** A document with a past of its own: from a file, or made up. */
export interface DatedDocument extends LedgerDocument {
  modifiedMs: number;
}
