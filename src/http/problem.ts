/** Failures as application/problem+json (RFC 9457): docs/interface.md §5. */
import type { Ctx } from "../host/context.ts";
import type { Failure, FieldError, Result } from "../base/result.ts";
import { ERRORS_IN_DETAIL_MAX } from "./limits.ts";

/** What can go wrong in HTTP: what a verb refuses, and what never reaches one. */
export type WireFailure =
  | Failure
  | { code: "malformed_json"; detail: string }
  | { code: "method_not_allowed"; allow: string }
  | { code: "body_too_large"; bytesMax: number }
  | { code: "unsupported_media_type"; detail: string };

/** What a handler answers, before it is written. */
export type WireResult<T> = Result<T, WireFailure>;

type Code = WireFailure["code"];

interface ProblemKind {
  status: number;
  title: string;
  /** For the page that explains every code. */
  cause: string;
  cure: string;
}

/** Every code. */
export const PROBLEMS: Readonly<Record<Code, ProblemKind>> = {
  malformed_json: {
    status: 400,
    title: "The body is not JSON",
    cause: "The body is empty, is cut off, breaks a rule of JSON or is not UTF-8.",
    cure: "Send what your language's JSON writer makes of the request, in UTF-8.",
  },
  invalid_parameter: {
    status: 400,
    title: "A parameter is invalid",
    cause: "A query parameter, a header or a field of a log-in is missing, is not a real date or lies outside its bounds.",
    cure: "Every fault stands in errors, by parameter or pointer: mend them all at once.",
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    cause: "The token is missing, unknown, expired, revoked, of another group, or lacks the operation's scope; or a log-in was refused.",
    cure: "Send a key of this group as Authorization: Bearer TOKEN, or log in again. WWW-Authenticate says which it was.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    cause: "The path is not one of the service's, or the group has no such hotel or reservation.",
    cure: "Compare the path with /openapi.json; take hotel ids from the list of hotels.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    cause: "The path exists, but not for this method.",
    cure: "Use a method named in the Allow header.",
  },
  body_too_large: {
    status: 413,
    title: "The body is too large",
    cause: "The body has more bytes than the operation reads.",
    cure: "Send fewer bookings in one reservation.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    cause: "Content-Type names something the operation does not read; curl -d does so by itself.",
    cure: "Send Content-Type: application/json, or none.",
  },
  unavailable: {
    status: 409,
    title: "No longer available",
    cause: "A booking asks for a room and rate that the offers do not hold: sold out, restricted, or too small for the party.",
    cure: "unavailableBookings has their indexes, detail the reasons: ask for the offers again and choose another.",
  },
  price_changed: {
    status: 409,
    title: "The price has changed",
    cause: "A price, a total or a fee that the request says the guest was shown is another by now.",
    cure: "errors says what it is now: show it to the guest, and send the request with it.",
  },
  version_conflict: {
    status: 412,
    title: "The reservation has changed",
    cause: "If-Match names another version than the reservation has.",
    cure: "Read the reservation again, and send its ETag if the change is still wanted.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "A request with this Idempotency-Key is still running",
    cause: "The first request with this key has not been answered yet.",
    cure: "Send the same request again in a moment: it gives the first one's answer.",
  },
  units_sold: {
    status: 409,
    title: "More units are sold",
    cause: "The change would leave fewer units of a night than are sold of it, or take a night, room or hotel off sale that is sold.",
    cure: "unitsSold names room, night and what is sold: leave at least so many units, or have the bookings cancelled first.",
  },
  currency_in_use: {
    status: 409,
    title: "The currency is in use",
    cause: "Something of the hotel was sold or posted in its currency already.",
    cure: "Keep the currency. A hotel that changes it becomes another hotel, with an id of its own.",
  },
  invalid_content: {
    status: 422,
    title: "The content is invalid",
    cause: "A field is missing, malformed or contradicts another one, or a promotion would name what no hotel has.",
    cure: "Every fault stands in errors, by JSON pointer: mend them all at once. Nothing was applied.",
  },
  invalid_calendar: {
    status: 422,
    title: "The calendar is invalid",
    cause: "An entry is malformed, or names a room, rate or number of nights that the hotel does not have.",
    cure: "Every fault stands in errors, by JSON pointer: mend them all at once. Nothing was applied.",
  },
  invalid_reservation: {
    status: 422,
    title: "The reservation is invalid",
    cause: "A field is missing, malformed or names something the group does not have.",
    cure: "Every fault stands in errors, by JSON pointer: mend them all at once.",
  },
  invalid_webhook: {
    status: 422,
    title: "The webhook is invalid",
    cause: "The URL is not one that webhooks may be sent to, a type is unknown, or a sequence is ahead of the group's events.",
    cure: "Every fault stands in errors, by JSON pointer: mend them all at once.",
  },
  invalid_document: {
    status: 422,
    title: "The document is invalid",
    cause: "A field is missing, malformed or names a booking, hotel, code or document that the group does not have.",
    cure: "Every fault stands in errors, by JSON pointer: mend them all at once.",
  },
  not_changeable: {
    status: 409,
    title: "Its state does not allow it",
    cause: "The booking is in a state that this change does not start from: it is cancelled, not in house, or its stay is invoiced.",
    cure: "Read the reservation again: bookings names each with its status and the reason.",
  },
  exceeds_invoice: {
    status: 409,
    title: "More than the invoice still holds",
    cause: "A credit note takes back more under a sale code than the invoice charged and other credit notes have left.",
    cure: "Read the account: take back at most what is left.",
  },
  exceeds_payment: {
    status: 409,
    title: "More than the payment still holds",
    cause: "A refund gives back more than was paid and other refunds have left.",
    cure: "Read the account: give back at most what is left.",
  },
  period_order: {
    status: 409,
    title: "An earlier period is still open",
    cause: "Periods of a hotel close one after the other, the oldest first.",
    cure: "Close the period that detail names.",
  },
  period_running: {
    status: 409,
    title: "The period is not over",
    cause: "A period can be closed from the first moment after its last second at the hotel.",
    cure: "Close it when it is over at the hotel.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key was used for another request",
    cause: "The key came with another body within the last 24 hours.",
    cure: "Make a new key for every new reservation, and keep it for retries of that one.",
  },
  too_many_requests: {
    status: 429,
    title: "Too many requests",
    cause:
      "More requests of this client or user, log-ins of this account or address, or failures of this address than a minute allows; or too many log-ins wait.",
    cure: "Wait as long as Retry-After says.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    cause: "A fault of the service.",
    cure: "Report the requestId. A reservation sent with an Idempotency-Key can be sent again safely.",
  },
  overloaded: {
    status: 503,
    title: "Overloaded, try again",
    cause: "The database cannot take the request at the moment.",
    cure: "Send it again after Retry-After seconds, a reservation with the same Idempotency-Key.",
  },
  group_moving: {
    status: 503,
    title: "The group is being moved, try again",
    cause: "The group moves to another database and takes no changes for a moment. What was asked has not been done.",
    cure: "Send it again after Retry-After seconds.",
  },
};

