/** What a hotel's documents come to, by the time they were posted and by their codes: table ledger_lines. */
import type { Statement } from "../../host/database.ts";
import type { HotelSpan } from "../rules/hotel-span.ts";
import { VISIBLE_KEY, VISIBLE_MS } from "../rules/seen-documents.ts";

export interface QuarterSumRow {
  /** Quarters of an hour since 1970-01-01 UTC: the clocks of every time zone change their date at the end of one. */
  quarter: number;
  charged: number;
  paid: number;
}

export const QUARTER_MS = 15 * 60 * 1000;

/** Invoices, Payments, and CreditNotes that name an invoice, as far as they are to be seen: what revenue and payments are made of. */
const BOOKED = `l.transaction_type <> 'Proforma' AND l.modified_ms <= ${VISIBLE_MS} AND l.modified_key <= ${VISIBLE_KEY}
  AND (l.transaction_type <> 'CreditNote' OR EXISTS (SELECT 1 FROM ledger_documents d INDEXED BY ledger_documents_by_reference
    WHERE d.group_id = ?1 AND d.unique_reference_number = l.second_reference AND d.transaction_type IN ('Invoice', 'Payment')
      AND d.transaction_type = 'Invoice'))`;

/** Gives QuarterSumRow of lines posted from an instant to another, both included. Paid: Payments less refunds. */
export function selectQuarterSums(groupId: string, siteId: string, fromMs: number, untilMs: number): Statement {
  return {
    sql: `SELECT modified_ms / ${QUARTER_MS} AS quarter,
        sum(CASE l.transaction_type WHEN 'Invoice' THEN gross WHEN 'CreditNote' THEN -gross ELSE 0 END) AS charged,
        sum(CASE l.transaction_type WHEN 'Payment' THEN gross ELSE 0 END) AS paid
      FROM ledger_lines l INDEXED BY ledger_lines_by_site
      WHERE l.group_id = ?1 AND l.site_id = ?2 AND l.modified_ms BETWEEN ?3 AND ?4 AND ${BOOKED}
      GROUP BY 1 ORDER BY 1`,
    values: [groupId, siteId, fromMs, untilMs],
  };
}

export interface CodeSumRow {
  is_payment: 0 | 1;
  sale_code: string;
  pay_code: string;
  tax_code: string;
  gross: number;
  nett: number;
  tax: number;
}

/** Gives CodeSumRow of a hotel's lines of a span: CreditNotes are subtracted from Invoices, refunds from Payments. */
export function selectCodeSums(groupId: string, siteId: string, span: HotelSpan): Statement {
  const [index, within, bounds] =
    "periodId" in span
      ? ["ledger_lines_by_period", "l.period_id = ?3 AND l.period_id <> 0", [span.periodId]]
      : ["ledger_lines_by_site", "l.modified_ms BETWEEN ?3 AND ?4", [span.fromMs, span.untilMs]];
  const sum = (column: string): string => `sum(iif(l.transaction_type = 'CreditNote', -${column}, ${column})) AS ${column}`;
  return {
    sql: `SELECT l.transaction_type = 'Payment' AS is_payment, sale_code, pay_code, tax_code, ${sum("gross")}, ${sum("nett")}, ${sum("tax")}
      FROM ledger_lines l INDEXED BY ${index} WHERE l.group_id = ?1 AND l.site_id = ?2 AND ${within} AND ${BOOKED}
      GROUP BY 1, 2, 3, 4`,
    values: [groupId, siteId, ...bounds],
  };
}
