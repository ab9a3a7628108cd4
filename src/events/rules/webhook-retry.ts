/** When a webhook that was not taken is tried again, and when it is given up (docs/interface.md §17). Pure. */
import { WEBHOOK_FAILING_MS_MAX, WEBHOOK_FAILURES_MIN, WEBHOOK_RETRY_MS_MAX, WEBHOOK_RETRY_MS_MIN } from "../limits.ts";

/** Milliseconds until the next attempt after so many failures: twice as long each time, less up to half of it by chance. */
export function retryDelayMs(failures: number, chance: number): number {
  const fullMs = Math.min(WEBHOOK_RETRY_MS_MAX, WEBHOOK_RETRY_MS_MIN * 2 ** Math.max(0, failures - 1));
  return Math.round(fullMs * (1 - chance / 2));
}

/** Whether a receiver has failed for so long that it is disabled. A clock that jumps must not do it after a few failures. */
export function isGivenUp(failures: number, failingSinceMs: number, nowMs: number): boolean {
  return failures >= WEBHOOK_FAILURES_MIN && nowMs - failingSinceMs >= WEBHOOK_FAILING_MS_MAX;
}
