/** Other dates, another room, other extras: docs/interface.md §11, POST …/amendment. All or nothing. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { knownCalendar } from "../selling/known-calendar.ts";
import { STAY_NIGHTS_MAX } from "../selling/limits.ts";
import { changeReservation } from "./change-reservation.ts";
import { FIELD_ERRORS_MAX } from "./limits.ts";
import { accountOf } from "./rules/account-of.ts";
import { amendmentErrors } from "./rules/amendment-errors.ts";
import {
  type AmendedBooking,
  type AmendedState,
  type BookingAmendment,
  type Pricing,
  amendedRequest,
  changedTotals,
  inHouseRefusal,
  planAmendment,
} from "./rules/amendment-plan.ts";
import { amendBooking } from "./rules/booking-changes.ts";
import { mayAmend } from "./rules/may-change.ts";
import { type Booking, totalsOf } from "./rules/reservation.ts";
import type { ChangeCall, Changed, FoundReservation, PlannedChange } from "./rules/reservation-change.ts";
import { changeableBookings, namedBookings } from "./rules/select-bookings.ts";

export interface AmendmentRequest {
  bookings: readonly (BookingAmendment & { bookingId: string })[];
  pricing: Pricing;
  /** What the caller was shown of the whole reservation; null: it was shown nothing. */
  expectedTotals: readonly { currencyCode: string; totalPrice: number }[] | null;
}

/** Amends. Failures: those of changeReservation, `not_changeable`, `invalid_reservation`, `unavailable`, `price_changed`. */
export function amendBookings(ctx: CallerCtx, call: ChangeCall, request: AmendmentRequest): Promise<Result<Changed>> {
  return changeReservation(ctx, call, async (found, isStale) => {
    const amended = amendedBookings(found, request);
    if (!amended.ok) return amended;
    // What no batch proves is asked of D1: whatever writes nothing.
    const known = await knownCalendar(ctx, ctx.principal.groupId, staysOf(amended.value), isStale || call.dryRun === true);
    if (!known.ok) return known;
    const planned = planChange(found, request, amended.value, known.value.calendar);
    if ((planned.ok && planned.value) || known.value.isCurrent) return planned;
    const current = await knownCalendar(ctx, ctx.principal.groupId, staysOf(amended.value), true);
    return current.ok ? planChange(found, request, amended.value, current.value.calendar) : current;
  });
}

/** The bookings with what is asked of them. Failures: `invalid_reservation`, `not_changeable`. */
function amendedBookings(found: FoundReservation, request: AmendmentRequest): Result<AmendedBooking[]> {
  const named = namedBookings(found.reservation, request.bookings);
  if (!named.ok) return named;
  const amended = named.value.map((selected) => ({ ...selected, asked: request.bookings[selected.index] ?? {} }));
  const askedOf = new Map(amended.map((one) => [one.booking, one]));
  const allowed = changeableBookings(named.value, true, (booking) => {
    const one = askedOf.get(booking);
    return mayAmend(booking, accountOf(found, booking)) ?? (one ? inHouseRefusal(one, found.nowMs) : null);
  });
  return allowed.ok ? ok(amended) : allowed;
}

/** What the calendar has to cover. A stay that is invalid is refused without it. */
function staysOf(amended: readonly AmendedBooking[]) {
  return amended
    .map((one) => amendedRequest(one))
    .filter(({ checkInDate, checkOutDate }) => checkOutDate > checkInDate && checkOutDate - checkInDate <= STAY_NIGHTS_MAX)
    .map(({ hotelId, checkInDate: arrival, checkOutDate: departure }) => ({ hotelId, arrival, departure }));
}

function planChange(
  found: FoundReservation,
  request: AmendmentRequest,
  amended: readonly AmendedBooking[],
  calendar: Parameters<typeof planAmendment>[0],
): Result<PlannedChange | null> {
  const { nowMs, reservation } = found;
  const errors = amendmentErrors(calendar.catalogue, amended, nowMs).slice(0, FIELD_ERRORS_MAX);
  if (errors.length > 0) return fail({ code: "invalid_reservation", errors });
  const states = planAmendment(calendar, amended, request.pricing, nowMs);
  if (!states.ok) return states;
  const after = new Map(states.value.map((state) => [state.before, state.after]));
  const totals = totalsOf(reservation.bookings.map((booking) => after.get(booking) ?? booking));
  const changed = request.expectedTotals ? changedTotals(request.expectedTotals, totals) : [];
  if (changed.length > 0) return fail({ code: "price_changed", errors: changed });
  const bookings = states.value
    .filter(isOther)
    .map((state) => amendBooking(state.before, state.after, accountOf(found, state.before), state.priced, nowMs));
  const asked = request.bookings.map(({ bookingId }) => bookingId);
  return ok(bookings.length > 0 ? { billing: null, reason: "", bookings, asked } : null);
}

/** The versions a price comes from are not what was agreed on. An amended state has its fields in the order of the one before. */
function isOther({ before, after }: AmendedState): boolean {
  const { calendarVersion, termsVersion } = before;
  const comparable: Booking = { ...after, calendarVersion, termsVersion };
  return JSON.stringify(comparable) !== JSON.stringify(before);
}
