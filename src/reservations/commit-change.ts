/** The one batch of a change of a reservation, and what its refusal means. */
import type { Statement } from "../host/database.ts";
import { type Committed, commitChange } from "../change/commit-change.ts";
import { keepAnswer, knownAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import type { CallerCtx } from "../access/caller.ts";
import { appendEvents } from "../events/append-events.ts";
import { postingStatements } from "../ledger/post-documents.ts";
import { insertBookingDocuments } from "./rows/booking-documents.ts";
import { giveBackNights, takeNights } from "./rows/holds.ts";
import { insertStates, insertVersion } from "./rows/reservations.ts";
import { sellNights } from "./rows/stock.ts";
import type { BookingChange, RoomNights } from "./rules/booking-changes.ts";
import { changedEvent } from "./rules/reservation-events.ts";
import type { BillingDetails, Reservation } from "./rules/reservation.ts";
import { SALE_REFUSALS } from "./sale-refusals.ts";

export interface ChangeToCommit {
  /** As it was found. */
  reservation: Reservation;
  /** Random, chosen once for all attempts. */
  changeId: string;
  /** Who changes it. */
  caller: string;
  nowMs: number;
  /** Null: they stay. */
  billing: BillingDetails | null;
  reason: string;
  bookings: readonly BookingChange[];
  idempotent: IdempotentRequest | null;
}

/** What the database's refusals mean. */
const REFUSALS = {
  /** Another change came first, or a document. */
  "reservation_versions.version": "changed",
  "booking_versions.documents": "changed",
  ...SALE_REFUSALS,
} as const;

export type ChangeOutcome = Committed<(typeof REFUSALS)[keyof typeof REFUSALS]>["outcome"];

/** Tries to store the change. */
export async function commitReservationChange(ctx: CallerCtx, change: ChangeToCommit): Promise<ChangeOutcome> {
  const { outcome } = await commitChange(ctx, { statements: changeStatements(change), refusals: REFUSALS });
  return outcome;
}

/** Keeps the key of a request that changes nothing, so that it is answered the same for as long as it is remembered. */
export async function keepUnchanged(
  ctx: CallerCtx,
  request: IdempotentRequest,
  { reservationId, version }: Reservation,
  nowMs: number,
): Promise<ChangeOutcome> {
  const statements = keepAnswer(request, knownAnswer({ reservationId, version, bookings: [] }), nowMs);
  return (await commitChange<never>(ctx, { statements, refusals: {} })).outcome;
}

/** The whole batch: units are given back before any are taken. */
export function changeStatements(change: ChangeToCommit): Statement[] {
  const { reservation, nowMs, bookings, idempotent } = change;
  const { groupId, reservationId } = reservation;
  const version = reservation.version + 1;
  const own = { groupId, reservationId, version, changeId: change.changeId, caller: change.caller, atMs: nowMs, reason: change.reason };
  const documents = bookings.flatMap((one) => one.documents.map((document) => ({ document, bookingId: one.booking.bookingId })));
  return [
    insertVersion(own, change.billing),
    ...insertStates(
      own,
      bookings.map(({ booking, sold, priced, accountDocuments }) => ({ booking, sold, priced, documents: accountDocuments })),
    ),
    ...keepAnswer(idempotent, knownAnswer({ reservationId, version, bookings: bookings.map(({ booking }) => booking.bookingId) }), nowMs),
    ...giveBackNights(groupId, reservation.caller, reservation.createdMs, unitNights(bookings, "released")),
    ...takeNights(groupId, change.caller, nowMs, unitNights(bookings, "sold")),
    ...bookings.flatMap(({ booking, released }) => sell(groupId, booking.hotelId, released, -1)),
    ...bookings.flatMap(({ booking, sold }) => sell(groupId, booking.hotelId, sold, 1)),
    ...appendEvents(
      groupId,
      nowMs,
      bookings.map((one) => changedEvent(own, one)),
    ),
    ...postingStatements(
      groupId,
      documents.map(({ document }) => document),
      nowMs,
    ),
    ...insertBookingDocuments(
      groupId,
      version,
      documents.map(({ bookingId }) => bookingId),
    ),
  ];
}

function sell(groupId: string, hotelId: string, ranges: readonly RoomNights[], units: number): Statement[] {
  return ranges.map((nights) => sellNights(groupId, { hotelId, ...nights }, units));
}

function unitNights(bookings: readonly BookingChange[], which: "released" | "sold"): Map<string, number> {
  const nights = new Map<string, number>();
  for (const change of bookings) {
    const { hotelId } = change.booking;
    for (const { from, until } of change[which]) nights.set(hotelId, (nights.get(hotelId) ?? 0) + until - from);
  }
  return nights;
}
