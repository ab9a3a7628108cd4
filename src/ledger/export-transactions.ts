/**
 * The financial export: docs/interface.md §6.6 and §7. The session is checked in D1, never in a cache, in the first
 * query; the newest ModifiedKey is pinned there too. Holds two pages in memory, whatever the period, and asks fewer queries
 * than a request may, whatever the ledger (docs/interface.md §19).
 */
import type { Database } from "../host/database.ts";
import { type EntryRow, type ExportScope, entryOf, isFullPage, readPage, startExport } from "./rows/ledger-export.ts";
import { type PageBounds, exportPageBounds } from "./rules/export-pages.ts";
import type { LedgerEntry } from "./rules/ledger-document.ts";
import type { ExportPeriod } from "./rules/export-period.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { sha256Hex } from "../base/bytes.ts";
import { primaryThenReplicas } from "../host/read-replicas.ts";
import { queriesPerStatement } from "../host/group-database.ts";
import { useGroupOfToken } from "../access/find-group.ts";
import { limitCaller } from "../access/limit-requests.ts";
import { callerIdOf } from "../access/rules/principal.ts";
import { canBeToken } from "../access/rules/token.ts";
import { EXPORT_ENTRIES_AT_ONCE } from "./limits.ts";
import type { Ctx } from "../host/context.ts";
import { runningExports, withExportSlot } from "./export-slots.ts";
import { failureOf } from "../host/failure-of.ts";

export interface ExportRequest extends ExportPeriod {
  sessionId: string;
}

export type ExportedTransaction = LedgerEntry;
/** Some transactions at a time. */
export type ExportPages = AsyncIterable<readonly ExportedTransaction[]>;

/** How large the page with this number is; the first is 0 and read with the session. It may depend on the moment. */
export type PageSizes = (page: number) => PageBounds;

/**
 * Transactions in the order ModifiedDate, ModifiedKey, line, some at a time; the first page is read before this resolves.
 * `unauthorized` where the session is not a live operator's, `overloaded` where D1 cannot start now. A failure later is
 * thrown by the iteration. `too_many_requests` beyond the operator's requests of a minute or running exports. Leaving the iteration early reads
 * nothing more.
 */
export async function exportTransactions(
  ctx: Ctx,
  request: ExportRequest,
  sizes: PageSizes = pageSizes(ctx),
): Promise<Result<ExportPages>> {
  const { sessionId, ...period } = request;
  if (!canBeToken(sessionId, ctx.demoTokens)) return fail({ code: "unauthorized", reason: "invalid_token" });
  await useGroupOfToken(ctx, sessionId);
  return openExport(ctx, sha256Hex(sessionId), period, sizes);
}

async function openExport(
  ctx: Ctx,
  tokenSha256: string,
  { fromMs, untilMs }: ExportPeriod,
  sizes: PageSizes,
): Promise<Result<ExportPages>> {
  try {
    // What follows the first page sees all that it pinned, whoever answers.
    const db = primaryThenReplicas(ctx);
    const start = await startExport(db, tokenSha256, { fromMs, untilMs }, sizes(0).rows, ctx.now());
    if (!start) return fail({ code: "unauthorized", reason: "invalid_token" });
    const { rows, subject, logName, ...scope } = start;
    Object.assign(ctx.trace, { groupId: scope.groupId, principalKind: "operator", caller: logName });
    const callerId = callerIdOf({ kind: "operator", subject, ...scope });
    const counted = await limitCaller(ctx, { groupId: scope.groupId, callerId });
    if (!counted.ok) return counted;
    return withExportSlot(ctx, callerId, async () => ok(exportPages(db, { ...scope, untilMs }, rows, sizes)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === "internal") throw error;
    return fail(failure);
  }
}

/** How large a page is now: exports that run at the same time share what they may hold. */
export function pageSizes(ctx: Ctx): PageSizes {
  return (page) => exportPageBounds(page, { queriesPerPage: queriesPerStatement(ctx), exportsAtOnce: runningExports(ctx) });
}

/** The pages of an export whose first one is read. */
export async function* exportPages(
  db: Database,
  scope: ExportScope,
  first: EntryRow[],
  sizes: PageSizes,
): AsyncGenerator<readonly ExportedTransaction[]> {
  let [rows, bounds] = [first, sizes(0)];
  for (let page = 0; ; page += 1) {
    const last = isFullPage(rows, bounds) ? rows.at(-1) : undefined;
    // Asked once for each page: it may be another answer a moment later.
    bounds = sizes(page + 1);
    // The next page is on its way while this one is written.
    const next = last ? readPage(db, scope, last, bounds) : null;
    // A failure is thrown below, where the page is wanted; a client that left before does not want it.
    next?.catch(() => {});
    for (let at = 0; at < rows.length; at += EXPORT_ENTRIES_AT_ONCE) yield rows.slice(at, at + EXPORT_ENTRIES_AT_ONCE).map(entryOf);
    if (!next) return;
    rows = await next;
  }
}
