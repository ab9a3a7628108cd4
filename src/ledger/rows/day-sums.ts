/** What a hotel's documents come to by the time they were posted: table ledger_lines. */
import type { Statement } from "../../host/database.ts";

export interface QuarterSumRow {
  /** Quarters of an hour since 1970-01-01 UTC: the clocks of every time zone change their date at the end of one. */
  quarter: number;
  charged: number;
  paid: number;
}

export const QUARTER_MS = 15 * 60 * 1000;

/** Gives QuarterSumRow from an instant on. Charged: Invoices less CreditNotes that name one; paid: Payments less refunds. */
export function selectQuarterSums(groupId: string, siteId: string, fromMs: number): Statement {
  return {
    sql: `SELECT modified_ms / ${QUARTER_MS} AS quarter,
        sum(CASE l.transaction_type WHEN 'Invoice' THEN gross WHEN 'CreditNote' THEN -gross ELSE 0 END) AS charged,
        sum(CASE l.transaction_type WHEN 'Payment' THEN gross ELSE 0 END) AS paid
      FROM ledger_lines l INDEXED BY ledger_lines_by_site
      WHERE l.group_id = ?1 AND l.site_id = ?2 AND l.modified_ms >= ?3 AND l.transaction_type <> 'Proforma'
        AND (l.transaction_type <> 'CreditNote' OR EXISTS (SELECT 1 FROM ledger_documents d INDEXED BY ledger_documents_by_reference
          WHERE d.group_id = ?1 AND d.unique_reference_number = l.second_reference AND d.transaction_type IN ('Invoice', 'Payment')
            AND d.transaction_type = 'Invoice'))
      GROUP BY 1 ORDER BY 1`,
    values: [groupId, siteId, fromMs],
  };
}
