/**
 * A new reservation: docs/interface.md §4.6. Priced from the calendar in memory and stored in one
 * batch, which proves that the price is current and every unit is there. Nothing is refused on what memory says alone: a
 * refusal first asks the database whether memory is current, and whether the caller's Idempotency-Key has an answer.
 */
import { answerOnce, recallAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import { type ReservedBookingRow, readCalendarVersion, readFreeUnits, selectReservationOf } from "./rows/reservations.ts";
import { type PartialBooking, bookingErrors } from "./rules/booking-checks.ts";
import { formatDate } from "../base/calendar-date.ts";
import { type ReservationIdentity, type ReservationPlan, planReservation, unavailableFailure } from "./rules/reservation-plan.ts";
import { REFERENCE_BYTES, referenceOf } from "./rules/reservation-reference.ts";
import type { Reservation, ReservationRequest } from "./rules/reservation.ts";
import { type Failure, type FieldError, type Result, fail, ok } from "../base/result.ts";
import { soldOutBookings } from "./rules/sold-out.ts";
import type { GroupCalendar } from "../selling/rules/stay.ts";
import { base64Url } from "../base/bytes.ts";
import { isTransient } from "../host/database.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { FIELD_ERRORS_MAX, RESERVATION_ATTEMPTS_MAX } from "./limits.ts";
import { commitReservation, stayRow } from "./commit-reservation.ts";
import type { CallerCtx } from "../access/caller.ts";
import { loadCalendar } from "../selling/group-calendar.ts";
import { recallReservation, reservationOfRows } from "./read-reservation.ts";

const RESERVATION_ID_BYTES = 16;

/** What the transport could read: a reservation, or its errors with whatever parts of the bookings can be checked further. */
export type ReservationInput =
  | { valid: true; reservation: ReservationRequest }
  | { valid: false; errors: FieldError[]; bookings: readonly PartialBooking[] };

export interface Submitted {
  reservation: Reservation;
  /** The stored answer to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * Books, or answers again what the caller's key has booked. Failures: `invalid_reservation`, `unavailable`,
 * `price_changed`, `idempotency_key_reused`, `idempotency_in_progress`, and `overloaded` where D1 could not take it.
 */
export function submitReservation(
  ctx: CallerCtx,
  input: ReservationInput,
  idempotent: IdempotentRequest | null,
): Promise<Result<Submitted>> {
  return answerOnce(ctx, idempotent, () => book(ctx, input, idempotent));
}

/** What one attempt came to; "again" with what has to be different. */
type Attempt = { done: Result<Submitted> } | { again: "stale" | "reference_taken" | "same" };

async function book(ctx: CallerCtx, input: ReservationInput, idempotent: IdempotentRequest | null): Promise<Result<Submitted>> {
  const reservationId = base64Url(ctx.randomBytes(RESERVATION_ID_BYTES));
  const createdMs = ctx.now();
  let reference = newReference(ctx);
  let stale: number | undefined;
  for (let attempt = 0; attempt < RESERVATION_ATTEMPTS_MAX; attempt += 1) {
    const calendar = await calendarOf(ctx, input, stale);
    const result = await tryToBook(ctx, { input, idempotent, calendar, identity: { reservationId, reference, createdMs } });
    if ("done" in result) return result.done;
    if (result.again === "stale") stale = calendar.version;
    if (result.again === "reference_taken") reference = newReference(ctx);
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

interface Trial {
  input: ReservationInput;
  idempotent: IdempotentRequest | null;
  calendar: GroupCalendar;
  identity: ReservationIdentity;
}

async function tryToBook(ctx: CallerCtx, trial: Trial): Promise<Attempt> {
  const { input, idempotent, calendar, identity } = trial;
  const errors = fieldErrorsOf(input, calendar, identity.createdMs);
  if (!input.valid || errors.length > 0) return refuse(ctx, trial, { code: "invalid_reservation", errors });
  const plan = planReservation(calendar, input.reservation, identity);
  if (!plan.ok) return refuse(ctx, trial, plan.failure);
  const { billingDetails } = input.reservation;
  // Both at once: the answer of a known key costs no second round trip. Only what the batch says decides.
  const [outcome, recalled] = await Promise.all([
    commitReservation(ctx, { identity, billingDetails, plan: plan.value, idempotent }),
    idempotent && storedAnswer(ctx, idempotent, identity.createdMs).catch(noneWhileTransient),
  ]);
  switch (outcome) {
    case "committed":
    case "stored_before":
      return { done: ok({ reservation: reservationOf(ctx, identity, plan.value), replayed: false }) };
    case "stale":
    case "reference_taken":
      return { again: outcome };
    case "key_used": {
      // Not there yet where another isolate's batch came between the two.
      const stored = recalled ?? (idempotent && (await storedAnswer(ctx, idempotent, identity.createdMs)));
      return stored ? { done: stored } : { again: "same" };
    }
    case "sold_out": {
      // The batch got past its first statements: memory is current and the key is new.
      const failure = await soldOutFailure(ctx, input.reservation);
      return failure ? { done: fail(failure) } : { again: "same" };
    }
    case "unknown": {
      // If it is not there it may still arrive: the same id is tried again, which cannot be stored twice.
      const reservation = await recallReservation(ctx, identity.reservationId);
      return reservation ? { done: ok({ reservation, replayed: false }) } : { again: "same" };
    }
  }
}

/** The stored answer of the caller's key, if it has one; another attempt, if memory was not current; else the failure. */
async function refuse(ctx: CallerCtx, { idempotent, calendar, identity }: Trial, failure: Failure): Promise<Attempt> {
  const [stored, version] = await Promise.all([
    idempotent && storedAnswer(ctx, idempotent, identity.createdMs),
    readCalendarVersion(ctx.db, ctx.principal.groupId),
  ]);
  if (stored) return { done: stored };
  return version === calendar.version ? { done: fail(failure) } : { again: "stale" };
}

/** What the key was answered within the time it is remembered, as the request's batch would see it. */
async function storedAnswer(ctx: CallerCtx, request: IdempotentRequest, nowMs: number): Promise<Result<Submitted> | null> {
  const recalled = await recallAnswer(ctx, request, nowMs, ({ field, values }) => [selectReservationOf(field("reservationId"), values)]);
  if (!recalled?.ok) return recalled;
  const [rows = []] = recalled.value.results;
  const reservation = reservationOfRows(ctx.principal.groupId, rows as ReservedBookingRow[]);
  return reservation && ok({ reservation, replayed: true });
}

/** A look-up that failed must not hide what became of the batch. */
function noneWhileTransient(error: unknown): null {
  if (!isTransient(error)) throw error;
  return null;
}

/** Which bookings live stock refuses, counting the ones before them; null where there is room again. */
async function soldOutFailure(ctx: CallerCtx, { bookings }: ReservationRequest): Promise<Failure | null> {
  const rows = await readFreeUnits(ctx.db, ctx.principal.groupId, bookings.map(stayRow));
  const freeUnits = new Map(rows.map(({ position, night, free }) => [`${position} ${night}`, free]));
  const soldOut = soldOutBookings(bookings, (position, night) => freeUnits.get(`${position} ${night}`) ?? 0);
  if (soldOut.length === 0) return null;
  return unavailableFailure(soldOut.map(({ index, night }) => ({ index, reason: `No unit is left on ${formatDate(night)}.` })));
}

function fieldErrorsOf(input: ReservationInput, { catalogue }: GroupCalendar, nowMs: number): FieldError[] {
  const errors = input.valid
    ? bookingErrors(catalogue, input.reservation.bookings, nowMs)
    : [...input.errors, ...bookingErrors(catalogue, input.bookings, nowMs)];
  return errors.slice(0, FIELD_ERRORS_MAX);
}

/** The calendar over all stays of the request; the catalogue alone where no stay can be read. */
function calendarOf(ctx: CallerCtx, input: ReservationInput, stale: number | undefined): Promise<GroupCalendar> {
  const days = input.valid ? input.reservation.bookings.flatMap(({ checkInDate, checkOutDate }) => [checkInDate, checkOutDate]) : [];
  const [from, to] = days.length > 0 ? [Math.min(...days), Math.max(...days)] : [0, 0];
  return loadCalendar(ctx, ctx.principal.groupId, from, to, stale === undefined ? {} : { notVersion: stale });
}

function newReference(ctx: CallerCtx): string {
  return referenceOf(ctx.randomBytes(REFERENCE_BYTES));
}

function reservationOf(ctx: CallerCtx, identity: ReservationIdentity, plan: ReservationPlan): Reservation {
  return { ...identity, groupId: ctx.principal.groupId, bookings: plan.bookings.map(({ booking }) => booking) };
}
