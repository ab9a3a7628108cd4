/**
 * The one batch of a new reservation, and what its refusal means. The reservation's id is chosen before, so the batch can
 * never be stored twice and an unknown outcome can be looked up.
 */
import type { Statement } from "../host/database.ts";
import { type Committed, commitChange } from "../change/commit-change.ts";
import { keepAnswer, knownAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import type { CallerCtx } from "../access/caller.ts";
import { appendEvents } from "../events/append-events.ts";
import { postingStatements } from "../ledger/post-documents.ts";
import { insertBookingDocuments } from "./rows/booking-documents.ts";
import { takeNights } from "./rows/holds.ts";
import { insertBookings, insertReservation, insertStates, insertVersion } from "./rows/reservations.ts";
import { sellNights } from "./rows/stock.ts";
import type { PlannedBooking } from "./rules/reservation-plan.ts";
import type { Booking, Reservation } from "./rules/reservation.ts";
import { createdEvent } from "./rules/reservation-events.ts";
import { SALE_REFUSALS } from "./sale-refusals.ts";

export interface ReservationToCommit {
  reservation: Reservation;
  /** Of the same bookings, in the same order. */
  planned: readonly PlannedBooking[];
  idempotent: IdempotentRequest | null;
}

/** What the database's refusals mean. */
const REFUSALS = {
  /** A retry that meets its own row: the lost answer was a success. */
  "reservations.reservation_id": "stored_before",
  /** Another reservation of the group has the reference. */
  "reservations.reference": "reference_taken",
  ...SALE_REFUSALS,
} as const;

export type CommitOutcome = Committed<(typeof REFUSALS)[keyof typeof REFUSALS]>["outcome"];

/** Tries to store the reservation. */
export async function commitReservation(ctx: CallerCtx, toCommit: ReservationToCommit): Promise<CommitOutcome> {
  const { outcome } = await commitChange(ctx, { statements: reservationStatements(toCommit), refusals: REFUSALS });
  return outcome;
}

/** The whole batch. What fails most cheaply and most often comes first. */
export function reservationStatements({ reservation, planned, idempotent }: ReservationToCommit): Statement[] {
  const { groupId, reservationId, createdMs, version, bookings } = reservation;
  const own = { groupId, reservationId, version, changeId: reservationId, caller: reservation.caller, atMs: createdMs, reason: "" };
  const documents = planned.flatMap(({ proforma }) => (proforma ? [proforma] : []));
  return [
    insertReservation(reservation),
    insertVersion(own, reservation.billingDetails),
    insertBookings(groupId, reservationId, bookings),
    ...insertStates(
      own,
      bookings.map((booking) => ({ booking, sold: [{ from: booking.checkIn, until: booking.checkOut }], priced: true, documents: 0 })),
    ),
    ...keepAnswer(idempotent, knownAnswer({ reservationId, version }), createdMs),
    ...takeNights(groupId, reservation.caller, createdMs, unitNights(bookings)),
    ...bookings.map(({ hotelId, roomId, checkIn, checkOut }) =>
      sellNights(groupId, { hotelId, roomId, from: checkIn, until: checkOut }, 1),
    ),
    ...appendEvents(groupId, createdMs, [createdEvent(reservation)]),
    ...postingStatements(groupId, documents, createdMs),
    ...insertBookingDocuments(
      groupId,
      version,
      planned.flatMap(({ booking, proforma }) => (proforma ? [booking.bookingId] : [])),
    ),
  ];
}

function unitNights(bookings: readonly Booking[]): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { hotelId, checkIn, checkOut } of bookings) taken.set(hotelId, (taken.get(hotelId) ?? 0) + checkOut - checkIn);
  return taken;
}
