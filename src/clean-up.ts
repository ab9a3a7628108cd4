/**
 * The hourly clean-up, in short statements: sessions long ended, idempotency keys past their day, counts of failed log-ins past
 * their hour (docs/interface.md §4.8), what clients took of hotels (§11), partners' messages past their fortnight (§15).
 */
import { deleteHolds, deleteIdempotencyKeys, deleteLogInFailures, deleteSessions } from "./host/clean-up-rows.ts";
import { failureSlices } from "./access/account-guard.ts";
import { DEAD_SESSION_KEEP_MS } from "./access/limits.ts";
import { IDEMPOTENCY_TTL_MS } from "./change/limits.ts";
import { CLEAN_UP_ROUNDS_MAX, CLEAN_UP_ROWS_MAX } from "./host/limits.ts";
import type { Ctx } from "./host/context.ts";
import { HOUR_MS } from "./reservations/limits.ts";
import { MESSAGE_KEEP_MS } from "./partners/limits.ts";
import { deleteMessages } from "./partners/rows/messages.ts";

/** Deletes what is due, at most CLEAN_UP_ROUNDS_MAX statements per table; the rest waits for the next time. */
export async function cleanUp(
  ctx: Ctx,
): Promise<{ sessions: number; idempotencyKeys: number; logInFailures: number; holds: number; partnerMessages: number }> {
  const nowMs = ctx.now();
  const sessions = await inRounds((rowsMax) => deleteSessions(ctx.db, nowMs - DEAD_SESSION_KEEP_MS, rowsMax));
  const idempotencyKeys = await inRounds((rowsMax) => deleteIdempotencyKeys(ctx.db, nowMs - IDEMPOTENCY_TTL_MS, rowsMax));
  const [firstSlice] = failureSlices(nowMs);
  const logInFailures = await inRounds((rowsMax) => deleteLogInFailures(ctx.db, firstSlice, rowsMax));
  // A count matters within its own hour; units may be given back to it for as long.
  const holds = await inRounds((rowsMax) => deleteHolds(ctx.db, Math.floor(nowMs / HOUR_MS) - 1, rowsMax));
  const partnerMessages = await inRounds((rowsMax) => deleteMessages(ctx.db, nowMs - MESSAGE_KEEP_MS, rowsMax));
  ctx.log({ event: "clean_up", sessions, idempotencyKeys, logInFailures, holds, partnerMessages });
  return { sessions, idempotencyKeys, logInFailures, holds, partnerMessages };
}

async function inRounds(deleteSome: (rowsMax: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let round = 0; round < CLEAN_UP_ROUNDS_MAX; round += 1) {
    const deleted = await deleteSome(CLEAN_UP_ROWS_MAX);
    total += deleted;
    if (deleted < CLEAN_UP_ROWS_MAX) break;
  }
  return total;
}
