/**
 * Rate limits: docs/interface.md §3.5 and §10.6. Log-ins always; requests per client or user, and exports per operator, while
 * RATE_LIMITS is on. A limiter that fails or hangs lets the request through and is logged: it guards against floods, not
 * against entry, and its own outage must not become the service's.
 */
import { sha256Hex } from "../base/bytes.ts";
import { LIMITER_WAIT_MS_MAX, RATE_LIMIT_RETRY_SECONDS } from "./limits.ts";
import { withinMs } from "../base/within-ms.ts";
import type { Ctx, RateLimiter } from "../host/context.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Principal } from "./rules/principal.ts";

/** Whether the caller's address may try another log-in. */
export async function limitLogIn(ctx: Ctx): Promise<Result<null>> {
  return answer(await isWithinLimit(ctx, ctx.loginLimiter, `address:${ctx.address}`));
}

/** Whether a proved caller may make another request or, in the XML interface, another export: by client or person, never by token. */
// Hashed: the limiter's keys leave the service, and an operator's code may be a name.
export async function limitCaller(ctx: Ctx, { groupId, callerId }: Pick<Principal, "groupId" | "callerId">): Promise<Result<null>> {
  return answer(!ctx.requestLimiter || (await isWithinLimit(ctx, ctx.requestLimiter, sha256Hex(`${groupId} ${callerId}`))));
}

/** Counts a use of `key`, and whether it is within the limiter's bound. Keys leave the service: nothing personal may be in them. */
export async function isWithinLimit(ctx: Ctx, limiter: RateLimiter, key: string): Promise<boolean> {
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
