/** What a reservation would cost and its terms, before it is made: docs/interface.md §20. Writes nothing. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { knownCalendar } from "../selling/known-calendar.ts";
import { bookingErrors } from "./rules/booking-checks.ts";
import { planReservation } from "./rules/reservation-plan.ts";
import type { Booking, ReservationRequest } from "./rules/reservation.ts";

/** The bookings as submitReservation would make them now; its failures, and nothing kept. */
export async function quoteReservation(ctx: CallerCtx, request: ReservationRequest): Promise<Result<Booking[]>> {
  const stays = request.bookings.map(({ hotelId, checkInDate, checkOutDate }) => ({
    hotelId,
    arrival: checkInDate,
    departure: checkOutDate,
  }));
  const known = await knownCalendar(ctx, ctx.principal.groupId, stays, true);
  if (!known.ok) return known;
  const { calendar } = known.value;
  const nowMs = ctx.now();
  const errors = bookingErrors(calendar.catalogue, request.bookings, nowMs);
  if (errors.length > 0) return fail({ code: "invalid_reservation", errors });
  const plan = planReservation(calendar, request, { reservationId: "", reference: "", createdMs: nowMs });
  return plan.ok ? ok(plan.value.map(({ booking }) => booking)) : plan;
}
