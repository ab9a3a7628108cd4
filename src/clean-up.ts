/**
 * The hourly clean-up, in short statements: sessions long ended, idempotency keys past their day, counts of failed log-ins past
 * their hour (docs/interface.md §4.8), partners' messages past their fortnight (§15).
 */
import { deleteIdempotencyKeys, deleteLogInFailures, deleteSessions } from "./host/clean-up-rows.ts";
import { failureSlices } from "./access/account-guard.ts";
import { DEAD_SESSION_KEEP_MS } from "./access/limits.ts";
import { IDEMPOTENCY_TTL_MS } from "./change/limits.ts";
import { CLEAN_UP_ROUNDS_MAX, CLEAN_UP_ROWS_MAX } from "./host/limits.ts";
import type { Ctx } from "./host/context.ts";
import { MESSAGE_KEEP_MS } from "./partners/limits.ts";
import { deleteMessages } from "./partners/rows/messages.ts";

/** Deletes what is due, at most CLEAN_UP_ROUNDS_MAX statements per table; the rest waits for the next time. */
export async function cleanUp(
  ctx: Ctx,
): Promise<{ sessions: number; idempotencyKeys: number; logInFailures: number; partnerMessages: number }> {
  const nowMs = ctx.now();
  const sessions = await inRounds((rowsMax) => deleteSessions(ctx.db, nowMs - DEAD_SESSION_KEEP_MS, rowsMax));
  const idempotencyKeys = await inRounds((rowsMax) => deleteIdempotencyKeys(ctx.db, nowMs - IDEMPOTENCY_TTL_MS, rowsMax));
  const [firstSlice] = failureSlices(nowMs);
  const logInFailures = await inRounds((rowsMax) => deleteLogInFailures(ctx.db, firstSlice, rowsMax));
  const partnerMessages = await inRounds((rowsMax) => deleteMessages(ctx.db, nowMs - MESSAGE_KEEP_MS, rowsMax));
  ctx.log({ event: "clean_up", sessions, idempotencyKeys, logInFailures, partnerMessages });
  return { sessions, idempotencyKeys, logInFailures, partnerMessages };
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
