/** Reading whole documents by what they are for: tables ledger_documents and ledger_lines. */
import type { Statement } from "../../host/database.ts";
import type { ExportPeriod } from "../rules/export-period.ts";
import type { TransactionType } from "../rules/ledger-document.ts";
import { ENTRY_COLUMNS } from "./ledger-export.ts";
import { VISIBLE_KEY, VISIBLE_MS } from "../rules/seen-documents.ts";

export interface DocumentFilter {
  /** Null: of all hotels. Otherwise those with lines of this one, and only these. */
  hotelId: string | null;
  transactionType: TransactionType | null;
  /** TransactionReference. */
  reference: string | null;
  /** Null: whenever they were posted. */
  posted: ExportPeriod | null;
}

const OF_TYPE = (type: TransactionType | null): string => (type === null ? "" : ` AND transaction_type = '${type}'`);

/** The last parameters, where documents of a time are asked for. The plus leaves the index to the place that a page begins behind. */
const POSTED = " AND +modified_ms >= ?6 AND modified_ms <= ?7";

/** Keys of documents behind ?2, at most ?3: by their account, their hotel, their type, or all. ?4 hotel, ?5 reference, ?6 to ?7 when. */
function keysOf({ hotelId, transactionType, reference, posted }: DocumentFilter): string {
  const type = OF_TYPE(transactionType) + (posted === null ? "" : POSTED);
  if (reference !== null) {
    const atHotel = `EXISTS (SELECT 1 FROM ledger_lines l WHERE l.group_id = d.group_id AND l.modified_ms = d.modified_ms
      AND l.modified_key = d.modified_key AND l.site_id = ?4)`;
    return `SELECT modified_ms AS key_ms, modified_key AS key FROM ledger_documents d INDEXED BY ledger_documents_by_account
      WHERE group_id = ?1 AND transaction_reference = ?5 AND modified_key > ?2 AND modified_key <= ${VISIBLE_KEY}${type} AND (?4 IS NULL OR ${atHotel}) ORDER BY modified_key LIMIT ?3`;
  }
  if (hotelId !== null) {
    return `SELECT DISTINCT modified_ms AS key_ms, modified_key AS key FROM ledger_lines INDEXED BY ledger_lines_by_site
      WHERE group_id = ?1 AND site_id = ?4 AND (modified_ms, modified_key) > (max(coalesce((SELECT modified_ms FROM ledger_documents
        WHERE group_id = ?1 AND modified_key <= ?2 ORDER BY modified_key DESC LIMIT 1), -9007199254740991), ${posted === null ? "-9007199254740991" : "?6 - 1"}), ?2)
        AND modified_ms <= ${VISIBLE_MS} AND modified_key <= ${VISIBLE_KEY}${type}
      ORDER BY modified_ms, modified_key LIMIT ?3`;
  }
  const index = transactionType === null || transactionType === "Proforma" ? "" : "INDEXED BY ledger_documents_by_type";
  const indexed = index === "" ? "" : " AND transaction_type <> 'Proforma'";
  return `SELECT modified_ms AS key_ms, modified_key AS key FROM ledger_documents ${index}
    WHERE group_id = ?1 AND modified_key > ?2 AND modified_key <= ${VISIBLE_KEY}${type}${indexed} ORDER BY modified_key LIMIT ?3`;
}

/** Gives EntryRow of at most `limit` documents behind `afterKey`, in order. */
export function selectDocuments(groupId: string, filter: DocumentFilter, afterKey: number, limit: number): Statement {
  const { reference, posted } = filter;
  const last = posted === null ? (reference === null ? [] : [reference]) : [reference, posted.fromMs, posted.untilMs];
  return {
    sql: `SELECT ${ENTRY_COLUMNS} FROM (${keysOf(filter)}) CROSS JOIN ledger_lines ON group_id = ?1 AND modified_ms = key_ms AND modified_key = key
      WHERE ?4 IS NULL OR site_id = ?4 ORDER BY modified_ms, modified_key, line`,
    values: [groupId, afterKey, limit, filter.hotelId, ...last],
  };
}

/** Gives EntryRow of one document; `key` may be an SQL expression. */
export function selectDocument(groupId: string, key: string, values: Statement["values"] = []): Statement {
  return {
    sql: `SELECT ${ENTRY_COLUMNS} FROM ledger_lines WHERE group_id = ?1
      AND modified_ms = (SELECT modified_ms FROM ledger_documents WHERE group_id = ?1 AND modified_key = ${key})
      AND modified_key = ${key} ORDER BY line`,
    values: [groupId, ...values],
  };
}

/** The key of the newest document: in a batch, of the last one posted. */
export const NEWEST_KEY = "(SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1)";

/** Where an account's documents are, the oldest first; the caller's hotel alone where it is bound to one. */
export function selectAccountSite(groupId: string, reference: string, hotelId: string | null): Statement {
  return {
    sql: `SELECT d.site_id, coalesce(h.currency_code, '') AS currency_code,
        (SELECT coalesce(max(sequence), 0) FROM events WHERE group_id = ?1) AS sequence
      FROM ledger_documents d INDEXED BY ledger_documents_by_account LEFT JOIN hotels h ON h.group_id = ?1 AND h.hotel_id = d.site_id
      WHERE d.group_id = ?1 AND d.transaction_reference = ?2 AND d.modified_key <= ${VISIBLE_KEY}
        AND (?3 IS NULL OR d.site_id = ?3) ORDER BY d.modified_key LIMIT 1`,
    values: [groupId, reference, hotelId],
  };
}

export interface AccountSiteRow {
  site_id: string;
  currency_code: string;
  sequence: number;
}
