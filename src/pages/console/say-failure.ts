/** A failure as an operator reads it: what is wrong, and what to do. */
import type { Failure, FieldError } from "../../base/result.ts";

export interface Told {
  status: number;
  lines: readonly string[];
  headers: Record<string, string>;
}

const MINUTE = "Too many requests. Please wait a minute and try again.";
const AGAIN = "That did not work just now. Please try again.";

/** With the status of the page that says it. */
export function sayFailure(failure: Failure): Told {
  switch (failure.code) {
    case "unauthorized":
      return told(403, ["Your account has no right to do this."]);
    case "not_found":
      return told(404, [failure.detail]);
    case "not_changeable":
      return told(409, failure.bookings.map(({ reason }) => reason)); // prettier-ignore
    case "unavailable":
    case "units_sold":
    case "exceeds_invoice":
    case "exceeds_payment":
    case "period_order":
    case "period_running":
      return told(409, [failure.detail]);
    case "price_changed":
      return told(409, ["What it costs has changed meanwhile. Please look at it again."]);
    case "version_conflict":
      return told(409, ["Someone else has changed it meanwhile. Please look at it again."]);
    case "idempotency_in_progress":
      return told(409, ["This form is being worked on already. Please wait a moment and look again."]);
    case "idempotency_key_reused":
      return told(409, ["This form was sent before with other values. Please open it again."]);
    case "currency_in_use":
      return told(409, ["The currency is in use already."]);
    case "invalid_parameter":
    case "invalid_calendar":
    case "invalid_content":
    case "invalid_reservation":
    case "invalid_webhook":
    case "invalid_document":
      return told(422, failure.errors.map(lineOf)); // prettier-ignore
    case "too_many_requests":
      return told(429, [MINUTE], { "Retry-After": String(failure.retryAfterSeconds) });
    case "overloaded":
    case "group_moving":
      return told(503, [AGAIN], { "Retry-After": String(failure.retryAfterSeconds) });
    case "internal":
      return told(500, [AGAIN]);
  }
}

function told(status: number, lines: readonly string[], headers: Record<string, string> = {}): Told {
  return { status, lines, headers };
}

/** Fields of the interface as the forms call them. */
const LABELS: Readonly<Record<string, string>> = {
  checkInDate: "Check-in",
  checkOutDate: "Check-out",
  roomId: "Room",
  rateId: "Rate",
  adult: "Adults",
  children: "Children",
  promoCode: "Promo code",
  bedConfiguration: "Beds",
};

function lineOf(error: FieldError): string {
  const field = "pointer" in error ? (error.pointer.split("/").at(-1) ?? "") : error.parameter;
  const place = LABELS[field] ?? field;
  return place === "" || /^\d+$/.test(place) ? error.detail : `${place}: ${error.detail}`;
}
