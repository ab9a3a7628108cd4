/** The one way into the ledger for reservations, imports and whatever posts next: docs/interface.md §7. */
import type { Statement } from "../host/database.ts";
import { insertDatedDocuments, insertDocuments } from "./rows/ledger-posting.ts";
import type { DatedDocument, LedgerDocument } from "./rules/ledger-document.ts";
import { assertPostable } from "./rules/ledger-rules.ts";

/**
 * Statements that post documents, in this order, in whatever batch they are put: all of them or none are stored. The batch
 * allocates the keys, gapless, and dates that never fall. Right behind them in the batch
 * `(SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1)` is the key of the last document, one less that of
 * the one before. Throws RangeError where a line breaks a rule: callers validate what people send before they come here.
 */
export function postingStatements(groupId: string, documents: readonly LedgerDocument[], nowMs: number): Statement[] {
  if (documents.length === 0) return [];
  for (const document of documents) assertPostable(document);
  return insertDocuments(groupId, documents, nowMs);
}

/** Documents whose lines are inserted together: some 100 KB of JSON. */
const DOCUMENTS_PER_STATEMENT = 200;

/**
 * Statements that post documents with dates of their own, with keys from `firstKey`: the group's newest plus one, or the database
 * refuses them, as it does dates that fall. They belong in one transaction. Throws RangeError where a line breaks a rule.
 */
export function* datedPostingStatements(groupId: string, firstKey: number, documents: Iterable<DatedDocument>): Generator<Statement> {
  let key = firstKey;
  let together: DatedDocument[] = [];
  for (const document of documents) {
    assertPostable(document);
    together.push(document);
    if (together.length < DOCUMENTS_PER_STATEMENT) continue;
    yield* insertDatedDocuments(groupId, together, key);
    key += together.length;
    together = [];
  }
  if (together.length > 0) yield* insertDatedDocuments(groupId, together, key);
}
