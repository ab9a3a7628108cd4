/**
 * The one batch of a reservation, and what its failure means. All or nothing: a constraint that fails undoes everything.
 * The reservation's id is chosen before, so the batch can never be stored twice and an unknown outcome can be looked up.
 */
import type { Statement } from "../host/database.ts";
import { type Committed, commitChange } from "../change/commit-change.ts";
import { keepAnswer, knownAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
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
import type { CallerCtx } from "../access/caller.ts";
import { postingStatements } from "../ledger/post-documents.ts";

export interface ReservationToCommit {
  identity: ReservationIdentity;
  billingDetails: BillingDetails;
  plan: ReservationPlan;
  idempotent: IdempotentRequest | null;
}

/** What the database's refusals mean. */
const REFUSALS = {
  /** A retry that meets its own row: the lost answer was a success. */
  "reservations.reservation_id": "stored_before",
  /** The prices are not of the current calendar_version. */
  "reservations.calendar_version": "stale",
  /** Another reservation of the group has the reference. */
  "reservations.reference": "reference_taken",
  /** A night of a booking has no unit left, or is not for sale. */
  stock_not_oversold: "sold_out",
  bookings_every_night_for_sale: "sold_out",
} as const;

export type CommitOutcome = Committed<(typeof REFUSALS)[keyof typeof REFUSALS]>["outcome"];

/** Tries to store the reservation. */
export async function commitReservation(ctx: CallerCtx, reservation: ReservationToCommit): Promise<CommitOutcome> {
  const { outcome } = await commitChange(ctx, { statements: statementsOf(ctx, reservation), refusals: REFUSALS });
  return outcome;
}

/** What fails most cheaply and most often comes first. */
function statementsOf(ctx: CallerCtx, reservation: ReservationToCommit): Statement[] {
  const { groupId } = ctx.principal;
  const { identity, plan, idempotent } = reservation;
  const { reservationId, createdMs } = identity;
  const documents = plan.bookings.flatMap(({ proforma }) => (proforma ? [proforma] : []));
  const extras = plan.bookings.flatMap(extraRows);
  return [
    reservationStatement(ctx, reservation),
    ...keepAnswer(idempotent, knownAnswer({ reservationId }), createdMs),
    ...plan.bookings.map(({ request }) => sellStay(groupId, stayRow(request))),
    ...postingStatements(groupId, documents, createdMs),
    insertBookings(groupId, reservationId, bookingRows(plan)),
    ...(extras.length > 0 ? [insertBookingExtras(extras)] : []),
  ];
}

/** A booking's stay as the stock knows it. */
export function stayRow(request: PlannedBooking["request"]) {
  return { hotel_id: request.hotelId, room_id: request.roomId, check_in: request.checkInDate, check_out: request.checkOutDate };
}

function reservationStatement(ctx: CallerCtx, { identity, billingDetails, plan }: ReservationToCommit): Statement {
  const { mailList, ...person } = billingDetails;
  return insertReservation({
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
