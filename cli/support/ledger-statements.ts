/** Documents with a past of their own (imports, demo data) as SQL text, by the rules of every posting. */
import { LINE_COLUMNS, valuesOfLine } from "../../src/ledger/rows/ledger-posting.ts";
import type { LedgerDocument } from "../../src/ledger/rules/ledger-document.ts";
import { assertPostable } from "../../src/ledger/rules/ledger-rules.ts";
import { insertRows } from "./sql-text.ts";

/** A document and the moment it was posted. */
export interface DatedDocument extends LedgerDocument {
  modifiedMs: number;
}

/** Documents whose lines are inserted together: a statement or two of lines each. */
const DOCUMENTS_PER_STATEMENT = 200;

/**
 * INSERT statements for documents in the order of their dates, with keys from `firstKey`: the group's newest plus one, or the
 * database refuses them. They belong in one transaction. Throws RangeError where a document breaks a rule.
 */
export function* ledgerStatements(groupId: string, firstKey: number, documents: Iterable<DatedDocument>): Generator<string> {
  let key = firstKey;
  let batch: DatedDocument[] = [];
  for (const document of documents) {
    assertPostable(document);
    batch.push(document);
    if (batch.length < DOCUMENTS_PER_STATEMENT) continue;
    yield* statementsOf(groupId, key, batch);
    key += batch.length;
    batch = [];
  }
  yield* statementsOf(groupId, key, batch);
}

function* statementsOf(groupId: string, firstKey: number, batch: readonly DatedDocument[]): Generator<string> {
  yield* insertRows(
    "ledger_documents",
    ["group_id", "modified_key", "modified_ms", "line_count"],
    batch.map(({ modifiedMs, lines }, at) => [groupId, firstKey + at, modifiedMs, lines.length]),
  );
  yield* insertRows(
    "ledger_lines",
    ["group_id", "modified_ms", "modified_key", "line", ...LINE_COLUMNS],
    batch.flatMap(({ modifiedMs, lines }, at) =>
      lines.map((line, index) => [groupId, modifiedMs, firstKey + at, index + 1, ...valuesOfLine(line)]),
    ),
  );
}
