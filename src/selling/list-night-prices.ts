/** The lowest prices of a hotel's nights over a month: docs/interface.md §20, the calendar of the booking page. */
import type { CallerCtx } from "../access/caller.ts";
import { firstDayOfMonth, monthOfDay, todayIn } from "../base/calendar-date.ts";
import type { Money } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import { lowestNights } from "./rules/night-calendar.ts";
import type { Party } from "./rules/stay.ts";

/** By day of the month from 0, null where nothing is for sale; `not_found` for a hotel that the caller's group does not have. */
export async function listNightPrices(ctx: CallerCtx, hotelId: string, month: number, party: Party): Promise<Result<(Money | null)[]>> {
  // A stay of the month's last night departs in the next one.
  const wanted = [month, monthOfDay(firstDayOfMonth(month + 1))].map((one) => ({ month: one, hotelId }));
  const calendar = await currentCalendar(ctx, ctx.principal.groupId, wanted);
  if (!calendar.ok) return calendar;
  const hotel = calendar.value.catalogue.hotels.get(hotelId);
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  return ok(lowestNights(calendar.value, hotel, month, party, todayIn(hotel.timezone, ctx.now())));
}
