/**
 * Addresses that failed too often: docs/interface.md §10.6. While RATE_LIMITS is on, one that failed FAILURES_MAX times within a
 * minute is shut out for a minute, before anything of its requests is read. Each isolate counts exactly what it sees; the
 * log-in limiter, which the isolates of a place share, tells what the others saw.
 */
import { RATE_LIMIT_RETRY_SECONDS, FAILURES_MAX, FAILURES_WITHIN_MS, SHUT_OUT_MS } from "./limits.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { FAILED_ADDRESSES, type FailedAddress } from "./memory.ts";
import { isWithinLimit } from "./limit-requests.ts";

/** Why a caller was refused, for the log; never a text of the caller's. */
export type RefusalReason = "invalid_token" | "log_in_refused" | "unreadable_xml";

/** `too_many_requests` for an address that is shut out. Asks nobody. */
export function admitAddress(ctx: Ctx): Result<null> {
  if (!ctx.requestLimiter) return ok(null);
  const failed = ctx.memory.of(FAILED_ADDRESSES).get(ctx.address);
  if (!failed || failed.shutUntilMs <= ctx.now()) return ok(null);
  return fail({ code: "too_many_requests", retryAfterSeconds: RATE_LIMIT_RETRY_SECONDS });
}

/** Notes that a request was refused for who sent it, or could not be read: in the log, and against its address. */
export function noteRefusal(ctx: Ctx, reason: RefusalReason): void {
  ctx.trace.refusal = reason;
  if (!ctx.requestLimiter) return;
  const addresses = ctx.memory.of(FAILED_ADDRESSES);
  const failed = addresses.get(ctx.address) ?? { atMs: [], shutUntilMs: 0 };
  addresses.set(ctx.address, failed);
  countFailure(failed, ctx.now());
  ctx.background(
    isWithinLimit(ctx, ctx.loginLimiter, `failure:${ctx.address}`).then((within) => {
      if (!within) failed.shutUntilMs = ctx.now() + SHUT_OUT_MS;
    }),
  );
}

function countFailure(failed: FailedAddress, nowMs: number): void {
  failed.atMs.push(nowMs);
  if (failed.atMs.length > FAILURES_MAX) failed.atMs.shift();
  const [oldestMs = nowMs] = failed.atMs;
  if (failed.atMs.length < FAILURES_MAX || nowMs - oldestMs >= FAILURES_WITHIN_MS) return;
  failed.shutUntilMs = nowMs + SHUT_OUT_MS;
  failed.atMs = [];
}