/** A failure of this transport. */
export function refuse(failure: WireFailure): { ok: false; failure: WireFailure } {
  return { ok: false, failure };
}

/** Where every code has a row with its cause and cure. */
const ERRORS_PAGE = "/docs/errors";

/** The body of the answer to a failure. */
export function problemOf(failure: WireFailure, requestId: string) {
  const { code } = failure;
  const { status, title } = PROBLEMS[code];
  return { type: `urn:tabard:problem:${code}`, title, status, code, doc: `${ERRORS_PAGE}#${code}`, requestId, ...members(failure) };
}

/** The whole answer to a failure. */
export function problemResponse(ctx: Pick<Ctx, "requestId" | "trace">, failure: WireFailure): Response {
  ctx.trace.refusal ??= failure.code;
  const problem = problemOf(failure, ctx.requestId);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers(failure) },
  });
}

type Unauthorized = Extract<Failure, { code: "unauthorized" }>;

const SEND_A_TOKEN = "Send a valid token of this group as Authorization: Bearer TOKEN.";

/** What the caller did not prove, or may not do. */
function refusalOf(failure: Unauthorized): string {
  switch (failure.reason) {
    case "no_token":
    case "invalid_token":
      return SEND_A_TOKEN;
    case "insufficient_scope":
      if (!failure.scopes) return "The caller has no scope for this interface, or its token is of another kind than this needs.";
      return `The caller lacks the scope that this needs: ${failure.scopes.join(" or ")}.`;
    case "log_in_refused":
      return "The group, the name or the password is wrong.";
  }
}

