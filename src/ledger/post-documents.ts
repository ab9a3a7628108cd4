/** The one way into the ledger, for what is posted now and for files of history: docs/interface.md §7. */
import type { Statement } from "../host/database.ts";
import { EVENT_DATA, appendEvents } from "../events/append-events.ts";
import type { NewEvent } from "../events/rules/event.ts";
import { insertDatedDocuments, insertDocuments } from "./rows/ledger-posting.ts";
import type { DatedDocument, LedgerDocument } from "./rules/ledger-document.ts";
import { assertPostable } from "./rules/ledger-rules.ts";

/** Inside the batch an event's modifiedKey says how many documents come after its own. */
const POSTED_DATA = `json_set(${EVENT_DATA}, '$.modifiedKey',
  (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (${EVENT_DATA} ->> 'modifiedKey'))`;

/**
 * Statements that post documents, in this order, in whatever batch they are put: all of them or none are stored, each with its
 * event `document.posted`. The batch allocates the keys, gapless, dates that never fall, numbers and periods where a document
 * asks for them. Right behind them in the batch `(SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1)` is the
 * key of the last document, one less that of the one before. Throws RangeError where a line breaks a rule: callers validate
 * what people send before they come here.
 *
 * The database refuses by these names: `ledger_exceeds_invoice`, `ledger_exceeds_payment`, `ledger_period_closed` (a document
 * that brings a period of its own), `ledger_period_missing` (one that should have asked for its period).
 */
export function postingStatements(groupId: string, documents: readonly LedgerDocument[], nowMs: number): Statement[] {
  if (documents.length === 0) return [];
  for (const document of documents) assertPostable(document);
  const events = documents.map((document, index) => postedEvent(groupId, document, documents.length - 1 - index));
  return [...insertDocuments(groupId, documents, nowMs), ...appendEvents(groupId, nowMs, events, POSTED_DATA)];
}

function postedEvent(groupId: string, { lines: [line] }: LedgerDocument, documentsAfter: number): NewEvent {
  if (!line) throw new RangeError("a document has lines");
  const { siteId: hotelId, transactionReference, transactionType } = line;
  return {
    type: "document.posted",
    subject: `/accounts/${encodeURIComponent(groupId)}/${encodeURIComponent(transactionReference)}`,
    hotelId,
    data: { modifiedKey: documentsAfter, transactionType, hotelId, transactionReference },
  };
}

/** Documents whose lines are inserted together: some 100 KB of JSON. */
const DOCUMENTS_PER_STATEMENT = 200;

/** Lines that are inserted together, of whole documents: some milliseconds. */
const LINES_PER_POSTING = 500;

/** Neighbouring documents that one transaction posts. */
export interface DatedPosting {
  statements: Statement[];
  /** How many rows they write into the ledger. */
  rows: number;
}

/**
 * Postings of documents with dates of their own, without events, with keys from `firstKey`: the group's newest plus one, or the
 * database refuses them, as it does dates that fall. Throws RangeError where a line breaks a rule.
 */
export function* datedPostings(groupId: string, firstKey: number, documents: Iterable<DatedDocument>): Generator<DatedPosting> {
  let key = firstKey;
  let together: DatedDocument[] = [];
  let lines = 0;
  const post = (): DatedPosting => {
    const posting = { statements: insertDatedDocuments(groupId, together, key), rows: together.length + lines };
    key += together.length;
    together = [];
    lines = 0;
    return posting;
  };
  for (const document of documents) {
    assertPostable(document);
    together.push(document);
    lines += document.lines.length;
    if (together.length >= DOCUMENTS_PER_STATEMENT || lines >= LINES_PER_POSTING) yield post();
  }
  if (together.length > 0) yield post();
}

/** The statements of all of them, for one transaction. */
export function* datedPostingStatements(groupId: string, firstKey: number, documents: Iterable<DatedDocument>): Generator<Statement> {
  for (const { statements } of datedPostings(groupId, firstKey, documents)) yield* statements;
}
