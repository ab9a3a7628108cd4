/** Failures as the exception codes of contract §6. Pure. */
import type { Failure } from "../domain/result.ts";

/** What stands in an operation's result element. */
export interface Exception {
  code: 0 | 7001 | 7007 | 70004 | 90400 | 90429 | 90500;
  description: string;
}

export const NO_ERROR: Exception = { code: 0, description: "No error" };
export const LOG_IN_REFUSED: Exception = { code: 7001, description: "Log-in refused" };
const SESSION_NOT_VALID: Exception = { code: 7007, description: "Session not valid or expired" };
const NOT_PERMITTED: Exception = { code: 70004, description: "Not permitted" };
const INTERNAL_ERROR: Exception = { code: 90500, description: "Internal error" };

/** An argument that cannot be taken; the faults name their elements. */
export function invalidValue(faults: readonly string[]): Exception {
  return { code: 90400, description: `Invalid value: ${faults.join(" ")}` };
}

/** What a service's failure means to an operator with a session. */
export function exceptionOf(failure: Failure): Exception {
  switch (failure.code) {
    case "unauthorized":
      return failure.reason === "insufficient_scope" ? NOT_PERMITTED : SESSION_NOT_VALID;
    case "too_many_requests":
      return { code: 90429, description: `Too many requests: try again in ${failure.retryAfterSeconds} s` };
    case "overloaded":
      return { code: 90500, description: `Internal error: overloaded, try again in ${failure.retryAfterSeconds} s` };
    case "invalid_parameter":
      return invalidValue(failure.errors.map((error) => error.detail));
    case "internal":
    // What follows is the JSON interface's alone.
    case "malformed_json":
    case "not_found":
    case "method_not_allowed":
    case "body_too_large":
    case "unsupported_media_type":
    case "unavailable":
    case "price_changed":
    case "idempotency_in_progress":
    case "invalid_reservation":
    case "idempotency_key_reused":
      return INTERNAL_ERROR;
  }
}
