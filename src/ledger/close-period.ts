/**
 * POST /periods/{groupId}/{hotelId}/{periodId}/close: docs/interface.md §13. In short steps: the period takes no more lines, then its
 * lines are hashed page by page, each page keeping how far it came, then the statement is written with its event. Whoever
 * asks again goes on where a killed closing stopped.
 */
import type { CallerCtx } from "../access/caller.ts";
import { type Principal, mayTouchHotel } from "../access/rules/principal.ts";
import { todayIn } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { commitChange } from "../change/commit-change.ts";
import { answerOnce, keepAnswer, knownAnswer, recallAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import { appendEvents } from "../events/append-events.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { hashPeriod } from "./hash-period.ts";
import { CLOSING_ATTEMPTS_MAX, CLOSING_PAGES_MAX } from "./limits.ts";
import {
  type PeriodRow,
  type PeriodSumRow,
  finishPeriod,
  freezePeriod,
  keepProgress,
  selectPeriod,
  selectPeriodRange,
  selectPeriodSums,
  selectPeriods,
} from "./rows/periods.ts";
import { type SiteRow, findSite } from "./rows/sites.ts";
import {
  type Period,
  type PeriodKind,
  type PeriodStatement,
  type PeriodTotals,
  lastDayOf,
  parsePeriodId,
  periodAfter,
  periodOf,
  sumOfRow,
  totalsOf,
} from "./rules/periods.ts";

export interface ClosedPeriod {
  statement: PeriodStatement;
  /** By an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** What closing needs of a request or a command. */
export type ClosingCtx = Pick<CallerCtx, "db" | "log" | "now"> & { principal: Pick<Principal, "groupId" | "hotelId"> };

const NO_SUCH_PERIOD = fail({ code: "not_found", detail: "The hotel has no such period." });
const AGAIN = fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });

/**
 * Closes the oldest open period of a hotel, or gives the statement of one that is closed. Failures: `not_found`,
 * `period_order`, `period_running`, `idempotency_…`, and `overloaded` where it has to be asked again to go on.
 */
export function closePeriod(
  ctx: CallerCtx,
  hotelId: string,
  periodId: string,
  idempotent: IdempotentRequest | null,
): Promise<Result<ClosedPeriod>> {
  return answerOnce(ctx, idempotent, async () => {
    const recalled = idempotent && (await recallAnswer(ctx, idempotent, ctx.now(), () => []));
    if (recalled && !recalled.ok) return recalled;
    const closed = await closeOldestPeriod(ctx, hotelId, periodId, idempotent);
    return closed.ok ? ok({ statement: closed.value, replayed: recalled !== null }) : closed;
  });
}

/** The same for a command, which has no key. */
export async function closeOldestPeriod(
  ctx: ClosingCtx,
  hotelId: string,
  periodId: string,
  idempotent: IdempotentRequest | null = null,
): Promise<Result<PeriodStatement>> {
  const { groupId } = ctx.principal;
  const site = mayTouchHotel(ctx.principal, hotelId) && (await findSite(ctx.db, groupId, hotelId));
  if (!site) return fail({ code: "not_found", detail: "The group has no such hotel." });
  if (!/^\d{6,8}$/.test(periodId)) return NO_SUCH_PERIOD;
  for (let attempt = 0; attempt < CLOSING_ATTEMPTS_MAX; attempt += 1) {
    const row = await find<PeriodRow>(ctx, selectPeriod(groupId, hotelId, Number(periodId)));
    if (row?.hash) return ok(statementOf(hotelId, row));
    if (!row) {
      const begun = await begin(ctx, site, periodId);
      if (!begun.ok) return begun;
      continue;
    }
    const hashed = await hashLines(ctx, hotelId, row);
    // The next request goes on.
    if (hashed.outcome === "unfinished") return AGAIN;
    if (hashed.outcome === "hashed") await finish(ctx, hotelId, row, hashed.hash, idempotent);
  }
  return AGAIN;
}

