/** What a CreditNote or a refund names, and what was taken back of it before: tables ledger_documents and ledger_lines. */
import type { Statement } from "../../host/database.ts";
import { VISIBLE_KEY } from "../rules/seen-documents.ts";

export interface NamedDocumentRow {
  site_id: string;
  transaction_reference: string;
  modified_key: number;
}

export interface TakenBackRow {
  sale_code: string;
  gross: number;
  nett: number;
  tax: number;
}

/** Gives NamedDocumentRow of the oldest Invoice or Payment with this UniqueReferenceNumber, at the site where one is given, or no row. */
export function selectNamed(
  groupId: string,
  siteId: string | null,
  transactionType: "Invoice" | "Payment",
  uniqueReferenceNumber: string,
): Statement {
  return {
    sql: `SELECT site_id, transaction_reference, modified_key FROM ledger_documents INDEXED BY ledger_documents_by_reference
      WHERE group_id = ?1 AND unique_reference_number = ?2 AND transaction_type IN ('Invoice', 'Payment') AND transaction_type = ?3
        AND modified_key <= ${VISIBLE_KEY} AND (?4 IS NULL OR site_id = ?4)
      ORDER BY modified_key LIMIT 1`,
    values: [groupId, uniqueReferenceNumber, transactionType, siteId],
  };
}

/** Gives TakenBackRow per sale code: CreditNotes' values, refunds' negative ones. */
export function selectTakenBack(groupId: string, siteId: string, uniqueReferenceNumber: string): Statement {
  return {
    sql: `SELECT sale_code, sum(gross) AS gross, sum(nett) AS nett, sum(tax) AS tax FROM ledger_lines INDEXED BY ledger_lines_taking_back
      WHERE group_id = ?1 AND second_reference = ?2 AND second_reference IS NOT NULL AND (transaction_type = 'CreditNote' OR gross < 0)
        AND site_id = ?3 AND modified_key <= ${VISIBLE_KEY} GROUP BY sale_code`,
    values: [groupId, uniqueReferenceNumber, siteId],
  };
}

/** Gives `documents`, how many an account has. */
export function selectAccountSize(groupId: string, reference: string): Statement {
  return {
    sql: `SELECT count(*) AS documents FROM ledger_documents WHERE group_id = ?1 AND transaction_reference = ?2
      AND modified_key <= ${VISIBLE_KEY}`,
    values: [groupId, reference],
  };
}

/** Refuses the batch, as `ledger_account_changed`, where an account has more documents than were read. */
export function requireAccountSize(groupId: string, reference: string, documents: number): Statement {
  return {
    sql: "INSERT INTO account_premises (group_id, transaction_reference, documents) VALUES (?1, ?2, ?3)",
    values: [groupId, reference, documents],
  };
}

/** Gives account_number and account_type of an account's newest document at a site, or no row. */
export function selectAccountNumber(groupId: string, siteId: string, reference: string): Statement {
  return {
    sql: `SELECT l.account_number, l.account_type FROM ledger_documents d INDEXED BY ledger_documents_by_account
        CROSS JOIN ledger_lines l ON l.group_id = d.group_id AND l.modified_ms = d.modified_ms AND l.modified_key = d.modified_key
      WHERE d.group_id = ?1 AND d.transaction_reference = ?2 AND d.site_id = ?3 AND d.modified_key <= ${VISIBLE_KEY}
      ORDER BY d.modified_key DESC LIMIT 1`,
    values: [groupId, reference, siteId],
  };
}
