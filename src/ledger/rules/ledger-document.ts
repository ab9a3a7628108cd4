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

/** A document to post. Lines are numbered from 1 in this order. */
export interface LedgerDocument {
  lines: readonly LedgerLine[];
}
