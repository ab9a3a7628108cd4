/** GET /documents/{groupId}: docs/interface.md §12. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { type DocumentFilter, selectDocuments } from "./rows/documents.ts";
import { type EntryRow, entryOf } from "./rows/ledger-export.ts";
import { findSite } from "./rows/sites.ts";
import { type PostedDocument, documentsOf } from "./rules/posted-document.ts";

export interface DocumentQuery extends DocumentFilter {
  /** ModifiedKey of the last document known. */
  after: number;
  limit: number;
}

export interface DocumentPage {
  documents: PostedDocument[];
  /** ModifiedKey to read after next; null where there are no more. */
  next: number | null;
}

/** Documents in order of ModifiedKey; a caller bound to a hotel sees its lines. `not_found` for a hotel the caller cannot know. */
export async function listDocuments(ctx: CallerCtx, { after, limit, ...filter }: DocumentQuery): Promise<Result<DocumentPage>> {
  const { groupId, hotelId } = ctx.principal;
  if (filter.hotelId !== null) {
    const known = mayTouchHotel(ctx.principal, filter.hotelId) && (await findSite(ctx.db, groupId, filter.hotelId));
    if (!known) return fail({ code: "not_found", detail: "The group has no such hotel." });
  }
  const { sql, values } = selectDocuments(groupId, { ...filter, hotelId: filter.hotelId ?? hotelId }, after, limit + 1);
  const rows = await ctx.db
    .prepare(sql)
    .bind(...values)
    .raw<EntryRow>();
  const found = documentsOf(rows.map(entryOf));
  const documents = found.slice(0, limit);
  return ok({ documents, next: found.length > limit ? (documents.at(-1)?.modifiedKey ?? null) : null });
}
