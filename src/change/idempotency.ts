/**
 * Idempotency of every POST that writes (docs/interface.md §4.8): a key is kept in the batch of its change, and whoever sends
 * it again is answered from what the change wrote. A verb uses three things: `answerOnce` around its work, `keepAnswer` in
 * its batch, `recallAnswer` where the key may have an answer.
 */
import type { Ctx } from "../host/context.ts";
import { type Statement, type SqlValue, bindAll } from "../host/database.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { pause } from "../host/retry-read.ts";
import { IDEMPOTENCY_TTL_MS, IDEMPOTENT_REQUEST_RUNS_MS_MAX, RUNNING_LOOKS_MAX, RUNNING_LOOK_MS } from "./limits.ts";
import { RUNNING_REQUESTS, type RunningRequest } from "./memory.ts";
import { type KeptAnswer, type StoredKeyRow, insertKey, keptField, keyValues, selectKey } from "./rows/idempotency-keys.ts";
import { type IdempotentRequest, nameOf } from "./rules/idempotent-request.ts";

/** What a verb may add to the look-up of a key, to read the rows of its answer in the same round trip. */
export interface KeptAnswerSql {
  /** SQL: a field of the kept answer. Statements that use it begin with `values`; ?1 is the group. */
  field: (name: string) => string;
  values: readonly SqlValue[];
}

export interface Recalled {
  /** As `keepAnswer` kept it. */
  answer: unknown;
  /** The rows of each further statement. */
  results: unknown[][];
}

/** Runs a request unless another of its key runs in this isolate, or once that is done: `idempotency_in_progress`, `idempotency_key_reused`. */
export async function answerOnce<T>(ctx: Ctx, request: IdempotentRequest | null, work: () => Promise<Result<T>>): Promise<Result<T>> {
  if (!request) return work();
  const running = ctx.memory.of(RUNNING_REQUESTS);
  const name = nameOf(request);
  let other = otherOf(ctx, name);
  for (let looks = 0; request.waits && other?.bodySha256 === request.bodySha256 && looks < RUNNING_LOOKS_MAX; looks += 1) {
    await pause(RUNNING_LOOK_MS);
    other = otherOf(ctx, name);
  }
  if (other) return fail({ code: other.bodySha256 === request.bodySha256 ? "idempotency_in_progress" : "idempotency_key_reused" });
  const own = { bodySha256: request.bodySha256, startedMs: ctx.now() };
  running.set(name, own);
  const answered = work().finally(() => {
    if (running.get(name) === own) running.delete(name);
  });
  // A client that hangs up must not leave its key "in progress".
  ctx.background(answered.catch(() => null));
  return answered;
}

/** The request of the name that runs, unless it was abandoned. */
function otherOf(ctx: Ctx, name: string): RunningRequest | null {
  const other = ctx.memory.of(RUNNING_REQUESTS).get(name);
  return other && ctx.now() - other.startedMs < IDEMPOTENT_REQUEST_RUNS_MS_MAX ? other : null;
}

/** Statements that keep what identifies the answer; none for a request without a key. */
export function keepAnswer(request: IdempotentRequest | null, answer: KeptAnswer, nowMs: number): Statement[] {
  return request ? [insertKey(request, answer, nowMs, nowMs - IDEMPOTENCY_TTL_MS)] : [];
}

/** An answer that is known before the batch. No personal data. */
export function knownAnswer(answer: Readonly<Record<string, unknown>>): KeptAnswer {
  return { sql: "?8", values: [JSON.stringify(answer)] };
}

/**
 * What the key was answered, with the rows of further statements, in one round trip; null where the key is new or forgotten,
 * `idempotency_key_reused` where it came with another body. `nowMs` is the request's own, as its batch will see it.
 */
export async function recallAnswer(
  ctx: Ctx,
  request: IdempotentRequest,
  nowMs: number,
  rows: (kept: KeptAnswerSql) => Statement[],
): Promise<Result<Recalled> | null> {
  const forgottenMs = nowMs - IDEMPOTENCY_TTL_MS;
  const further = rows({ field: keptField, values: keyValues(request, forgottenMs) });
  const [keys, ...others] = await ctx.db.batch(bindAll(ctx.db, [selectKey(request, forgottenMs), ...further]));
  const [stored] = (keys?.results ?? []) as StoredKeyRow[];
  if (!stored) return null;
  if (stored.body_sha256 !== request.bodySha256) return fail({ code: "idempotency_key_reused" });
  return ok({ answer: JSON.parse(stored.answer), results: others.map((one) => one.results) });
}
