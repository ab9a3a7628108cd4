/** The list of reservations: docs/interface.md §11, GET /reservations/{groupId}. */
import { hasScope, mayTouchHotel } from "../access/rules/principal.ts";
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { eventSequenceOf, selectEventSequence } from "../events/event-sequence.ts";
import { bindAll } from "../host/database.ts";
import { reservationsOf } from "./read-reservation.ts";
import { type ListFilter, selectHotel, selectPage } from "./rows/list-reservations.ts";
import type { BookingStateRow } from "./rows/reservations.ts";
import { visibleTo } from "./rules/access.ts";
import type { Reservation } from "./rules/reservation.ts";

export type ListQuery = Omit<ListFilter, "caller"> & { limit: number };

export interface ReservationPage {
  /** Oldest first. */
  reservations: Reservation[];
  /** Where the next page begins; null where there is none. */
  next: number | null;
  /** Of the newest event at the moment of the page. */
  eventSequence: number;
}

/** A booking's reference begins with its reservation's. */
const BOOKING_REFERENCE = /^([^-]+)(?:-\d{1,2})?$/;

const NO_SUCH_HOTEL = fail({ code: "not_found", detail: "The group has no such hotel." });

/** The caller's own reservations, or all with the scope `bookings`. `not_found` for a hotel that the caller does not know. */
export async function listReservations(ctx: CallerCtx, query: ListQuery): Promise<Result<ReservationPage>> {
  const { principal } = ctx;
  const { groupId } = principal;
  if (query.hotelId !== null && !mayTouchHotel(principal, query.hotelId)) {
    return NO_SUCH_HOTEL;
  }
  const filter: ListFilter = {
    ...query,
    hotelId: query.hotelId ?? principal.hotelId,
    reference: query.reference && (BOOKING_REFERENCE.exec(query.reference.toUpperCase())?.[1] ?? query.reference),
    caller: hasScope(principal, "bookings") ? null : principal.callerId,
  };
  // One more than asked for tells whether there is a next page.
  const statements = [selectPage(groupId, filter, query.limit + 1), selectEventSequence(groupId), selectHotel(groupId, query.hotelId)];
  const [rows, newest, hotels] = await ctx.db.batch(bindAll(ctx.db, statements));
  if (query.hotelId !== null && hotels?.results.length === 0) return NO_SUCH_HOTEL;
  const found = reservationsOf(groupId, (rows?.results ?? []) as BookingStateRow[]);
  const page = found.slice(0, query.limit);
  return ok({
    reservations: page.flatMap((reservation) => visibleTo(principal, reservation) ?? []),
    next: found.length > page.length ? (page.at(-1)?.sequence ?? null) : null,
    eventSequence: eventSequenceOf(newest?.results),
  });
}