/** Lets the period take no more lines, if it is its turn; ok also where someone else was faster. */
async function begin(ctx: ClosingCtx, site: SiteRow, periodId: string): Promise<Result<null>> {
  const { groupId } = ctx.principal;
  const { hotel_id: hotelId, timezone, periods: kind } = site;
  const wanted = kind && parsePeriodId(kind, periodId);
  const next = kind && (await nextToClose(ctx, hotelId, kind));
  if (!wanted || !next || wanted.fromMs < next.fromMs) return NO_SUCH_PERIOD;
  if (wanted.fromMs > next.fromMs) {
    return fail({ code: "period_order", detail: `Period ${next.periodId} is still open: close it first.` });
  }
  if (todayIn(timezone, ctx.now()) <= lastDayOf(wanted)) {
    return fail({ code: "period_running", detail: `Period ${wanted.periodId} is not over at the hotel.` });
  }
  await commitChange(ctx, {
    statements: [freezePeriod(groupId, hotelId, wanted)],
    refusals: { ledger_periods_in_order: "overtaken", "ledger_periods.number": "overtaken" },
  });
  return ok(null);
}

/** The oldest period that is open or being closed; null where the hotel has no lines in any. */
async function nextToClose(ctx: ClosingCtx, hotelId: string, kind: PeriodKind): Promise<Period | null> {
  const { groupId } = ctx.principal;
  const last = await find<PeriodRow>(ctx, selectPeriods(groupId, hotelId, 1));
  if (last) {
    const period = { periodId: last.period_id, fromMs: last.period_from_ms, toMs: last.period_to_ms };
    return last.hash === null ? period : periodAfter(kind, period);
  }
  const range = await find<{ first_ms: number | null }>(ctx, selectPeriodRange(groupId, hotelId));
  return range?.first_ms === null || !range ? null : periodOf(kind, lastDayOf({ toMs: range.first_ms }));
}

/** "unfinished": the pages of a request are used up. "overtaken": someone else closed it meanwhile. */
type Hashed = { outcome: "hashed"; hash: string } | { outcome: "unfinished" | "overtaken" };

/** Hashes the lines, keeping page by page how far it came. */
async function hashLines(ctx: ClosingCtx, hotelId: string, row: PeriodRow): Promise<Hashed> {
  const { groupId } = ctx.principal;
  const steps = hashPeriod(ctx.db, groupId, hotelId, row);
  for (let pages = 0; pages < CLOSING_PAGES_MAX; pages += 1) {
    const step = await steps.next();
    if (step.done) return { outcome: "hashed", hash: step.value };
    const { place, state } = step.value;
    const kept = await commitChange(ctx, {
      statements: [keepProgress(groupId, hotelId, row.number, place, state)],
      refusals: { ledger_is_append_only: "closed" },
    });
    if (kept.outcome === "closed") return { outcome: "overtaken" };
  }
  return { outcome: "unfinished" };
}

/** Writes the statement with its event, unless someone else has. */
async function finish(ctx: ClosingCtx, hotelId: string, row: PeriodRow, hash: string, idempotent: IdempotentRequest | null): Promise<void> {
  const { groupId } = ctx.principal;
  const nowMs = ctx.now();
  const { period_id: periodId, period_from_ms: fromMs } = row;
  const { sql, values } = selectPeriodSums(groupId, hotelId, fromMs, fromMs);
  const sums = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<PeriodSumRow>();
  const totals = totalsOf(sums.results.map(sumOfRow));
  const subject = `/periods/${encodeURIComponent(groupId)}/${encodeURIComponent(hotelId)}`;
  await commitChange(ctx, {
    statements: [
      finishPeriod(groupId, hotelId, row.number, nowMs, JSON.stringify(totals), hash),
      ...keepAnswer(idempotent, knownAnswer({ periodId }), nowMs),
      ...appendEvents(groupId, nowMs, [{ type: "period.closed", subject, hotelId, data: { hotelId, periodId, hash } }]),
    ],
    refusals: { ledger_is_append_only: "closed" },
  });
}

/** The statement of a closed period. */
function statementOf(siteId: string, row: PeriodRow): PeriodStatement {
  const { closed_ms: closedMs, totals, hash } = row;
  if (closedMs === null || totals === null || hash === null) throw new RangeError("a period that is not closed has no statement");
  return {
    siteId,
    number: row.number,
    periodId: row.period_id,
    fromMs: row.period_from_ms,
    toMs: row.period_to_ms,
    closedMs,
    throughKey: row.through_key,
    ...(JSON.parse(totals) as PeriodTotals),
    previous: row.previous_hash,
    hash,
  };
}

async function find<T>(ctx: ClosingCtx, { sql, values }: ReturnType<typeof selectPeriod>): Promise<T | null> {
  return ctx.db
    .prepare(sql)
    .bind(...values)
    .first<T>();
}
