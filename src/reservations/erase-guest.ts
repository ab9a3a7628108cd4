/**
 * A guest's names and addresses are blanked where their bookings are over, in every version that holds them: docs/interface.md §19.3.
 * Page by page, each in one batch: a command that is killed has erased some of it, and run again erases the rest.
 */
import type { CallerCtx } from "../access/caller.ts";
import type { Principal } from "../access/rules/principal.ts";
import { base64Url } from "../base/bytes.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { commitChange } from "../change/commit-change.ts";
import { appendEvents } from "../events/append-events.ts";
import type { Statement } from "../host/database.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { CALLERS_BOOKINGS_MAX, CHANGE_ATTEMPTS_MAX, RESERVATIONS_ERASED_AT_ONCE } from "./limits.ts";
import {
  type EmailRow,
  type ErasableRow,
  type NamedBookingRow,
  eraseStatements,
  selectByEmail,
  selectCallersOpen,
  selectErasable,
} from "./rows/erasing.ts";
import {
  type ErasableBooking,
  type ErasableReservation,
  type Erasure,
  type KeptBooking,
  foldEmail,
  isSameEmail,
  keptBookings,
  planErasure,
  whyNotOver,
} from "./rules/erasure.ts";
import { changedEvent } from "./rules/reservation-events.ts";

/** What erasing needs of a command. */
export type ErasingCtx = Pick<CallerCtx, "db" | "log" | "now" | "randomBytes"> & { principal: Pick<Principal, "groupId"> };

export interface GuestErasure {
  /** References of bookings whose names were blanked, and of reservations whose billing details were. */
  bookings: readonly string[];
  reservations: readonly string[];
  /** Bookings that are not over, with why. */
  kept: readonly KeptBooking[];
}

const CHANGE_ID_BYTES = 16;

/**
 * Erases whoever has the e-mail address from every reservation that names it in one of its versions. Where there is nothing left
 * to erase, nothing is written. Failure: `overloaded` where others keep changing the same reservations; what was done stays done.
 */
export async function eraseGuest(ctx: ErasingCtx, email: string): Promise<Result<GuestErasure>> {
  const { groupId } = ctx.principal;
  const rows = await readAll<EmailRow>(ctx, selectByEmail(groupId, foldEmail(email)));
  const ids = [...new Set(rows.filter((row) => isSameEmail(row.email, email)).map((row) => row.reservation_id))];
  const erased = { bookings: new Set<string>(), reservations: new Set<string>() };
  const kept: KeptBooking[] = [];
  for (let from = 0; from < ids.length; from += RESERVATIONS_ERASED_AT_ONCE) {
    const page = await erasePage(ctx, ids.slice(from, from + RESERVATIONS_ERASED_AT_ONCE), erased);
    if (!page.ok) return page;
    kept.push(...page.value);
  }
  return ok({ bookings: [...erased.bookings], reservations: [...erased.reservations], kept });
}

/** Whether a client or user has a booking that is not over. */
export async function hasOpenBooking(ctx: ErasingCtx, caller: string): Promise<boolean> {
  const rows = await readAll<NamedBookingRow>(ctx, selectCallersOpen(ctx.principal.groupId, caller, CALLERS_BOOKINGS_MAX));
  return rows.some((row) => whyNotOver(bookingOf(row), ctx.now()) !== null);
}

/** The bookings that are kept. `erased` is added to. */
async function erasePage(
  ctx: ErasingCtx,
  reservationIds: readonly string[],
  erased: { bookings: Set<string>; reservations: Set<string> },
): Promise<Result<KeptBooking[]>> {
  for (let attempt = 0; attempt < CHANGE_ATTEMPTS_MAX; attempt += 1) {
    const nowMs = ctx.now();
    const reservations = reservationsOf(await readAll<ErasableRow>(ctx, selectErasable(ctx.principal.groupId, reservationIds)));
    const erasures = reservations.flatMap((one) => planErasure(one, nowMs) ?? []);
    if (erasures.length === 0) return ok(reservations.flatMap((one) => keptBookings(one, nowMs)));
    await tryErasing(ctx, erasures, nowMs);
    for (const { reservation, billing, bookings } of erasures) {
      if (billing) erased.reservations.add(reservation.reference);
      for (const { reference } of bookings) erased.bookings.add(reference);
    }
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

/** Whatever became of it, the next reading tells what is left. */
async function tryErasing(ctx: ErasingCtx, erasures: readonly Erasure[], nowMs: number): Promise<void> {
  const { groupId } = ctx.principal;
  const changeId = base64Url(ctx.randomBytes(CHANGE_ID_BYTES));
  await commitChange(ctx, {
    statements: [
      ...eraseStatements(groupId, nowMs, changeId, erasures),
      ...appendEvents(
        groupId,
        nowMs,
        erasures.flatMap(({ reservation, bookings }) =>
          bookings.map((booking) =>
            changedEvent(
              { groupId, reservationId: reservation.reservationId, version: reservation.version + 1 },
              { booking, event: "booking.guest_changed", sold: [], released: [] },
            ),
          ),
        ),
      ),
    ],
    refusals: { "reservation_versions.version": "changed" },
  });
}

function reservationsOf(rows: readonly ErasableRow[]): ErasableReservation[] {
  return [...Map.groupBy(rows, (row) => row.reservation_id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [
      {
        reservationId: first.reservation_id,
        reference: first.reservation_reference,
        version: first.version,
        hasBilling: first.has_billing === 1,
        hasReason: first.has_reason === 1,
        bookings: own.map(bookingOf),
      },
    ];
  });
}

function bookingOf(row: NamedBookingRow): ErasableBooking {
  return {
    bookingId: row.booking_id,
    reference: row.reference,
    hotelId: row.hotel_id,
    status: row.status,
    checkOut: row.check_out,
    timezone: row.timezone ?? "UTC",
    fee: row.fee,
    isNamed: row.is_named === 1,
  };
}

async function readAll<T>(ctx: ErasingCtx, { sql, values }: Statement): Promise<T[]> {
  const { results } = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<T>();
  return results;
}
