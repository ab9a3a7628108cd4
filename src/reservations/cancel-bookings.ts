/** Cancelling: docs/interface.md §11, GET and POST …/cancellation. */
import { hasScope } from "../access/rules/principal.ts";
import type { CallerCtx } from "../access/caller.ts";
import { type Money, fromJsonNumber, toJsonNumber } from "../base/money.ts";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";
import { feeAt } from "../selling/rules/cancellation.ts";
import { changeReservation } from "./change-reservation.ts";
import { findToChange } from "./find-to-change.ts";
import { accountOf } from "./rules/account-of.ts";
import { cancelBooking } from "./rules/booking-changes.ts";
import { mayCancel } from "./rules/may-change.ts";
import type { Booking } from "./rules/reservation.ts";
import type { ChangeCall, Changed, FoundReservation, PlannedChange } from "./rules/reservation-change.ts";
import { type SelectedBooking, changeableBookings, namedBookings } from "./rules/select-bookings.ts";

export interface CancellationRequest {
  /** Null: all that can be. */
  bookings: readonly { bookingId: string; expectedFee?: number | undefined }[] | null;
  reason: string;
  waiveFee: boolean;
}

/** What cancelling a booking would cost now. */
export interface CancellationQuote {
  booking: Booking;
  fee: Money;
  /** Null where it costs something already, or never will. */
  freeUntilMs: number | null;
}

/** What cancelling now would cost, for every booking that can be cancelled. Failures: `not_found`. */
export async function quoteCancellation(ctx: CallerCtx, reservationId: string): Promise<Result<CancellationQuote[]>> {
  const call: ChangeCall = { reservationId, ifMatch: null, idempotent: null };
  const found = await findToChange(ctx, call, { changeId: "", nowMs: ctx.now(), isUnknown: false });
  if (!found.ok) return found;
  const { value } = found;
  if ("answered" in value) throw new RangeError("a quote has no key");
  const open = value.reservation.bookings.filter((booking) => mayCancel(booking, accountOf(value, booking)) === null);
  return ok(open.map((booking) => quoteOf(booking, value.nowMs)));
}

/** Cancels. Failures: those of changeReservation, `not_changeable`, `price_changed`, `unauthorized` where a fee may not be waived. */
export async function cancelBookings(ctx: CallerCtx, call: ChangeCall, request: CancellationRequest): Promise<Result<Changed>> {
  if (request.waiveFee && !hasScope(ctx.principal, "bookings")) {
    return fail({ code: "unauthorized", reason: "insufficient_scope", scopes: ["bookings"] });
  }
  return changeReservation(ctx, call, async (found) => planCancellation(found, request));
}

function planCancellation(found: FoundReservation, request: CancellationRequest): Result<PlannedChange | null> {
  const { nowMs } = found;
  const named = namedBookings(found.reservation, request.bookings);
  if (!named.ok) return named;
  const left = named.value.filter(({ booking }) => booking.status !== "cancelled");
  if (left.length === 0) return ok(null);
  const allowed = changeableBookings(left, request.bookings !== null, (booking) => mayCancel(booking, accountOf(found, booking)));
  if (!allowed.ok) return allowed;
  const feeOf = (booking: Booking): Money => (request.waiveFee ? 0 : feeAt(booking.terms.fees, nowMs));
  const errors = allowed.value.flatMap((selected) => changedFee(request, selected, feeOf(selected.booking)));
  if (errors.length > 0) return fail({ code: "price_changed", errors });
  const bookings = allowed.value.map(({ booking }) => cancelBooking(booking, accountOf(found, booking), feeOf(booking), nowMs));
  return ok({ billing: null, reason: request.reason, bookings });
}

/** The fee the caller was shown, where it is another by now. */
function changedFee({ bookings }: CancellationRequest, { index }: SelectedBooking, fee: Money): FieldError[] {
  const expected = bookings?.[index]?.expectedFee;
  if (expected === undefined || fromJsonNumber(expected) === fee) return [];
  return [{ pointer: `/bookings/${index}/expectedFee`, code: "changed", detail: `Is now ${toJsonNumber(fee)}.` }];
}

function quoteOf(booking: Booking, nowMs: number): CancellationQuote {
  const fee = feeAt(booking.terms.fees, nowMs);
  const charged = fee === 0 ? booking.terms.fees.find((step) => step.fromMs > nowMs && step.fee > 0) : undefined;
  return { booking, fee, freeUntilMs: charged?.fromMs ?? null };
}
