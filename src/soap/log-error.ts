/** The log's line for an error that nobody expected. */
import type { Ctx } from "../service/context.ts";

/** With its stack, for operators only. */
export function logError(ctx: Ctx, error: unknown): void {
  ctx.log({ event: "error", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
