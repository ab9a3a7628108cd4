/** The log's lines for errors that nobody expected. */
import type { Ctx } from "../host/context.ts";

/** With its stack, for operators only. */
export function logError(ctx: Ctx, error: unknown): void {
  ctx.log({ event: "error", detail: detailOf(error) });
}

/** An export that broke off, and how far it had come: what its client holds has no end. */
export function logBrokenExport(ctx: Ctx, error: unknown, transactionsWritten: number): void {
  ctx.log({ event: "export_failed", transactionsWritten, detail: detailOf(error) });
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
