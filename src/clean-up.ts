/**
 * The hourly clean-up, in short statements: sessions long ended, idempotency keys past their day, counts of failed log-ins past
 * their hour (docs/interface.md §4.8), what clients took of hotels (§11), partners' messages past their fortnight (§15).
 */
import { deleteLogInFailures } from "./access/rows/log-in-failures.ts";
import { deleteSessions } from "./access/rows/tokens.ts";
import { deleteIdempotencyKeys } from "./change/rows/idempotency-keys.ts";
import { deleteHolds } from "./reservations/rows/holds.ts";
import { failureSlices } from "./access/account-guard.ts";
import { DEAD_SESSION_KEEP_MS } from "./access/limits.ts";
import { IDEMPOTENCY_TTL_MS } from "./change/limits.ts";
import { CLEAN_UP_ROUNDS_MAX, CLEAN_UP_ROWS_MAX } from "./host/limits.ts";
import type { Ctx } from "./host/context.ts";
import type { Database } from "./host/database.ts";
import { HOUR_MS } from "./reservations/limits.ts";
import { MESSAGE_KEEP_MS } from "./partners/limits.ts";
import { deleteMessages } from "./partners/rows/messages.ts";

/** Rows deleted. */
interface CleanedUp {
  sessions: number;
  idempotencyKeys: number;
  logInFailures: number;
  holds: number;
  partnerMessages: number;
}

/** Deletes what is due in every database, at most CLEAN_UP_ROUNDS_MAX statements per table in all; the rest waits for the next time. */
export async function cleanUp(ctx: Ctx): Promise<CleanedUp> {
  const done = { sessions: 0, idempotencyKeys: 0, logInFailures: 0, holds: 0, partnerMessages: 0 };
  const shards = ctx.shards ?? [ctx.db];
  const roundsMax = Math.ceil(CLEAN_UP_ROUNDS_MAX / shards.length);
  for (const db of shards) {
    const ofOne = await cleanUpOne(db, ctx.now(), roundsMax);
    for (const what of Object.keys(done) as (keyof CleanedUp)[]) done[what] += ofOne[what];
  }
  ctx.log({ event: "clean_up", ...done });
  return done;
}

async function cleanUpOne(db: Database, nowMs: number, roundsMax: number): Promise<CleanedUp> {
  const inRounds = (deleteSome: (rowsMax: number) => Promise<number>): Promise<number> => repeat(deleteSome, roundsMax);
  const [firstSlice] = failureSlices(nowMs);
  return {
    sessions: await inRounds((rowsMax) => deleteSessions(db, nowMs - DEAD_SESSION_KEEP_MS, rowsMax)),
    idempotencyKeys: await inRounds((rowsMax) => deleteIdempotencyKeys(db, nowMs - IDEMPOTENCY_TTL_MS, rowsMax)),
    logInFailures: await inRounds((rowsMax) => deleteLogInFailures(db, firstSlice, rowsMax)),
    // A count matters within its own hour; units may be given back to it for as long.
    holds: await inRounds((rowsMax) => deleteHolds(db, Math.floor(nowMs / HOUR_MS) - 1, rowsMax)),
    partnerMessages: await inRounds((rowsMax) => deleteMessages(db, nowMs - MESSAGE_KEEP_MS, rowsMax)),
  };
}

async function repeat(deleteSome: (rowsMax: number) => Promise<number>, roundsMax: number): Promise<number> {
  let total = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const deleted = await deleteSome(CLEAN_UP_ROWS_MAX);
    total += deleted;
    if (deleted < CLEAN_UP_ROWS_MAX) break;
  }
  return total;
}
