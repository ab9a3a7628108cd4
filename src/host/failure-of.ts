/** What an error that nobody expected means to the caller. */
import { isTransient } from "./database.ts";
import type { Failure } from "../base/result.ts";
import { GroupMoving } from "./group-database.ts";
import { GROUP_MOVING_RETRY_SECONDS, OVERLOAD_RETRY_SECONDS } from "./limits.ts";

/** `overloaded` where D1 could not take the work for the moment, `group_moving` where the group moves, else `internal`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof GroupMoving) return { code: "group_moving", retryAfterSeconds: GROUP_MOVING_RETRY_SECONDS };
  return isTransient(error) ? { code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS } : { code: "internal" };
}
