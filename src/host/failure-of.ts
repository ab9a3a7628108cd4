/** What an error that nobody expected means to the caller. */
import { isTransient } from "./database.ts";
import type { Failure } from "../base/result.ts";
import { OVERLOAD_RETRY_SECONDS } from "./limits.ts";

/** `overloaded` where D1 could not take the work for the moment, else `internal`. */
export function failureOf(error: unknown): Failure {
  return isTransient(error) ? { code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS } : { code: "internal" };
}
