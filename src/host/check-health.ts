/** Whether the database answers, or all of them where there are several. */
import { type Result, fail, ok } from "../base/result.ts";
import { shareWork } from "../base/shared-work.ts";
import { HEALTH_TRUST_MS, HEALTH_WAIT_MS_MAX, OVERLOAD_RETRY_SECONDS } from "./limits.ts";
import { type MemoryPart, memoryPart } from "./memory.ts";
import { pingDatabase } from "./ping.ts";
import type { Ctx } from "./context.ts";

interface Health {
  /** When D1 was last asked, and whether it answered. */
  askedMs: number;
  healthy: boolean;
  underWay: Map<"health", Promise<boolean>>;
}

const HEALTH: MemoryPart<Health> = memoryPart(() => ({ askedMs: Number.NEGATIVE_INFINITY, healthy: false, underWay: new Map() }));

/** ok after a read of D1, else `overloaded`. An isolate asks D1 at most once a second, whoever asks how often. */
export async function checkHealth(ctx: Ctx): Promise<Result<null>> {
  const known = ctx.memory.of(HEALTH);
  const isFresh = Math.abs(ctx.now() - known.askedMs) < HEALTH_TRUST_MS;
  const healthy = isFresh && known.underWay.size === 0 ? known.healthy : await ask(ctx, known);
  return healthy ? ok(null) : fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

function ask(ctx: Ctx, known: Health): Promise<boolean> {
  return shareWork(known.underWay, "health", HEALTH_WAIT_MS_MAX, async () => {
    known.askedMs = ctx.now();
    known.healthy = await answers(ctx);
    return known.healthy;
  });
}

async function answers(ctx: Ctx): Promise<boolean> {
  try {
    await Promise.all((ctx.shards ?? [ctx.db]).map(pingDatabase));
    return true;
  } catch (error) {
    ctx.log({ event: "health_failed", detail: String(error) });
    return false;
  }
}
