/**
 * Writing tables ledger_documents and ledger_lines: the only way in. Keys and dates are allocated by the statements
 * themselves, inside whatever transaction runs them; triggers refuse everything else.
 */
import { jsonChunks } from "../../base/json-chunks.ts";
import type { DatedDocument, LedgerDocument, LedgerLine } from "../rules/ledger-document.ts";
import type { Statement } from "../../host/database.ts";

/** The columns of a line that its document does not decide, in the order of `valuesOfLine`. */
export const LINE_COLUMNS = [
  "site_id",
  "transaction_type",
  "account_number",
  "account_type",
  "transaction_reference",
  "unique_reference_number",
  "second_reference",
  "description",
  "due_ms",
  "for_ms",
  "transaction_ms",
  "gross",
  "nett",
  "tax",
  "nominal_code",
  "sale_code",
  "pay_code",
  "tax_code",
  "period_id",
  "period_from_ms",
  "period_to_ms",
] as const;

/**
 * ?1 group, ?2 now, ?3 JSON: [[line count, ModifiedDate, ModifiedKey]] of each document. Null: now, but never before the last one,
 * whatever the clock; and the next key. Where they are given, the table refuses a date that falls and a key that is not the next.
 */
const INSERT_DOCUMENTS = `INSERT INTO ledger_documents (group_id, modified_key, modified_ms, line_count)
  SELECT ?1,
    coalesce(d.value ->> 2, coalesce((SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1), 0) + 1 + d.key),
    coalesce(d.value ->> 1,
      max(?2, coalesce((SELECT modified_ms FROM ledger_documents WHERE group_id = ?1 ORDER BY modified_key DESC LIMIT 1), ?2))),
    d.value ->> 0
  FROM json_each(?3) d ORDER BY d.key`;

/** ?1 group, ?2 JSON: [[keys before the newest, line, value of each of LINE_COLUMNS]]. */
const INSERT_LINES = `INSERT INTO ledger_lines (group_id, modified_ms, modified_key, line, ${LINE_COLUMNS.join(", ")})
  SELECT d.group_id, d.modified_ms, d.modified_key, l.value ->> 1, ${LINE_COLUMNS.map((_, at) => `l.value ->> ${at + 2}`).join(", ")}
  FROM json_each(?2) l CROSS JOIN ledger_documents d ON d.group_id = ?1
    AND d.modified_key = (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (l.value ->> 0)`;

/** Statements that append documents to a group's ledger, in this order. The lines must obey src/ledger/rules/ledger-rules.ts. */
export function insertDocuments(groupId: string, documents: readonly LedgerDocument[], nowMs: number): Statement[] {
  return insertAll(
    groupId,
    documents,
    nowMs,
    documents.map(({ lines }) => [lines.length]),
  );
}

/** The same for documents with dates of their own, in their order; `firstKey`: the key the first one must get. */
export function insertDatedDocuments(groupId: string, documents: readonly DatedDocument[], firstKey: number): Statement[] {
  return insertAll(
    groupId,
    documents,
    0,
    documents.map(({ lines, modifiedMs }, at) => [lines.length, modifiedMs, firstKey + at]),
  );
}

function insertAll(groupId: string, documents: readonly LedgerDocument[], nowMs: number, heads: readonly number[][]): Statement[] {
  const rows = documents.flatMap((document, at) =>
    document.lines.map((line, index) => [documents.length - 1 - at, index + 1, ...valuesOfLine(line)]),
  );
  return [
    { sql: INSERT_DOCUMENTS, values: [groupId, nowMs, JSON.stringify(heads)] },
    // A document of 250 long lines has more text than one value may.
    ...[...jsonChunks(rows)].map((json) => ({ sql: INSERT_LINES, values: [groupId, json] })),
  ];
}

/** The values of LINE_COLUMNS. */
function valuesOfLine(line: LedgerLine): (string | number | null)[] {
  return [
    line.siteId,
    line.transactionType,
    line.accountNumber,
    line.accountType,
    line.transactionReference,
    line.uniqueReferenceNumber,
    line.secondReference,
    line.description,
    line.dueMs,
    line.forMs,
    line.transactionMs,
    line.gross,
    line.nett,
    line.tax,
    line.nominalCode,
    line.saleCode,
    line.payCode,
    line.taxCode,
    line.periodId,
    line.periodFromMs,
    line.periodToMs,
  ];
}
