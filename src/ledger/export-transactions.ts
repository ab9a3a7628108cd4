/**
 * The financial export: docs/interface.md §6.6 and §7. The session is checked in D1, never in a cache, in the first
 * query; the newest ModifiedKey is pinned there too. Holds two pages in memory, whatever the period.
 */
import type { Database } from "../host/database.ts";
import { type EntryRow, type ExportScope, type LedgerEntry, entryOf, readPage, startExport } from "./rows/ledger-export.ts";
import type { ExportPeriod } from "./rules/export-period.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { sha256Hex } from "../base/bytes.ts";
import { TOKEN_CHARS_MAX } from "../access/limits.ts";
import { EXPORT_FIRST_PAGE_ROWS, EXPORT_PAGE_ROWS } from "./limits.ts";
import type { Ctx } from "../host/context.ts";
import { withExportSlot } from "./export-slots.ts";
import { failureOf } from "../host/failure-of.ts";

export interface ExportRequest extends ExportPeriod {
  sessionId: string;
}

export type ExportedTransaction = LedgerEntry;
type ExportPages = AsyncIterable<readonly ExportedTransaction[]>;

/** How many rows a page has: the one read with the session, and the others. */
export interface PageRows {
  first: number;
  next: number;
}

const PAGE_ROWS: PageRows = { first: EXPORT_FIRST_PAGE_ROWS, next: EXPORT_PAGE_ROWS };

/**
 * Pages of transactions in the order ModifiedDate, ModifiedKey, line; the first is read before this resolves.
 * `unauthorized` where the session is not a live operator's, `overloaded` where D1 cannot start now. A failure later is
 * thrown by the iteration. `too_many_requests` beyond the session's running exports. Leaving the iteration early reads
 * nothing more.
 */
export async function exportTransactions(ctx: Ctx, request: ExportRequest, pageRows: PageRows = PAGE_ROWS): Promise<Result<ExportPages>> {
  const { sessionId, ...period } = request;
  if (sessionId === "" || sessionId.length > TOKEN_CHARS_MAX) return fail({ code: "unauthorized", reason: "invalid_token" });
  const tokenSha256 = sha256Hex(sessionId);
  return withExportSlot(ctx, tokenSha256, () => openExport(ctx, tokenSha256, period, pageRows));
}

async function openExport(
  ctx: Ctx,
  tokenSha256: string,
  { fromMs, untilMs }: ExportPeriod,
  pageRows: PageRows,
): Promise<Result<ExportPages>> {
  try {
    const start = await startExport(ctx.db, tokenSha256, { fromMs, untilMs }, pageRows.first, ctx.now());
    if (!start) return fail({ code: "unauthorized", reason: "invalid_token" });
    const { rows, ...session } = start;
    ctx.trace.groupId = session.groupId;
    ctx.trace.principalKind = "operator";
    return ok(pages(ctx.db, { ...session, untilMs }, rows, pageRows));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === "internal") throw error;
    return fail(failure);
  }
}

async function* pages(
  db: Database,
  scope: ExportScope,
  first: EntryRow[],
  pageRows: PageRows,
): AsyncGenerator<readonly ExportedTransaction[]> {
  let rows = first;
  let rowsMax = pageRows.first;
  for (;;) {
    const last = rows.at(-1);
    // The next page is on its way while this one is written.
    const next = last && rows.length === rowsMax ? readPage(db, scope, last, pageRows.next) : null;
    // A failure is thrown below, where the page is wanted; a client that left before does not want it.
    next?.catch(() => {});
    yield rows.map(entryOf);
    if (!next) return;
    rows = await next;
    rowsMax = pageRows.next;
  }
}
