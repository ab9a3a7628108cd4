/** One document as it stands in the ledger, for the change that posts it and for its replay: docs/interface.md §12. */
import type { Ctx } from "../host/context.ts";
import type { Statement } from "../host/database.ts";
import { NEWEST_KEY, selectDocument } from "./rows/documents.ts";
import { type EntryRow, entryOf } from "./rows/ledger-export.ts";
import { type PostedDocument, documentsOf } from "./rules/posted-document.ts";

/** Reads, right behind a posting in its batch, the last document posted; its rows are for `documentOfRows`. */
export function selectNewestDocument(groupId: string): Statement {
  return selectDocument(groupId, NEWEST_KEY);
}

/** SQL: the key of that document, in a statement whose ?1 is the group. */
export { NEWEST_KEY };

/** The document of the rows that a batch gave. */
export function documentOfRows(rows: readonly unknown[]): PostedDocument | null {
  // A batch answers with objects, whose values stand in the order of the columns.
  return documentsOf(rows.map((row) => entryOf(Object.values(row as object) as EntryRow)))[0] ?? null;
}

/** A document by its ModifiedKey, or null. */
export async function readDocument(ctx: Ctx, groupId: string, modifiedKey: number): Promise<PostedDocument | null> {
  const { sql, values } = selectDocument(groupId, "?2", [modifiedKey]);
  const rows = await ctx.db
    .prepare(sql)
    .bind(...values)
    .raw<EntryRow>();
  return documentsOf(rows.map(entryOf))[0] ?? null;
}
