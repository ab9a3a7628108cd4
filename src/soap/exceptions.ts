/** Failures as the exception codes of contract §6. Pure. */
import type { Failure } from "../domain/result.ts";

/** Every code, with the cause and the cure for the page that explains them. */
export const EXCEPTIONS = {
  0: { description: "No error", cause: "The operation was performed.", cure: "None is needed." },
  7001: {
    description: "Log-in refused",
    cause: "SiteID, OperatorCode or Password is wrong.",
    cure: "SiteID is the id of a hotel or of the group, whichever the operator was made for.",
  },
  7007: {
    description: "Session not valid or expired",
    cause: "The session is unknown, was ended, or is older than 60 minutes.",
    cure: "Log in again and repeat the operation with the new SessionID.",
  },
  70004: {
    description: "Not permitted",
    cause: "The session is not an operator's.",
    cure: "Log in with LogIn of the XML interface.",
  },
  90400: {
    description: "Invalid value",
    cause: "A required value is missing, cannot be read, or contradicts another.",
    cure: "ExceptionDescription names the element.",
  },
  90429: {
    description: "Too many requests",
    cause: "More log-ins, exports a minute or exports at once than a session may have.",
    cure: "Wait as long as ExceptionDescription says.",
  },
  90500: {
    description: "Internal error",
    cause: "A fault of the service, or a database that cannot take the request at the moment.",
    cure: "Repeat the operation. Report the X-Request-Id if that does not help.",
  },
} as const;

type ExceptionCode = keyof typeof EXCEPTIONS;

/** What stands in an operation's result element. */
export interface Exception {
  code: ExceptionCode;
  description: string;
}

export const NO_ERROR = exception(0);
export const LOG_IN_REFUSED = exception(7001);

/** An argument that cannot be taken; the faults name their elements. */
export function invalidValue(faults: readonly string[]): Exception {
  return exception(90400, faults.join(" "));
}

/** What a service's failure means to an operator with a session. */
export function exceptionOf(failure: Failure): Exception {
  switch (failure.code) {
    case "unauthorized":
      return exception(failure.reason === "insufficient_scope" ? 70004 : 7007);
    case "too_many_requests":
      return exception(90429, `try again in ${failure.retryAfterSeconds} s`);
    case "overloaded":
      return exception(90500, `overloaded, try again in ${failure.retryAfterSeconds} s`);
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
      return exception(90500);
  }
}

function exception(code: ExceptionCode, detail?: string): Exception {
  const { description } = EXCEPTIONS[code];
  return { code, description: detail === undefined ? description : `${description}: ${detail}` };
}
