/** What an error that nobody expected means to the caller. */
import { isTransient, refusedConstraint } from "./database.ts";
import type { Failure } from "../base/result.ts";
import { GroupMoving } from "./group-database.ts";
import { GROUP_MOVING_RETRY_SECONDS, OVERLOAD_RETRY_SECONDS } from "./limits.ts";

/** How schema.sql refuses a posting to a ledger that history is being loaded into. */
const LEDGER_LOADING = "ledger_loading";

/**
 * `overloaded` where D1 could not take the work for the moment, or the ledger takes no documents while history is loaded into it;
 * `group_moving` where the group moves, else `internal`.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof GroupMoving) return { code: "group_moving", retryAfterSeconds: GROUP_MOVING_RETRY_SECONDS };
  return isTransient(error) || refusedConstraint(error) === LEDGER_LOADING
    ? { code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS }
    : { code: "internal" };
}
