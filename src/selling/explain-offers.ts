/** Why a hotel offers what it offers for a stay: docs/interface.md §18. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { todayIn } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import { type Explanation, explainHotel } from "./rules/explanation.ts";
import { type StayQuery, monthsOf } from "./rules/stay.ts";

/** The explanation of a hotel that the caller may know of; `not_found` for any other, whether it exists or not. */
export async function explainOffers(ctx: CallerCtx, hotelId: string, query: StayQuery): Promise<Result<Explanation>> {
  const wanted = monthsOf(query).map((month) => ({ month, hotelId }));
  const calendar = await currentCalendar(ctx, ctx.principal.groupId, wanted);
  if (!calendar.ok) return calendar;
  const hotel = mayTouchHotel(ctx.principal, hotelId) ? calendar.value.catalogue.hotels.get(hotelId) : undefined;
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  return ok(explainHotel(calendar.value, hotel, query, todayIn(hotel.timezone, ctx.now())));
}
