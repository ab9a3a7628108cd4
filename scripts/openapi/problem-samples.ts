/** A sample of every problem, made by the code that answers with them, from what a verb says. */
import { JSON_BODY_BYTES_MAX } from "../../src/http/limits.ts";
import { type WireFailure, problemOf } from "../../src/http/problem.ts";
import { BOOKING_ID, SAMPLE_DAY } from "./samples.ts";

type Code = WireFailure["code"];

const REQUEST_ID = "6f0cbb2e-4d0a-4a53-9d0c-5f1e6a0d2b77";

/** A failure as it comes of each code. */
const FAILURES: { readonly [C in Code]: WireFailure & { code: C } } = {
  malformed_json: { code: "malformed_json", detail: "The body is not well-formed JSON." },
  invalid_parameter: {
    code: "invalid_parameter",
    errors: [
      { parameter: "arrival", code: "invalid_format", detail: "Must be a real date, YYYY-MM-DD." },
      { parameter: "adults", code: "invalid_format", detail: "Must be a whole number from 1 to 20." },
    ],
  },
  unauthorized: { code: "unauthorized", reason: "insufficient_scope", scopes: ["events"] },
  not_found: { code: "not_found", detail: "There is no such hotel in this group." },
  method_not_allowed: { code: "method_not_allowed", allow: "GET, HEAD, OPTIONS" },
  body_too_large: { code: "body_too_large", bytesMax: JSON_BODY_BYTES_MAX },
  unsupported_media_type: { code: "unsupported_media_type", detail: "Send application/json." },
  unavailable: { code: "unavailable", unavailableBookings: [0], detail: "Booking 0: The room does not take so many guests." },
  price_changed: {
    code: "price_changed",
    errors: [{ pointer: "/bookings/0/expectedTotal", code: "changed", detail: "Is now 242." }],
  },
  not_changeable: {
    code: "not_changeable",
    bookings: [{ bookingId: BOOKING_ID, status: "cancelled", reason: "Only a confirmed booking can be checked in." }],
  },
  version_conflict: { code: "version_conflict", version: 3 },
  idempotency_in_progress: { code: "idempotency_in_progress" },
  units_sold: {
    code: "units_sold",
    unitsSold: [{ room: "DBL", night: SAMPLE_DAY, sold: 1, units: 0 }],
    detail: `Room DBL, night ${SAMPLE_DAY}: 1 sold, units would be 0.`,
  },
  invalid_calendar: {
    code: "invalid_calendar",
    errors: [{ pointer: "/calendar/0/rates/FLEXX", code: "unknown_rate", detail: 'The hotel has no rate "FLEXX".' }],
  },
  invalid_content: {
    code: "invalid_content",
    errors: [{ pointer: "/rates/0", code: "unknown_rate", detail: 'There is no rate "GONE".' }],
  },
  currency_in_use: { code: "currency_in_use", hotelId: "demo-amsterdam" },
  invalid_reservation: {
    code: "invalid_reservation",
    errors: [
      { pointer: "/billingDetails/email", code: "required", detail: "Required." },
      { pointer: "/bookings/0/roomId", code: "unknown", detail: "The hotel has no such room." },
    ],
  },
  invalid_webhook: {
    code: "invalid_webhook",
    errors: [{ pointer: "/url", code: "invalid_url", detail: "Must be an https URL." }],
  },
  invalid_document: {
    code: "invalid_document",
    errors: [{ pointer: "/lines/0/saleCode", code: "unknown", detail: "The group has no such sale code." }],
  },
  exceeds_invoice: { code: "exceeds_invoice", detail: "Of demo-amsterdam-I-000001, MEAL holds 36.0000." },
  exceeds_payment: { code: "exceeds_payment", detail: "08H982PM-1-2 holds 50.0000." },
  period_order: { code: "period_order", detail: "Period 202609 is still open: close it first." },
  period_running: { code: "period_running", detail: "Period 202611 is not over at the hotel." },
  idempotency_key_reused: { code: "idempotency_key_reused" },
  too_many_requests: { code: "too_many_requests", retryAfterSeconds: 42 },
  internal: { code: "internal" },
  overloaded: { code: "overloaded", retryAfterSeconds: 1 },
  group_moving: { code: "group_moving", retryAfterSeconds: 2 },
};

/** By code: what stands in the document's components. */
export const PROBLEM_SAMPLES: Readonly<Record<string, { summary: string; value: object }>> = Object.fromEntries(
  Object.entries(FAILURES).map(([code, failure]) => {
    const value = problemOf(failure, REQUEST_ID);
    return [code, { summary: value.title, value }];
  }),
);
