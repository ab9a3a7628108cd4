/** Failures as application/problem+json (RFC 9457): contract §5. */
import type { Failure } from "../domain/result.ts";

type Code = Failure["code"];

/** Status and title of every code. */
export const PROBLEMS: Readonly<Record<Code, { status: number; title: string }>> = {
  malformed_json: { status: 400, title: "The body is not JSON" },
  invalid_parameter: { status: 400, title: "A parameter is invalid" },
  unauthorized: { status: 401, title: "Unauthorized" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  unavailable: { status: 409, title: "No longer available" },
  price_changed: { status: 409, title: "The price has changed" },
  idempotency_in_progress: { status: 409, title: "A request with this Idempotency-Key is still running" },
  invalid_reservation: { status: 422, title: "The reservation is invalid" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was used for another request" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  overloaded: { status: 503, title: "Overloaded, try again" },
};

/** The whole answer to a failure. */
export function problemResponse(failure: Failure, requestId: string): Response {
  const { status, title } = PROBLEMS[failure.code];
  const problem = { type: `urn:tabard:problem:${failure.code}`, title, status, code: failure.code, requestId, ...members(failure) };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers(failure) },
  });
}

/** The members of the body that depend on the failure. */
function members(failure: Failure): { detail: string; [member: string]: unknown } {
  switch (failure.code) {
    case "malformed_json":
    case "not_found":
    case "unsupported_media_type":
      return { detail: failure.detail };
    case "invalid_parameter":
    case "invalid_reservation":
    case "price_changed":
      return { detail: failure.errors.map((error) => error.detail).join(" "), errors: failure.errors };
    case "unauthorized":
      return { detail: "Send a valid token of this group as Authorization: Bearer TOKEN." };
    case "method_not_allowed":
      return { detail: `Allowed here: ${failure.allow}.` };
    case "body_too_large":
      return { detail: `A body may have ${failure.bytesMax} bytes.` };
    case "unavailable":
      return { detail: failure.detail, unavailableBookings: failure.unavailableBookings };
    case "idempotency_in_progress":
      return { detail: "Ask again in a moment: the same key gives the answer of the first request." };
    case "idempotency_key_reused":
      return { detail: "Send a new key with a new reservation." };
    case "too_many_requests":
    case "overloaded":
      return { detail: `Try again in ${failure.retryAfterSeconds} s.` };
    case "internal":
      return { detail: "The fault is logged under requestId." };
  }
}

function headers(failure: Failure): Record<string, string> {
  switch (failure.code) {
    case "unauthorized":
      return { "WWW-Authenticate": failure.reason === "no_token" ? "Bearer" : `Bearer error="${failure.reason}"` };
    case "method_not_allowed":
      return { Allow: failure.allow };
    case "too_many_requests":
    case "overloaded":
      return { "Retry-After": String(failure.retryAfterSeconds) };
    default:
      return {};
  }
}
