/**
 * A change of a reservation: docs/interface.md §11. Found, planned by rules alone, and committed in one batch which proves that
 * nothing changed meanwhile; where something did, all of it again.
 */
import { base64Url } from "../base/bytes.ts";
import { type Failure, type Result, fail, ok } from "../base/result.ts";
import { answerOnce } from "../change/idempotency.ts";
import type { CallerCtx } from "../access/caller.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { type ChangeOutcome, commitReservationChange, keepUnchanged } from "./commit-change.ts";
import { findToChange } from "./find-to-change.ts";
import { holdLimitFailure } from "./hold-limit.ts";
import { CHANGE_ATTEMPTS_MAX } from "./limits.ts";
import { noteVersion } from "./read-late.ts";
import { visibleTo } from "./rules/access.ts";
import type { Reservation } from "./rules/reservation.ts";
import type { ChangeCall, Changed, FoundReservation, PlannedChange } from "./rules/reservation-change.ts";
import { soldOutFailure } from "./sold-out-failure.ts";

const CHANGE_ID_BYTES = 16;

/** Plans a change of what was found; null where there is nothing to do. `isStale`: prices in memory turned out to be old. */
export type ChangePlanner = (found: FoundReservation, isStale: boolean) => Promise<Result<PlannedChange | null>>;

/**
 * Changes, or answers again what the caller's key has changed. Failures: `not_found`, `version_conflict`, those of the plan,
 * `unavailable`, `too_many_requests` beyond the limit of what a client may hold, those of an Idempotency-Key, and
 * `overloaded` where D1 could not take it.
 */
export function changeReservation(ctx: CallerCtx, call: ChangeCall, plan: ChangePlanner): Promise<Result<Changed>> {
  return answerOnce(ctx, call.idempotent, () => change(ctx, call, plan));
}

async function change(ctx: CallerCtx, call: ChangeCall, plan: ChangePlanner): Promise<Result<Changed>> {
  const own = { changeId: base64Url(ctx.randomBytes(CHANGE_ID_BYTES)), nowMs: ctx.now() };
  let isStale = false;
  let isUnknown = false;
  for (let attempt = 0; attempt < CHANGE_ATTEMPTS_MAX; attempt += 1) {
    const found = await findToChange(ctx, call, { ...own, isUnknown });
    if (!found.ok) return found;
    if ("answered" in found.value) {
      noteVersion(ctx, found.value.answered.reservation);
      return ok(found.value.answered);
    }
    const { reservation } = found.value;
    noteVersion(ctx, reservation);
    if (call.ifMatch && !call.ifMatch.includes(reservation.version)) {
      return fail({ code: "version_conflict", version: reservation.version });
    }
    const planned = await plan(found.value, isStale);
    if (!planned.ok) return planned;
    const tried = await tryChange(ctx, call, { ...own, reservation, planned: planned.value });
    if ("done" in tried) return tried.done;
    isStale = tried.again === "stale";
    isUnknown ||= tried.again === "unknown";
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

interface Trial {
  changeId: string;
  nowMs: number;
  reservation: Reservation;
  planned: PlannedChange | null;
}

async function tryChange(ctx: CallerCtx, call: ChangeCall, trial: Trial): Promise<{ done: Result<Changed> } | { again: ChangeOutcome }> {
  const { reservation, planned, nowMs } = trial;
  const { idempotent } = call;
  if (!planned) {
    const outcome = idempotent && !call.dryRun ? await keepUnchanged(ctx, idempotent, reservation, nowMs) : "committed";
    return outcome === "committed" ? { done: ok(changedOf(ctx, reservation, [])) } : { again: outcome };
  }
  if (call.dryRun) {
    const failure = await soldOutFailure(ctx, planned);
    return { done: failure ? fail(failure) : ok(afterChange(ctx, reservation, planned)) };
  }
  const { changeId } = trial;
  const outcome = await commitReservationChange(ctx, {
    ...planned,
    reservation,
    changeId,
    caller: ctx.principal.callerId,
    nowMs,
    idempotent,
  });
  switch (outcome) {
    case "committed": {
      const changed = afterChange(ctx, reservation, planned);
      noteVersion(ctx, changed.reservation);
      return { done: ok(changed) };
    }
    case "sold_out": {
      const failure: Failure | null = await soldOutFailure(ctx, planned);
      return failure ? { done: fail(failure) } : { again: outcome };
    }
    case "hold_limit":
      return { done: fail(holdLimitFailure(nowMs)) };
    default:
      return { again: outcome };
  }
}

/** The reservation as the change leaves it, without reading it back. */
function afterChange(ctx: CallerCtx, reservation: Reservation, planned: PlannedChange): Changed {
  const states = new Map(planned.bookings.map(({ booking }) => [booking.bookingId, booking]));
  const after = {
    ...reservation,
    version: reservation.version + 1,
    billingDetails: planned.billing ?? reservation.billingDetails,
    bookings: reservation.bookings.map((booking) => states.get(booking.bookingId) ?? booking),
  };
  return changedOf(ctx, after, [...states.keys()]);
}

function changedOf(ctx: CallerCtx, reservation: Reservation, bookingIds: readonly string[]): Changed {
  return { reservation: visibleTo(ctx.principal, reservation) ?? reservation, bookingIds, replayed: false };
}