/** The members of the body that depend on the failure. */
function members(failure: WireFailure): { detail: string; [member: string]: unknown } {
  switch (failure.code) {
    case "malformed_json":
    case "not_found":
    case "unsupported_media_type":
    case "exceeds_invoice":
    case "exceeds_payment":
    case "period_order":
    case "period_running":
      return { detail: failure.detail };
    case "invalid_parameter":
    case "invalid_reservation":
    case "invalid_calendar":
    case "invalid_content":
    case "invalid_webhook":
    case "invalid_document":
    case "price_changed":
      return { detail: summaryOf(failure.errors), errors: failure.errors };
    case "unauthorized":
      return {
        detail: refusalOf(failure),
      };
    case "method_not_allowed":
      return { detail: `Allowed here: ${failure.allow}.` };
    case "body_too_large":
      return { detail: `A body may have ${failure.bytesMax} bytes.` };
    case "not_changeable": {
      const detail = failure.bookings.map(({ bookingId, status, reason }) => `${bookingId} is ${status}. ${reason}`).join(" ");
      return { detail, bookings: failure.bookings };
    }
    case "unavailable":
      return { detail: failure.detail, unavailableBookings: failure.unavailableBookings };
    case "version_conflict":
      return { detail: `The reservation is at version ${failure.version}.`, version: failure.version };
    case "currency_in_use":
      return { detail: `Something of hotel ${failure.hotelId} was sold or posted in its currency.` };
    case "units_sold":
      return { detail: failure.detail, unitsSold: failure.unitsSold };
    case "idempotency_in_progress":
      return { detail: "Ask again in a moment: the same key gives the answer of the first request." };
    case "idempotency_key_reused":
      return { detail: "Send a new key with a new reservation." };
    case "too_many_requests":
    case "group_moving":
    case "overloaded":
      return { detail: `Try again in ${failure.retryAfterSeconds} s.` };
    case "internal":
      return { detail: "The fault is logged under requestId." };
  }
}

/** The first errors in words; all of them stand in `errors`. */
function summaryOf(errors: readonly FieldError[]): string {
  const shown = errors
    .slice(0, ERRORS_IN_DETAIL_MAX)
    .map((error) => `${"pointer" in error ? error.pointer || "The body" : error.parameter}: ${error.detail}`);
  const more = errors.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

/** RFC 6750 §3: an error is named where a token was sent. A log-in sends none. */
function challengeOf(failure: Unauthorized): string {
  switch (failure.reason) {
    case "no_token":
    case "log_in_refused":
      return "Bearer";
    case "invalid_token":
      return 'Bearer error="invalid_token"';
    case "insufficient_scope":
      return 'Bearer error="insufficient_scope"';
  }
}

function headers(failure: WireFailure): Record<string, string> {
  switch (failure.code) {
    case "unauthorized":
      return { "WWW-Authenticate": challengeOf(failure) };
    case "method_not_allowed":
      return { Allow: failure.allow };
    case "too_many_requests":
    case "group_moving":
    case "overloaded":
      return { "Retry-After": String(failure.retryAfterSeconds) };
    default:
      return {};
  }
}
