/** A client took more of a hotel within an hour than its operator allows: docs/interface.md §11. */
import type { Failure } from "../base/result.ts";
import { HOUR_MS } from "./limits.ts";

/** Until the hour of the clock ends. */
export function holdLimitFailure(nowMs: number): Failure {
  return { code: "too_many_requests", retryAfterSeconds: Math.ceil((HOUR_MS - (nowMs % HOUR_MS)) / 1000) };
}
