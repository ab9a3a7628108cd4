/**
 * What a verb answers: a value, or a failure. Transports turn failures into their own codes, each with one exhaustive switch, and
 * add the failures that only a transport can have. Pure.
 */

/** One invalid input: where it stands (JSON pointer or parameter name) and what is wrong with it. */
export type FieldError = ({ pointer: string } | { parameter: string }) & { code: string; detail: string };

export type Failure =
  | { code: "invalid_parameter"; errors: FieldError[] }
  /** `reason` decides the WWW-Authenticate header, and never tells whether a group or a name exists. */
  | { code: "unauthorized"; reason: "no_token" | "invalid_token" | "log_in_refused" }
  /** The caller is proved and lacks a scope: any of `scopes` would do. Left out where no one scope would. */
  | { code: "unauthorized"; reason: "insufficient_scope"; scopes?: readonly [string, ...string[]] }
  | { code: "not_found"; detail: string }
  /** Indexes of the bookings that cannot be sold, and why, in the same order. */
  | { code: "unavailable"; unavailableBookings: number[]; detail: string }
  | { code: "price_changed"; errors: FieldError[] }
  /** The bookings whose state does not allow it, and why. */
  | { code: "not_changeable"; bookings: { bookingId: string; status: string; reason: string }[] }
  /** `version`: what it is now. */
  | { code: "version_conflict"; version: number }
  | { code: "idempotency_in_progress" }
  /** Nights that are sold beyond what a change would leave; `units` null: the night would not be sold at all. */
  | { code: "units_sold"; unitsSold: readonly { room: string; night: string; sold: number; units: number | null }[]; detail: string }
  | { code: "invalid_calendar"; errors: FieldError[] }
  | { code: "invalid_content"; errors: FieldError[] }
  /** Something of the hotel was sold or posted in its currency. */
  | { code: "currency_in_use"; hotelId: string }
  | { code: "invalid_reservation"; errors: FieldError[] }
  | { code: "invalid_webhook"; errors: FieldError[] }
  | { code: "invalid_document"; errors: FieldError[] }
  /** `detail` says what stands in the way. */
  | { code: "exceeds_invoice" | "exceeds_payment" | "period_order" | "period_running"; detail: string }
  | { code: "idempotency_key_reused" }
  | { code: "too_many_requests"; retryAfterSeconds: number }
  | { code: "internal" }
  | { code: "overloaded"; retryAfterSeconds: number }
  /** The group is on its way to another database: writes wait a moment. */
  | { code: "group_moving"; retryAfterSeconds: number };

/** `F` differs in a transport only, which may fail before a verb is asked. */
export type Result<T, F = Failure> = { ok: true; value: T } | { ok: false; failure: F };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
