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
 * ?1 group, ?2 now, ?3 JSON: [[line count, ModifiedDate, ModifiedKey, site, type, TransactionReference,
 * UniqueReferenceNumber, numbering, documents of this statement numbered before it]]. Date and key null: now, but never before
 * the last one, whatever the clock; and the next key. Where they are given, the table refuses a date that falls and a key that
 * is not the next.
 */
const INSERT_DOCUMENTS = `INSERT INTO ledger_documents (group_id, modified_key, modified_ms, line_count, site_id, transaction_type,
    transaction_reference, unique_reference_number, number)
  SELECT ?1, modified_key, modified_ms, line_count, site, type, reference,
    CASE numbering WHEN 'site' THEN site || iif(type = 'Invoice', '-I-', '-C-') || printf('%06d', n) WHEN 'account' THEN reference || '-' || n ELSE given END,
    iif(numbering = 'site', n, NULL)
  FROM (SELECT d.key AS position, d.value ->> 0 AS line_count, d.value ->> 3 AS site, d.value ->> 4 AS type, d.value ->> 5 AS reference,
    d.value ->> 6 AS given, d.value ->> 7 AS numbering,
    coalesce(d.value ->> 2, coalesce((SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1), 0) + 1 + d.key) AS modified_key,
    coalesce(d.value ->> 1,
      max(?2, coalesce((SELECT modified_ms FROM ledger_documents WHERE group_id = ?1 ORDER BY modified_key DESC LIMIT 1), ?2))) AS modified_ms,
    1 + (d.value ->> 8) + CASE d.value ->> 7
      WHEN 'site' THEN coalesce((SELECT max(number) FROM ledger_documents
        WHERE site_id = d.value ->> 3 AND transaction_type = d.value ->> 4 AND number IS NOT NULL), 0)
      WHEN 'account' THEN (SELECT count(*) FROM ledger_documents WHERE group_id = ?1 AND transaction_reference = d.value ->> 5)
      ELSE 0 END AS n
    FROM (SELECT key, value FROM json_each(?3) LIMIT -1) d)
  ORDER BY position`;

/**
 * Where the document's day falls: `day` if its period is open, else the day behind the last period closed.
 * A period's first and last second are those of the hotel's own calendar, written as they are.
 */
const PERIOD_START = `unixepoch(open_day * 86400, 'unixepoch', iif(periods = 'month', 'start of month', 'start of day')) * 1000`;
const PERIOD_END = `unixepoch(open_day * 86400, 'unixepoch', iif(periods = 'month', 'start of month', 'start of day'), iif(periods = 'month', '+1 month', '+1 day')) * 1000 - 1000`;
const PERIOD_ID = `CAST(strftime(iif(periods = 'month', '%Y%m', '%Y%m%d'), open_day * 86400, 'unixepoch') AS INTEGER)`;

/** A column of the line: from its document, from its period if one is to be found, else from ?2. */
function sourceOf(column: (typeof LINE_COLUMNS)[number], at: number): string {
  const given = `value ->> ${at + 3}`;
  switch (column) {
    case "unique_reference_number":
      return "unique_reference_number";
    case "period_id":
      return `CASE WHEN periods IS NULL THEN ${given} ELSE ${PERIOD_ID} END`;
    case "period_from_ms":
      return `CASE WHEN periods IS NULL THEN ${given} ELSE ${PERIOD_START} END`;
    case "period_to_ms":
      return `CASE WHEN periods IS NULL THEN ${given} ELSE ${PERIOD_END} END`;
    default:
      return given;
  }
}

/**
 * LIMIT -1 keeps SQLite from writing out an element's JSON again for every value of it: three times as fast.
 * ?1 group, ?2 JSON: [[keys before the newest, line, day at the hotel or null, value of each of LINE_COLUMNS]].
 */
const INSERT_LINES = `INSERT INTO ledger_lines (group_id, modified_ms, modified_key, line, ${LINE_COLUMNS.join(", ")})
  SELECT group_id, modified_ms, modified_key, value ->> 1, ${LINE_COLUMNS.map(sourceOf).join(", ")}
  FROM (SELECT d.group_id, d.modified_ms, d.modified_key, d.unique_reference_number, l.value,
      iif(l.value ->> 2 IS NULL, NULL, (SELECT periods FROM hotels WHERE group_id = ?1 AND hotel_id = l.value ->> 3)) AS periods,
      iif(l.value ->> 2 IS NULL, NULL, max(l.value ->> 2, coalesce((SELECT period_to_ms / 86400000 + 1 FROM ledger_periods
        WHERE group_id = ?1 AND site_id = l.value ->> 3 ORDER BY number DESC LIMIT 1), l.value ->> 2))) AS open_day
    FROM (SELECT value FROM json_each(?2) LIMIT -1) l CROSS JOIN ledger_documents d ON d.group_id = ?1
      AND d.modified_key = (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (l.value ->> 0))`;

/** Statements that append documents to a group's ledger, in this order. The lines must obey src/ledger/rules/ledger-rules.ts. */
export function insertDocuments(groupId: string, documents: readonly LedgerDocument[], nowMs: number): Statement[] {
  return insertAll(
    groupId,
    documents,
    nowMs,
    documents.map(() => [null, null]),
  );
}

/** The same for documents with dates of their own, in their order; `firstKey`: the key the first one must get. */
export function insertDatedDocuments(groupId: string, documents: readonly DatedDocument[], firstKey: number): Statement[] {
  return insertAll(
    groupId,
    documents,
    0,
    documents.map(({ modifiedMs }, at) => [modifiedMs, firstKey + at]),
  );
}

function insertAll(
  groupId: string,
  documents: readonly LedgerDocument[],
  nowMs: number,
  dates: readonly (readonly (number | null)[])[],
): Statement[] {
  const heads = headsOf(documents, dates);
  const rows = documents.flatMap(({ lines, periodDay = null }, at) =>
    lines.map((line, index) => [documents.length - 1 - at, index + 1, periodDay, ...valuesOfLine(line)]),
  );
  return [
    { sql: INSERT_DOCUMENTS, values: [groupId, nowMs, JSON.stringify(heads)] },
    // A document of 250 long lines has more text than one value may.
    ...[...jsonChunks(rows)].map((json) => ({ sql: INSERT_LINES, values: [groupId, json] })),
  ];
}

/** What INSERT_DOCUMENTS reads of each document. */
function headsOf(documents: readonly LedgerDocument[], dates: readonly (readonly (number | null)[])[]) {
  const numbered = new Map<string, number>();
  const count = (name: string): number => {
    const before = numbered.get(name) ?? 0;
    numbered.set(name, before + 1);
    return before;
  };
  return documents.map(({ lines, numbering = null }, at) => {
    const [first] = lines;
    if (!first) throw new RangeError("a document of no lines");
    const { siteId, transactionType, transactionReference, uniqueReferenceNumber } = first;
    const inAccount = count(`account ${transactionReference}`);
    const before = numbering === "site" ? count(`site ${siteId} ${transactionType}`) : inAccount;
    return [
      lines.length,
      ...(dates[at] ?? []),
      siteId,
      transactionType,
      transactionReference,
      uniqueReferenceNumber,
      numbering,
      numbering === null ? 0 : before,
    ];
  });
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
