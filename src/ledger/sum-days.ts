/** Revenue and payments of a hotel day by day, for the console's chart (docs/interface.md §20). */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { DAY_MS, todayIn } from "../base/calendar-date.ts";
import type { Money } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { QUARTER_MS, type QuarterSumRow, selectQuarterSums } from "./rows/day-sums.ts";
import { findSite } from "./rows/sites.ts";

export interface DaySum {
  /** Day number on the hotel's clocks. */
  day: number;
  /** Invoices less the CreditNotes that name one. */
  charged: Money;
  /** Payments less refunds. */
  paid: Money;
}

/** The last `days` days, today the last of them, by when documents were posted; `not_found` for a hotel the caller cannot know. */
export async function sumDays(ctx: CallerCtx, hotelId: string, days: number): Promise<Result<DaySum[]>> {
  const { groupId } = ctx.principal;
  const site = mayTouchHotel(ctx.principal, hotelId) && (await findSite(ctx.db, groupId, hotelId));
  if (!site) return fail({ code: "not_found", detail: "The group has no such hotel." });
  const today = todayIn(site.timezone, ctx.now());
  // A day too many, whatever the time zone: what is too old finds no day to go to.
  const { sql, values } = selectQuarterSums(groupId, hotelId, (today - days) * DAY_MS);
  const { results } = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<QuarterSumRow>();
  const sums = Array.from({ length: days }, (_, at): DaySum => ({ day: today - days + 1 + at, charged: 0, paid: 0 }));
  for (const { quarter, charged, paid } of results) {
    const sum = sums[todayIn(site.timezone, quarter * QUARTER_MS) - (today - days + 1)];
    if (!sum) continue;
    sum.charged += charged;
    sum.paid += paid;
  }
  return ok(sums);
}
