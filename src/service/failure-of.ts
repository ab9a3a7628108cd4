/** What an error that nobody expected means to the caller. */
import { isTransient } from "../db/database.ts";
import type { Failure } from "../domain/result.ts";
import { OVERLOAD_RETRY_SECONDS } from "../platform/limits.ts";

/** `overloaded` where D1 could not take the work for the moment, else `internal`. */
export function failureOf(error: unknown): Failure {
  return isTransient(error) ? { code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS } : { code: "internal" };
}
