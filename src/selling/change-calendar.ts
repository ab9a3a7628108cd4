/**
 * Prices, restrictions and stock of one hotel change at runtime: docs/interface.md §14. POST /ari, OTA and AlpineBits come here. What
 * the hotel has is read, the entries are applied to it by the rules of the import, and one batch writes the outcome, if nothing of
 * what it was computed from has changed meanwhile. One hotel's change touches no other.
 */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { todayIn } from "../base/calendar-date.ts";
import { type Failure, type Result, fail, ok } from "../base/result.ts";
import type { Problem } from "../base/validation.ts";
import { answerOnce, recallAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { type CalendarToCommit, commitCalendar } from "./commit-calendar.ts";
import { CALENDAR_ATTEMPTS_MAX } from "./limits.ts";
import type { CalendarEntry } from "./rules/calendar-entry.ts";
import { type CalendarChanged, calendarProblems, invalidCalendar, pastNightWarnings, refusalOf } from "./rules/calendar-answers.ts";
import { changedFields } from "./rules/describe-changes.ts";
import { isShortEnough } from "./rules/check-calendar.ts";
import { unitsForLeft } from "./rules/count-left.ts";
import { type CalendarPlan, planCalendar } from "./rules/plan-calendar.ts";
import { type StoredCalendar, readStoredCalendar } from "./stored-calendar.ts";

/** What the transport could read: entries by their place in the request, null where one cannot be read, and why. */
export interface CalendarInput {
  hotelId: string;
  entries: readonly (CalendarEntry | null)[];
  /** Their paths begin with "calendar" and the entry's place. */
  problems: readonly Problem[];
  /** Whether the answer tells what changed. */
  isTold?: true;
}

export type CalendarAnswer = Result<{ changed: CalendarChanged; replayed: boolean }>;

/**
 * Applies all entries in order, or nothing. Failures: `not_found`, `invalid_calendar`, `units_sold`, those of a key, and
 * `overloaded` where every attempt met another change.
 */
export function changeCalendar(ctx: CallerCtx, input: CalendarInput, idempotent: IdempotentRequest | null): Promise<CalendarAnswer> {
  return answerOnce(ctx, idempotent, () => attemptAll(ctx, input, idempotent));
}

/** "again": what the change was computed from is no longer there, or D1 did not say what became of the batch. */
type Attempt = { done: CalendarAnswer } | { again: true; changed: ChangedSoFar };

/** What an attempt whose outcome is unknown would have changed: if it was stored, the next one finds nothing left to change. */
type ChangedSoFar = Pick<CalendarChanged, "nightsChanged" | "changes">;

const NOTHING: ChangedSoFar = { nightsChanged: 0 };

async function attemptAll(ctx: CallerCtx, input: CalendarInput, idempotent: IdempotentRequest | null): Promise<CalendarAnswer> {
  let changedBefore = NOTHING;
  for (let attempt = 0; attempt < CALENDAR_ATTEMPTS_MAX; attempt += 1) {
    const result = await attemptOnce(ctx, input, idempotent, changedBefore);
    if ("done" in result) return result.done;
    changedBefore = result.changed;
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

async function attemptOnce(
  ctx: CallerCtx,
  input: CalendarInput,
  idempotent: IdempotentRequest | null,
  changedBefore: ChangedSoFar,
): Promise<Attempt> {
  const entries = input.entries.filter((entry) => entry !== null);
  const stored = mayTouchHotel(ctx.principal, input.hotelId)
    ? await readStoredCalendar(ctx, input.hotelId, entries.filter(isShortEnough))
    : null;
  if (!stored) return { done: fail({ code: "not_found", detail: "There is no such hotel in this group." }) };
  const today = todayIn(stored.timezone, ctx.now());
  const problems = [...input.problems, ...calendarProblems(input.entries, stored)];
  const plan = problems.length > 0 ? null : planOf(entries, stored, today);
  const failure = plan ? refusalOf(plan) : invalidCalendar(problems);
  if (!plan || failure) return { done: await refuse(ctx, idempotent, failure ?? invalidCalendar(problems)) };
  const told = input.isTold ? { changes: changedFields(stored.months, plan.months, today) } : {};
  const changed = plan.changed.nights > 0 ? { nightsChanged: plan.changed.nights, ...told } : { ...told, ...changedBefore };
  const answer = { ...changed, warnings: pastNightWarnings(input.entries, today) };
  const change: CalendarToCommit = {
    hotelId: input.hotelId,
    seen: stored.version,
    plan,
    fromSold: entries.some(countsLeft),
    answer,
    idempotent,
  };
  const committed = await commitCalendar(ctx, change);
  switch (committed.outcome) {
    case "committed":
      return { done: ok({ changed: { calendarVersion: committed.calendarVersion, ...answer }, replayed: false }) };
    case "key_used": {
      const recalled = idempotent && (await recall(ctx, idempotent));
      return recalled ? { done: recalled } : { again: true, changed: NOTHING };
    }
    case "stale":
      return { again: true, changed: NOTHING };
    case "unknown":
      return { again: true, changed };
  }
}

function planOf(entries: readonly CalendarEntry[], stored: StoredCalendar, today: number): CalendarPlan {
  const edit = {
    rooms: stored.rooms,
    rates: stored.rates,
    today,
    replace: false,
    entries: unitsForLeft(entries, stored.stock, stored.sales, today),
  };
  return planCalendar(stored.months, stored.stock, edit, (roomId, night) => {
    const span = stored.counted.get(roomId);
    return span !== undefined && night >= span.from && night <= span.to;
  });
}

function countsLeft(entry: CalendarEntry): boolean {
  return entry.left !== undefined;
}

/** A key that was answered is answered the same, whatever stands in the way by now. */
async function refuse(ctx: CallerCtx, idempotent: IdempotentRequest | null, failure: Failure): Promise<CalendarAnswer> {
  return (idempotent && (await recall(ctx, idempotent))) ?? fail(failure);
}

async function recall(ctx: CallerCtx, idempotent: IdempotentRequest): Promise<CalendarAnswer | null> {
  const recalled = await recallAnswer(ctx, idempotent, ctx.now(), () => []);
  return recalled?.ok ? ok({ changed: recalled.value.answer as CalendarChanged, replayed: true }) : recalled;
}

/** What a change of the caller was answered; null where there was none of this key, or it is forgotten. */
export async function recallChange(ctx: CallerCtx, request: IdempotentRequest): Promise<CalendarChanged | null> {
  const recalled = await recall(ctx, request);
  return recalled?.ok ? recalled.value.changed : null;
}
