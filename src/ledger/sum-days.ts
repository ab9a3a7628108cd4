/** Revenue and payments of a hotel day by day, for the console's chart (docs/interface.md §20). */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { todayIn } from "../base/calendar-date.ts";
import type { Money } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { QUARTER_MS, type QuarterSumRow, selectQuarterSums } from "./rows/line-sums.ts";
import { findSite } from "./rows/sites.ts";
import { type DaySpan, postedIn } from "./rules/day-span.ts";

export interface DaySum {
  /** Day number on the hotel's clocks. */
  day: number;
  /** Invoices less the CreditNotes that name one. */
  charged: Money;
  /** Payments less refunds. */
  paid: Money;
}

/** Each of the days, by when documents were posted; `not_found` for a hotel the caller cannot know. */
export async function sumDays(ctx: CallerCtx, hotelId: string, days: DaySpan): Promise<Result<DaySum[]>> {
  const { groupId } = ctx.principal;
  const site = mayTouchHotel(ctx.principal, hotelId) && (await findSite(ctx.db, groupId, hotelId));
  if (!site) return fail({ code: "not_found", detail: "The group has no such hotel." });
  const { fromMs, untilMs } = postedIn(site.timezone, days);
  const { sql, values } = selectQuarterSums(groupId, hotelId, fromMs, untilMs);
  const { results } = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<QuarterSumRow>();
  const sums = Array.from({ length: days.to - days.from + 1 }, (_, at): DaySum => ({ day: days.from + at, charged: 0, paid: 0 }));
  for (const { quarter, charged, paid } of results) {
    const sum = sums[todayIn(site.timezone, quarter * QUARTER_MS) - days.from];
    if (!sum) continue;
    sum.charged += charged;
    sum.paid += paid;
  }
  return ok(sums);
}
