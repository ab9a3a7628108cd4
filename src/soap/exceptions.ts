/** Failures as the exception codes of docs/interface.md §6. Pure. */
import type { Failure } from "../base/result.ts";

/** Every code, and for the page that explains them why it comes and what to do. */
export const EXCEPTIONS = {
  0: { description: "No error", cause: "The operation did what it was asked to.", cure: "Nothing to do." },
  7001: {
    description: "Log-in refused",
    cause: "SiteID, OperatorCode and Password do not belong together. OperatorCode is read to the letter.",
    cure: "SiteID is a hotel's id or the group's. Whoever runs the service adds operators and gives them new passwords (npm run admin).",
  },
  7007: {
    description: "Session not valid or expired",
    cause: "sessionId is missing, unknown, logged out or older than 60 minutes.",
    cure: "Log in again and send the new SessionID.",
  },
  70004: {
    description: "Not permitted",
    cause:
      "The session is live, but not of this interface: an API key, a user's session or one of POST /sessions. Or the operator may not export.",
    cure: "Log in through LogIn; npm run admin -- operator add gives an operator its scopes, export among them.",
  },
  90400: {
    description: "Invalid value",
    cause: "An element is missing, empty or not of its type, or afterTimestamp is later than beforeTimestamp.",
    cure: "The description names the elements; GET /soap?op=NAME shows a message that works.",
  },
  90429: {
    description: "Too many requests",
    cause: "Too many log-ins of this account or address, exports of this operator, or exports of it running at once.",
    cure: "Wait as long as the description says. One export at a time is enough.",
  },
  90500: {
    description: "Internal error",
    cause: "A fault of the service, or a database that cannot take the request at the moment.",
    cure: "Try again. If it stays, report X-Request-Id.",
  },
} as const;

/** What stands in an operation's result element. */
export interface Exception {
  code: keyof typeof EXCEPTIONS;
  description: string;
}

export const NO_ERROR = exception(0);
export const LOG_IN_REFUSED = exception(7001);

/** A code with its description, and what belongs to the case. */
function exception(code: keyof typeof EXCEPTIONS, detail = ""): Exception {
  const { description } = EXCEPTIONS[code];
  return { code, description: detail === "" ? description : `${description}: ${detail}` };
}

/** An argument that cannot be taken; the faults name their elements. */
export function invalidValue(faults: readonly string[]): Exception {
  return exception(90400, faults.join(" "));
}

/** What a service's failure means to an operator with a session. */
export function exceptionOf(failure: Failure): Exception {
  switch (failure.code) {
    case "unauthorized":
      return failure.reason === "insufficient_scope" ? exception(70004, "the scope export is missing") : exception(7007);
    case "too_many_requests":
      return exception(90429, `try again in ${failure.retryAfterSeconds} s`);
    case "group_moving":
      return exception(90500, `the group is being moved, try again in ${failure.retryAfterSeconds} s`);
    case "overloaded":
      return exception(90500, `overloaded, try again in ${failure.retryAfterSeconds} s`);
    case "invalid_parameter":
      return invalidValue(failure.errors.map((error) => error.detail));
    case "internal":
    // What follows no verb of this transport gives.
    case "invalid_webhook":
    case "invalid_document":
    case "not_changeable":
    case "exceeds_invoice":
    case "exceeds_payment":
    case "period_order":
    case "period_running":
    case "not_found":
    case "unavailable":
    case "price_changed":
    case "version_conflict":
    case "units_sold":
    case "invalid_calendar":
    case "invalid_content":
    case "currency_in_use":
    case "idempotency_in_progress":
    case "invalid_reservation":
    case "idempotency_key_reused":
      return exception(90500);
  }
}
