/** A reservation as it is: docs/interface.md §11, GET /reservations/{groupId}/{reservationId}. */
import { type BookingStateRow, selectReservation } from "./rows/reservations.ts";
import { toldStateOf } from "./rows/told-state.ts";
import type { BillingDetails, BookedExtra, Booking, BookingTerms, Reservation } from "./rules/reservation.ts";
import { eventSequenceOf, selectEventSequence } from "../events/event-sequence.ts";
import { type Database, bindAll } from "../host/database.ts";
import type { Money } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { CallerCtx } from "../access/caller.ts";
import { visibleTo } from "./rules/access.ts";

export interface ReadReservation {
  reservation: Reservation;
  /** What the feed can be followed from: the reservation is as these events made it. */
  eventSequence: number;
}

/** A reservation as the caller may see it, else `not_found`: another's is as unknown as any other id. */
export function readReservation(ctx: CallerCtx, reservationId: string): Promise<Result<ReadReservation>> {
  return readReservationFrom(ctx.db, ctx, reservationId);
}

/** The same, as a database has it. */
export async function readReservationFrom(db: Database, ctx: CallerCtx, reservationId: string): Promise<Result<ReadReservation>> {
  const { groupId } = ctx.principal;
  const statements = [selectReservation(groupId, reservationId), selectEventSequence(groupId)];
  const [states, sequence] = await db.batch(bindAll(db, statements));
  const [found] = reservationsOf(groupId, (states?.results ?? []) as BookingStateRow[]);
  const reservation = found && visibleTo(ctx.principal, found);
  if (!reservation) return fail({ code: "not_found", detail: "The group has no such reservation." });
  return ok({ reservation, eventSequence: eventSequenceOf(sequence?.results) });
}

/** A reservation of the caller's group, or null. */
export async function findReservation(ctx: CallerCtx, reservationId: string): Promise<Reservation | null> {
  const { groupId } = ctx.principal;
  const { sql, values } = selectReservation(groupId, reservationId);
  const { results } = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<BookingStateRow>();
  return reservationsOf(groupId, results)[0] ?? null;
}

/** A reservation as it was read. */
export interface StoredReservation extends Reservation {
  /** Of the event that made it. */
  sequence: number;
}

/** The reservations of rows that stand together, in their order. */
export function reservationsOf(groupId: string, rows: readonly BookingStateRow[]): StoredReservation[] {
  const found = new Map<string, BookingStateRow[]>();
  for (const row of rows) {
    const siblings = found.get(row.reservation_id);
    if (siblings) siblings.push(row);
    else found.set(row.reservation_id, [row]);
  }
  return [...found.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...headOf(groupId, first), bookings: own.map(bookingOf) }] : [];
  });
}

function headOf(groupId: string, row: BookingStateRow): Omit<StoredReservation, "bookings"> {
  return {
    sequence: row.sequence,
    reservationId: row.reservation_id,
    reference: row.reservation_reference,
    groupId,
    caller: row.caller,
    createdMs: row.created_ms,
    version: row.reservation_version,
    billingDetails: JSON.parse(row.billing) as BillingDetails,
  };
}

function bookingOf(row: BookingStateRow): Booking {
  return {
    bookingId: row.booking_id,
    reference: row.reference,
    hotelId: row.hotel_id,
    currencyCode: row.currency_code,
    ...toldStateOf(row),
    nights: JSON.parse(row.nights) as Money[],
    extras: JSON.parse(row.extras) as BookedExtra[],
    terms: JSON.parse(row.terms) as BookingTerms,
    roomPrice: row.room_price,
    prepaymentDue: row.prepayment_due,
    calendarVersion: row.calendar_version,
    termsVersion: row.terms_version,
    clock: { timezone: row.timezone ?? "UTC", checkInMinute: Number(row.check_in_hours) * 60 + Number(row.check_in_minutes) },
  };
}
