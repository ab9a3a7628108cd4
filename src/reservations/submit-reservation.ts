/**
 * A new reservation: docs/interface.md §4.6. Priced from the calendar in memory and stored in one
 * batch, which proves that the price is current and every unit is there. Nothing is refused on what memory says alone: a
 * refusal first asks the database whether memory is current, and whether the caller's Idempotency-Key has an answer.
 */
import { answerOnce, recallAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import { type BookingStateRow, selectReservationAt } from "./rows/reservations.ts";
import { readFreeNights } from "./rows/stock.ts";
import { type PartialBooking, bookingErrors } from "./rules/booking-checks.ts";
import { formatDate } from "../base/calendar-date.ts";
import { type PlannedBooking, type ReservationIdentity, planReservation, unavailableFailure } from "./rules/reservation-plan.ts";
import { REFERENCE_BYTES, referenceOf } from "./rules/reservation-reference.ts";
import type { BookingRequest, Reservation, ReservationRequest } from "./rules/reservation.ts";
import { type Failure, type FieldError, type Result, fail, ok } from "../base/result.ts";
import { soldOutBookings } from "./rules/sold-out.ts";
import type { GroupCalendar } from "../selling/rules/stay.ts";
import { base64Url } from "../base/bytes.ts";
import { isTransient } from "../host/database.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { STAY_NIGHTS_MAX } from "../selling/limits.ts";
import { FIELD_ERRORS_MAX, RESERVATION_ATTEMPTS_MAX } from "./limits.ts";
import { holdLimitFailure } from "./hold-limit.ts";
import { commitReservation } from "./commit-reservation.ts";
import type { CallerCtx } from "../access/caller.ts";
import type { TokenClaim } from "../access/token-premise.ts";
import type { Ctx } from "../host/context.ts";
import { type HotelDates, type KnownCalendar, knownCalendar } from "../selling/known-calendar.ts";
import { prepareCalendar } from "../selling/prepare-calendar.ts";
import { findReservation, reservationsOf } from "./read-reservation.ts";

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

/** Begins to load what a reservation needs, beside the proof of its caller. Never throws. */
export function prepareStays(ctx: Ctx, claim: TokenClaim, { bookings }: ReservationRequest): Promise<void> {
  return prepareCalendar(ctx, claim, staysOf(bookings));
}

/** What one attempt came to; "again" with what has to be different. */
type Attempt = { done: Result<Submitted> } | { again: "stale" | "reference_taken" | "same" };

async function book(ctx: CallerCtx, input: ReservationInput, idempotent: IdempotentRequest | null): Promise<Result<Submitted>> {
  const reservationId = base64Url(ctx.randomBytes(RESERVATION_ID_BYTES));
  const createdMs = ctx.now();
  let reference = newReference(ctx);
  let isStale = false;
  for (let attempt = 0; attempt < RESERVATION_ATTEMPTS_MAX; attempt += 1) {
    const known = await calendarOf(ctx, input, isStale);
    if (!known.ok) return known;
    const result = await tryToBook(ctx, { input, idempotent, ...known.value, identity: { reservationId, reference, createdMs } });
    if ("done" in result) return result.done;
    isStale = result.again === "stale";
    if (result.again === "reference_taken") reference = newReference(ctx);
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

interface Trial extends KnownCalendar {
  input: ReservationInput;
  idempotent: IdempotentRequest | null;
  identity: ReservationIdentity;
}

async function tryToBook(ctx: CallerCtx, trial: Trial): Promise<Attempt> {
  const { input, idempotent, calendar, identity } = trial;
  const errors = fieldErrorsOf(input, calendar, identity.createdMs);
  if (!input.valid || errors.length > 0) return refuse(ctx, trial, { code: "invalid_reservation", errors });
  const plan = planReservation(calendar, input.reservation, identity);
  if (!plan.ok) return refuse(ctx, trial, plan.failure);
  const planned = plan.value;
  const reservation = reservationOf(ctx, identity, input.reservation, planned);
  // Both at once: the answer of a known key costs no second round trip. Only what the batch says decides.
  const [outcome, recalled] = await Promise.all([
    commitReservation(ctx, { reservation, planned, idempotent }),
    idempotent && storedAnswer(ctx, idempotent, identity.createdMs).catch(noneWhileTransient),
  ]);
  switch (outcome) {
    case "committed":
    case "stored_before":
      return { done: ok({ reservation, replayed: false }) };
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
    case "hold_limit":
      return { done: fail(holdLimitFailure(identity.createdMs)) };
    case "unknown": {
      // If it is not there it may still arrive: the same id is tried again, which cannot be stored twice.
      const stored = await findReservation(ctx, identity.reservationId);
      return stored ? { done: ok({ reservation: stored, replayed: false }) } : { again: "same" };
    }
  }
}

/** The stored answer of the caller's key, if it has one; another attempt, if memory was not current; else the failure. */
async function refuse(ctx: CallerCtx, { idempotent, isCurrent, identity }: Trial, failure: Failure): Promise<Attempt> {
  const stored = idempotent && (await storedAnswer(ctx, idempotent, identity.createdMs));
  if (stored) return { done: stored };
  return isCurrent ? { done: fail(failure) } : { again: "stale" };
}

/** What the key was answered within the time it is remembered, as the request's batch would see it. */
async function storedAnswer(ctx: CallerCtx, request: IdempotentRequest, nowMs: number): Promise<Result<Submitted> | null> {
  const recalled = await recallAnswer(ctx, request, nowMs, ({ field, values }) => [
    selectReservationAt(field("reservationId"), field("version"), values),
  ]);
  if (!recalled?.ok) return recalled;
  const [rows = []] = recalled.value.results;
  const [reservation] = reservationsOf(ctx.principal.groupId, rows as BookingStateRow[]);
  return reservation ? ok({ reservation, replayed: true }) : null;
}

/** A look-up that failed must not hide what became of the batch. */
function noneWhileTransient(error: unknown): null {
  if (!isTransient(error)) throw error;
  return null;
}

/** Which bookings live stock refuses, counting the ones before them; null where there is room again. */
async function soldOutFailure(ctx: CallerCtx, { bookings }: ReservationRequest): Promise<Failure | null> {
  const stays = bookings.map(({ hotelId, roomId, checkInDate: from, checkOutDate: until }) => ({ hotelId, roomId, from, until }));
  const rows = await readFreeNights(ctx.db, ctx.principal.groupId, stays);
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

/** The calendar over the request's stays, each at its own hotel; the catalogue alone where no stay can be read. */
function calendarOf(ctx: CallerCtx, input: ReservationInput, now: boolean): Promise<Result<KnownCalendar>> {
  return knownCalendar(ctx, ctx.principal.groupId, staysOf(input.valid ? input.reservation.bookings : []), now);
}

function staysOf(bookings: readonly BookingRequest[]): HotelDates[] {
  return bookings
    .filter(({ checkInDate, checkOutDate }) => checkOutDate > checkInDate && checkOutDate - checkInDate <= STAY_NIGHTS_MAX)
    .map(({ hotelId, checkInDate: arrival, checkOutDate: departure }) => ({ hotelId, arrival, departure }));
}

function newReference(ctx: CallerCtx): string {
  return referenceOf(ctx.randomBytes(REFERENCE_BYTES));
}

function reservationOf(
  ctx: CallerCtx,
  identity: ReservationIdentity,
  { billingDetails }: ReservationRequest,
  planned: readonly PlannedBooking[],
): Reservation {
  const { groupId, callerId: caller } = ctx.principal;
  return { ...identity, groupId, caller, version: 1, billingDetails, bookings: planned.map(({ booking }) => booking) };
}
