/** A line of a booking's account as the ledger has it. */
import type { LedgerLine } from "../ledger/rules/ledger-document.ts";
import type { AccountLineRow } from "./rows/booking-documents.ts";

export function lineOf(row: AccountLineRow): LedgerLine {
  return {
    siteId: row.site_id,
    transactionType: row.transaction_type,
    accountNumber: row.account_number,
    accountType: row.account_type,
    transactionReference: row.transaction_reference,
    uniqueReferenceNumber: row.unique_reference_number,
    secondReference: row.second_reference,
    description: row.description,
    dueMs: row.due_ms,
    forMs: row.for_ms,
    transactionMs: row.transaction_ms,
    gross: row.gross,
    nett: row.nett,
    tax: row.tax,
    nominalCode: row.nominal_code,
    saleCode: row.sale_code,
    payCode: row.pay_code,
    taxCode: row.tax_code,
    periodId: row.period_id,
    periodFromMs: row.period_from_ms,
    periodToMs: row.period_to_ms,
  };
}
