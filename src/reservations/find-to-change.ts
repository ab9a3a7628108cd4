/** A reservation with its accounts, for whoever changes it; or the answer that its change was given before. */
import { type Result, fail, ok } from "../base/result.ts";
import { recallAnswer } from "../change/idempotency.ts";
import type { CallerCtx } from "../access/caller.ts";
import { type Statement, bindAll } from "../host/database.ts";
import { lineOf } from "./account-line.ts";
import { reservationsOf } from "./read-reservation.ts";
import { type AccountLineRow, selectAccounts } from "./rows/booking-documents.ts";
import { type BookingStateRow, selectReservation, selectReservationAfter, selectReservationAt } from "./rows/reservations.ts";
import { visibleTo } from "./rules/access.ts";
import { type BookedDocument, type BookingAccount, bookingAccount } from "./rules/booking-documents.ts";
import type { ChangeCall, Changed, FoundReservation } from "./rules/reservation-change.ts";
import type { Reservation } from "./rules/reservation.ts";

interface Own {
  changeId: string;
  nowMs: number;
  /** An attempt's answer was lost: the change may be stored. */
  isUnknown: boolean;
}

export const NO_SUCH_RESERVATION = fail({ code: "not_found", detail: "The group has no such reservation." });

/** All in one round trip. Failures: `not_found`, `idempotency_key_reused`. */
export async function findToChange(ctx: CallerCtx, call: ChangeCall, own: Own): Promise<Result<FoundReservation | { answered: Changed }>> {
  const { groupId } = ctx.principal;
  const { reservationId, idempotent } = call;
  const now = [selectReservation(groupId, reservationId), selectAccounts(groupId, reservationId)];
  const after = own.isUnknown ? [selectReservationAfter(groupId, reservationId, own.changeId)] : [];
  const [recalled, results] = await Promise.all([
    idempotent &&
      recallAnswer(ctx, idempotent, own.nowMs, ({ field, values }) => [
        selectReservationAt(field("reservationId"), field("version"), values),
      ]),
    rowsOf(ctx, [...now, ...after]),
  ]);
  if (recalled && !recalled.ok) return recalled;
  if (recalled) {
    const { answer, results: kept } = recalled.value;
    const { bookings: bookingIds } = answer as { bookings: string[] };
    return answered(ctx, kept[0] ?? [], bookingIds, true);
  }
  const [states = [], lines = [], stored = []] = results;
  if (stored.length > 0) return answered(ctx, stored, changedAt(stored as BookingStateRow[]), false);
  const [reservation] = reservationsOf(groupId, states as BookingStateRow[]);
  const visible = reservation && visibleTo(ctx.principal, reservation);
  if (!visible) return NO_SUCH_RESERVATION;
  return ok({ reservation: visible, accounts: accountsOf(visible, lines as AccountLineRow[]), nowMs: own.nowMs });
}

function answered(
  ctx: CallerCtx,
  rows: readonly unknown[],
  bookingIds: readonly string[],
  replayed: boolean,
): Result<{ answered: Changed }> {
  const [reservation] = reservationsOf(ctx.principal.groupId, rows as BookingStateRow[]);
  const visible = reservation && visibleTo(ctx.principal, reservation);
  return visible ? ok({ answered: { reservation: visible, bookingIds, replayed } }) : NO_SUCH_RESERVATION;
}

/** The bookings that the version itself wrote. */
function changedAt(rows: readonly BookingStateRow[]): string[] {
  return rows.filter((row) => row.booking_version === row.reservation_version).map((row) => row.booking_id);
}

async function rowsOf(ctx: CallerCtx, statements: readonly Statement[]): Promise<unknown[][]> {
  return (await ctx.db.batch(bindAll(ctx.db, statements))).map(({ results }) => results);
}

function accountsOf({ bookings }: Reservation, rows: readonly AccountLineRow[]): Map<string, BookingAccount> {
  const documents = new Map<string, Map<number, BookedDocument>>();
  for (const row of rows) {
    const own = documents.get(row.booking_id) ?? new Map<number, BookedDocument>();
    documents.set(row.booking_id, own);
    const lines = [...(own.get(row.modified_key)?.lines ?? []), lineOf(row)];
    own.set(row.modified_key, { modifiedKey: row.modified_key, isOwn: row.own === 1, lines });
  }
  return new Map(bookings.map(({ bookingId }) => [bookingId, bookingAccount([...(documents.get(bookingId)?.values() ?? [])])]));
}
