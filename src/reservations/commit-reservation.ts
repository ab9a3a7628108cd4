/**
 * The one batch of a reservation, and what its failure means. All or nothing: a constraint that fails undoes everything.
 * The reservation's id is chosen before, so the batch can never be stored twice and an unknown outcome can be looked up.
 */
import { type Database, type PreparedStatement, bindAll, isTransient, refusedConstraint } from "../host/database.ts";
import { insertIdempotencyKey } from "../change/idempotency-keys.ts";
import {
  type BookingExtraRow,
  type BookingRow,
  insertBookingExtras,
  insertBookings,
  insertReservation,
  sellStay,
} from "./rows/reservations.ts";
import { formatDate } from "../base/calendar-date.ts";
import type { PlannedBooking, ReservationIdentity, ReservationPlan } from "./rules/reservation-plan.ts";
import type { BillingDetails } from "./rules/reservation.ts";
import { IDEMPOTENCY_TTL_MS } from "../change/limits.ts";
import type { CallerCtx } from "../access/caller.ts";
import { postingStatements } from "../ledger/post-documents.ts";

/** A caller's Idempotency-Key and the identity of the body it came with. */
export interface IdempotentRequest {
  key: string;
  bodySha256: string;
}

export type CommitOutcome =
  | "committed"
  /** The prices are not of the current calendar_version. */
  | "stale"
  /** A night of a booking has no unit left or is not for sale. */
  | "sold_out"
  /** Another reservation of the group has the reference. */
  | "reference_taken"
  /** The Idempotency-Key was used before. */
  | "key_used"
  /** D1 did not say. */
  | "unknown";

export interface ReservationToCommit {
  identity: ReservationIdentity;
  billingDetails: BillingDetails;
  plan: ReservationPlan;
  idempotent: IdempotentRequest | null;
}

/** Tries to store the reservation. Throws what is neither a refusal nor a question of D1's connection. */
export async function commitReservation(ctx: CallerCtx, reservation: ReservationToCommit): Promise<CommitOutcome> {
  try {
    await ctx.db.batch(statementsOf(ctx, reservation));
    return "committed";
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === null) throw error;
    if (outcome === "unknown") ctx.log({ event: "reservation_outcome_unknown", detail: String(error) });
    return outcome;
  }
}

function outcomeOf(error: unknown): CommitOutcome | null {
  const constraint = refusedConstraint(error);
  if (constraint === null) return isTransient(error) ? "unknown" : null;
  // A retry that meets its own row: the lost answer was a success.
  if (constraint.includes("reservations.reservation_id")) return "committed";
  if (constraint.includes("reservations.calendar_version")) return "stale";
  if (constraint.includes("reservations.reference")) return "reference_taken";
  if (constraint.includes("idempotency_keys.")) return "key_used";
  if (constraint.includes("stock_not_oversold") || constraint.includes("bookings_every_night_for_sale")) return "sold_out";
  return null;
}

/** What fails most cheaply and most often comes first. */
function statementsOf(ctx: CallerCtx, reservation: ReservationToCommit): PreparedStatement[] {
  const { groupId } = ctx.principal;
  const { identity, plan } = reservation;
  const documents = plan.bookings.flatMap(({ proforma }) => (proforma ? [proforma] : []));
  const extras = plan.bookings.flatMap(extraRows);
  return [
    reservationStatement(ctx, reservation),
    ...idempotencyStatement(ctx, reservation),
    ...plan.bookings.map(({ request }) => sellStay(ctx.db, groupId, stayRow(request))),
    ...bindAll(ctx.db, postingStatements(groupId, documents, identity.createdMs)),
    insertBookings(ctx.db, groupId, identity.reservationId, bookingRows(plan)),
    ...(extras.length > 0 ? [insertBookingExtras(ctx.db, extras)] : []),
  ];
}

/** A booking's stay as the stock knows it. */
export function stayRow(request: PlannedBooking["request"]) {
  return { hotel_id: request.hotelId, room_id: request.roomId, check_in: request.checkInDate, check_out: request.checkOutDate };
}

function reservationStatement(ctx: CallerCtx, { identity, billingDetails, plan }: ReservationToCommit): PreparedStatement {
  const { mailList, ...person } = billingDetails;
  return insertReservation(ctx.db, {
    ...person,
    reservation_id: identity.reservationId,
    group_id: ctx.principal.groupId,
    reference: identity.reference,
    caller: ctx.principal.callerId,
    created_ms: identity.createdMs,
    calendar_version: plan.calendarVersion,
    mail_list: mailList ? 1 : 0,
  });
}

function idempotencyStatement(
  { db, principal }: { db: Database } & CallerCtx,
  { identity, idempotent }: ReservationToCommit,
): PreparedStatement[] {
  if (!idempotent) return [];
  const row = {
    group_id: principal.groupId,
    caller: principal.callerId,
    idempotency_key: idempotent.key,
    body_sha256: idempotent.bodySha256,
    reservation_id: identity.reservationId,
    created_ms: identity.createdMs,
  };
  return [insertIdempotencyKey(db, row, identity.createdMs - IDEMPOTENCY_TTL_MS)];
}

function bookingRows({ bookings }: ReservationPlan): BookingRow[] {
  let documentsAfter = bookings.filter(({ proforma }) => proforma !== null).length;
  return bookings.map(({ booking, request, guest, proforma }, position) => ({
    booking_id: booking.bookingId,
    position,
    reference: booking.reference,
    hotel_id: booking.hotelId,
    room_id: booking.roomId,
    rate_id: booking.rateId,
    check_in: booking.checkIn,
    check_out: booking.checkOut,
    adults: request.adult,
    children: request.children,
    promo_code: request.promoCode,
    bed_configuration: request.bedConfiguration,
    guest_title: guest.title,
    guest_firstname: guest.firstname,
    guest_lastname: guest.lastname,
    currency_code: booking.currencyCode,
    room_price: booking.roomPrice,
    extras_price: booking.extrasPrice,
    total_price: booking.totalPrice,
    prepayment_due: booking.prepaymentDue,
    documents_after: proforma ? (documentsAfter -= 1) : null,
  }));
}

function extraRows({ booking, extras }: PlannedBooking): BookingExtraRow[] {
  return extras.map(({ request, extra, quantity, total }, position) => ({
    booking_id: booking.bookingId,
    position,
    extra_id: extra.id,
    charge_mode: extra.chargeMode,
    charge_days: JSON.stringify(request.chargeDays.flat().map(formatDate)),
    unit_price: extra.price,
    quantity,
    total_price: total,
  }));
}
