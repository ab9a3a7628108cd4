/**
 * A new reservation: spec.md operation 1, contract §4 "Reservations". Priced from the calendar in memory and stored in one
 * batch, which proves that the price is current and every unit is there. Nothing is refused on what memory says alone: a
 * refusal first asks the database whether memory is current, and whether the caller's Idempotency-Key has an answer.
 */
import { findIdempotencyKey } from "../db/idempotency-keys.ts";
import { readCalendarVersion, readFreeUnits } from "../db/reservations.ts";
import { type PartialBooking, bookingErrors } from "../domain/booking-checks.ts";
import { formatDate, monthOfDay } from "../domain/calendar-date.ts";
import { type ReservationIdentity, type ReservationPlan, planReservation, unavailableFailure } from "../domain/reservation-plan.ts";
import { REFERENCE_BYTES, referenceOf } from "../domain/reservation-reference.ts";
import type { Reservation, ReservationRequest } from "../domain/reservation.ts";
import { type Failure, type FieldError, type Result, fail, ok } from "../domain/result.ts";
import type { GroupCalendar } from "../domain/stay.ts";
import { base64Url } from "../platform/bytes.ts";
import {
  IDEMPOTENCY_TTL_MS,
  IDEMPOTENT_REQUEST_RUNS_MS_MAX,
  OVERLOAD_RETRY_SECONDS,
  RESERVATION_ATTEMPTS_MAX,
} from "../platform/limits.ts";
import { type IdempotentRequest, commitReservation, stayRow } from "./commit-reservation.ts";
import type { CallerCtx } from "./context.ts";
import { loadCalendar } from "./group-calendar.ts";
import { recallReservation } from "./read-reservation.ts";
