/**
 * The transactions of one hotel for a caller of the console: as the export of the XML interface gives them to an operator of the
 * hotel, of a time or of a period (docs/interface.md §20).
 */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Database } from "../host/database.ts";
import { withExportSlot } from "./export-slots.ts";
import { type ExportPages, exportPages, pageSizes } from "./export-transactions.ts";
import { CLOSING_PAGE_LINES, EXPORT_ENTRIES_AT_ONCE } from "./limits.ts";
import { type EntryRow, type LinePlace, beforeInstant, entryOf, readPage, selectPinnedKey } from "./rows/ledger-export.ts";
import { selectPeriodLines } from "./rows/periods.ts";
import { findSite } from "./rows/sites.ts";
import type { HotelSpan } from "./rules/hotel-span.ts";

/**
 * In the order ModifiedDate, ModifiedKey, line, some at a time; what is posted after it began is left out. `not_found` for a hotel the
 * caller cannot know, `too_many_requests` beyond the caller's running exports.
 */
export async function exportHotel(ctx: CallerCtx, hotelId: string, span: HotelSpan): Promise<Result<ExportPages>> {
  const { groupId, callerId } = ctx.principal;
  const site = mayTouchHotel(ctx.principal, hotelId) && (await findSite(ctx.db, groupId, hotelId));
  if (!site) return fail({ code: "not_found", detail: "The group has no such hotel." });
  return withExportSlot(ctx, callerId, async () => {
    const { sql, values } = selectPinnedKey(groupId);
    const pinned = await ctx.db
      .prepare(sql)
      .bind(...values)
      .first<{ pinned_key: number }>();
    const pinnedKey = pinned?.pinned_key ?? 0;
    if ("periodId" in span) return ok(periodPages(ctx.db, groupId, hotelId, span.periodId, pinnedKey));
    const scope = { groupId, hotelId, untilMs: span.untilMs, pinnedKey };
    const sizes = pageSizes(ctx);
    return ok(exportPages(ctx.db, scope, await readPage(ctx.db, scope, beforeInstant(span.fromMs), sizes(0)), sizes));
  });
}

/** A period has no bounds in time: documents of its days may be posted long after. */
async function* periodPages(
  db: Database,
  groupId: string,
  hotelId: string,
  periodId: number,
  pinnedKey: number,
): AsyncGenerator<ReturnType<typeof entryOf>[]> {
  let place: LinePlace | undefined = beforeInstant(Number.MIN_SAFE_INTEGER + 1);
  while (place) {
    const { sql, values } = selectPeriodLines(groupId, hotelId, periodId, place, CLOSING_PAGE_LINES);
    const rows: EntryRow[] = await db
      .prepare(sql)
      .bind(...values)
      .raw<EntryRow>();
    const seen = rows.filter(([, modifiedKey]) => modifiedKey <= pinnedKey);
    for (let at = 0; at < seen.length; at += EXPORT_ENTRIES_AT_ONCE) yield seen.slice(at, at + EXPORT_ENTRIES_AT_ONCE).map(entryOf);
    const last = rows.length < CLOSING_PAGE_LINES ? undefined : rows.at(-1);
    place = last && [last[0], last[1], last[2]];
  }
}
