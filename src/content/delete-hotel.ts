/** A hotel goes, with its rooms, rates and calendar; its name and its ledger stay with the group: docs/interface.md §14. */
import type { CallerCtx } from "../access/caller.ts";
import { todayIn } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { refusalOf } from "../selling/rules/calendar-answers.ts";
import { clearedCalendar } from "../selling/rules/plan-calendar.ts";
import { readWholeCalendar } from "../selling/whole-calendar.ts";
import { attempt, commitContent, invalidContent } from "./change-content.ts";
import { promotionProblems } from "./put-hotel.ts";
import { NO_HOTEL, wholeGroupOnly } from "./read-content.ts";
import { readStoredHotel } from "./stored-hotel.ts";

/** Failures: `not_found`, `units_sold`, `invalid_content` where a promotion names a rate that no other hotel has. */
export function deleteHotel(ctx: CallerCtx, hotelId: string): Promise<Result<null>> {
  return attempt(async () => {
    const refused = wholeGroupOnly(ctx);
    if (refused) return refused;
    const stored = await readStoredHotel(ctx, hotelId);
    const [hotel] = stored.rows.hotels;
    if (!hotel) return fail(NO_HOTEL);
    const today = todayIn(String(hotel.timezone), ctx.now());
    const { stock } = await readWholeCalendar(ctx, hotelId, today);
    const plan = clearedCalendar(stock, today);
    const sold = refusalOf(plan);
    if (sold) return fail(sold);
    const after = [...stored.hotels].filter(([id]) => id !== hotelId).map(([, one]) => one);
    const problems = promotionProblems(stored, after, "");
    if (problems.length > 0) return fail(invalidContent(problems.map((problem) => ({ ...problem, path: [] }))));
    const committed = await commitContent(ctx, { current: stored.rows, wanted: {}, gone: [{ hotelId, plan }] });
    return committed === "committed" ? ok(null) : null;
  });
}
