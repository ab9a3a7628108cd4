/**
 * The financial export: contract §6 "Selecting" and §7. The session is checked in D1, never in a cache, in the first
 * query; the highest ModifiedKey is pinned there too.
 */
import type { LedgerLine } from "../domain/ledger-document.ts";
import { type Result, fail } from "../domain/result.ts";
import type { Ctx } from "./context.ts";

export interface ExportRequest {
  sessionId: string;
  /** Closed bounds on ModifiedDate, in stored milliseconds. */
  fromMs: number;
  untilMs: number;
}

export interface ExportedTransaction extends LedgerLine {
  modifiedMs: number;
  modifiedKey: number;
}

/** Pages of transactions in order; the first is read before this resolves. `unauthorized` where the session is not live. */
export async function exportTransactions(
  _ctx: Ctx,
  _request: ExportRequest,
): Promise<Result<AsyncIterable<readonly ExportedTransaction[]>>> {
  return fail({ code: "internal" });
}
