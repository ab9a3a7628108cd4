/** The one way into the ledger for reservations, imports and whatever posts next: contract §7. */
import type { Database, Statement } from "../db/database.ts";
import { insertDocuments } from "../db/ledger-posting.ts";
import type { LedgerDocument } from "../domain/ledger-document.ts";
import { assertPostable } from "../domain/ledger-rules.ts";

/**
 * Statements that post documents, in this order, in whatever batch they are put: all of them or none are stored. The batch
 * allocates the keys, gapless, and dates that never fall. Right behind them in the batch
 * `(SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1)` is the key of the last document, one less that of
 * the one before. Throws RangeError where a line breaks a rule: callers validate what people send before they come here.
 */
export function postingStatements(db: Database, groupId: string, documents: readonly LedgerDocument[], nowMs: number): Statement[] {
  if (documents.length === 0) return [];
  for (const document of documents) assertPostable(document);
  return insertDocuments(db, groupId, documents, nowMs);
}
