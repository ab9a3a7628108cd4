/**
 * Rate limits: docs/interface.md §3. Log-ins always, requests per token and exports per session while RATE_LIMITS is on.
 * A limiter that fails or hangs lets the request through and is logged: it guards against floods, not against entry, and
 * its own outage must not become the service's.
 */
import { sha256Hex } from "../base/bytes.ts";
import { LIMITER_WAIT_MS_MAX, RATE_LIMIT_RETRY_SECONDS } from "./limits.ts";
import { withinMs } from "../base/within-ms.ts";
import type { Ctx, RateLimiter } from "../host/context.ts";
import { type Result, fail, ok } from "../base/result.ts";

/** Whether a log-in may be tried: `account` and `address` each have their own count. */
export async function limitLogIn(ctx: Ctx, account: string, address: string): Promise<Result<null>> {
  // Hashed: the limiter's keys leave the service, and an e-mail address must not.
  const tries = await Promise.all([
    passes(ctx, ctx.loginLimiter, `account:${sha256Hex(account)}`),
    passes(ctx, ctx.loginLimiter, `address:${address}`),
  ]);
  return answer(tries.every(Boolean));
}

/** Whether a token may make another request or, an operator's session, another export. */
export async function limitToken(ctx: Ctx, tokenSha256: string): Promise<Result<null>> {
  return answer(!ctx.requestLimiter || (await passes(ctx, ctx.requestLimiter, tokenSha256)));
}

async function passes(ctx: Ctx, limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    return (await withinMs(limiter.limit({ key }), LIMITER_WAIT_MS_MAX)).success;
  } catch (error) {
    ctx.log({ event: "limiter_failed", detail: String(error) });
    return true;
  }
}

function answer(allowed: boolean): Result<null> {
  return allowed ? ok(null) : fail({ code: "too_many_requests", retryAfterSeconds: RATE_LIMIT_RETRY_SECONDS });
}
