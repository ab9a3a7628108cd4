/** GET /periods/{groupId}/{hotelId}: docs/interface.md §13. */
import type { CallerCtx } from "../access/caller.ts";
import { type Principal, mayTouchHotel } from "../access/rules/principal.ts";
import { DAY_MS, todayIn } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { bindAll } from "../host/database.ts";
import { PERIODS_LISTED_MAX } from "./limits.ts";
import { type PeriodRow, type PeriodSumRow, selectPeriodRange, selectPeriods, selectPeriodSums } from "./rows/periods.ts";
import { findSite, type SiteRow } from "./rows/sites.ts";
import { type Period, type PeriodKind, type PeriodTotals, periodAfter, periodOf, sumOfRow, totalsOf } from "./rules/periods.ts";

export interface ListedPeriod extends Period, PeriodTotals {
  isClosed: boolean;
}

/** What listing needs of a request or a command. */
type ListingCtx = Pick<CallerCtx, "db" | "now"> & { principal: Pick<Principal, "groupId" | "hotelId"> };

/**
 * Every calendar period from the first that has lines to the present one, empty ones too; none where the hotel keeps none.
 * `not_found` for a hotel that the caller cannot know.
 */
export async function listPeriods(ctx: ListingCtx, hotelId: string): Promise<Result<ListedPeriod[]>> {
  const { groupId } = ctx.principal;
  const site = mayTouchHotel(ctx.principal, hotelId) && (await findSite(ctx.db, groupId, hotelId));
  if (!site) return fail({ code: "not_found", detail: "The group has no such hotel." });
  const [ranges, closed] = await ctx.db.batch(
    bindAll(ctx.db, [selectPeriodRange(groupId, hotelId), selectPeriods(groupId, hotelId, PERIODS_LISTED_MAX)]),
  );
  const [range] = (ranges?.results ?? []) as { first_ms: number | null; last_ms: number | null }[];
  const periods = calendarOf(site, range?.first_ms ?? null, range?.last_ms ?? null, (closed?.results ?? []) as PeriodRow[], ctx.now());
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return ok([]);
  const { sql, values } = selectPeriodSums(groupId, hotelId, first.fromMs, last.fromMs);
  const sums = (
    await ctx.db
      .prepare(sql)
      .bind(...values)
      .all<PeriodSumRow>()
  ).results;
  const bySums = Map.groupBy(sums, (row) => row.period_id);
  const closedIds = new Set(((closed?.results ?? []) as PeriodRow[]).filter(({ hash }) => hash !== null).map(({ period_id: id }) => id));
  return ok(
    periods.map((period) => ({
      ...period,
      ...totalsOf((bySums.get(period.periodId) ?? []).map(sumOfRow)),
      isClosed: closedIds.has(period.periodId),
    })),
  );
}

/** The newest of them, at most PERIODS_LISTED_MAX. */
function calendarOf(
  { periods: kind, timezone }: SiteRow,
  firstLineMs: number | null,
  lastLineMs: number | null,
  closed: readonly PeriodRow[],
  nowMs: number,
): Period[] {
  const firstMs = Math.min(firstLineMs ?? Infinity, closed[0]?.period_from_ms ?? Infinity);
  if (kind === null || firstMs === Infinity) {
    return closed.map((row) => ({ periodId: row.period_id, fromMs: row.period_from_ms, toMs: row.period_to_ms }));
  }
  const today = periodOf(kind, todayIn(timezone, nowMs));
  const lastMs = Math.max(today.fromMs, lastLineMs ?? -Infinity);
  return periodsBetween(kind, firstMs, lastMs);
}

function periodsBetween(kind: PeriodKind, firstMs: number, lastMs: number): Period[] {
  const periods: Period[] = [];
  const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
  const earliest = Math.max(dayOf(firstMs), dayOf(lastMs) - (kind === "day" ? 1 : 28) * PERIODS_LISTED_MAX);
  for (let period = periodOf(kind, earliest); period.fromMs <= lastMs; period = periodAfter(kind, period)) periods.push(period);
  return periods.slice(-PERIODS_LISTED_MAX);
}
