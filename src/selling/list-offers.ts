/** Every sellable room and rate of a hotel for a stay, and the extras: docs/interface.md §4.4. */
import type { CallerCtx } from "../access/caller.ts";
import { todayIn } from "../base/calendar-date.ts";
import { sumOf } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import type { Hotel } from "./rules/catalogue.ts";
import { type Offering, offeringsOf } from "./rules/offerings.ts";
import { type StayQuery, monthsOf } from "./rules/stay.ts";

export interface HotelOffers {
  hotel: Hotel;
  /** Cheapest first; of one price by room, then rate. */
  offerings: readonly Offering[];
}

/** The offers of a hotel of the caller's group; `not_found` for any other hotel, whether it exists or not. */
export async function listOffers(ctx: CallerCtx, hotelId: string, query: StayQuery): Promise<Result<HotelOffers>> {
  const wanted = monthsOf(query).map((month) => ({ month, hotelId }));
  const calendar = await currentCalendar(ctx, ctx.principal.groupId, wanted);
  if (!calendar.ok) return calendar;
  const hotel = calendar.value.catalogue.hotels.get(hotelId);
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  const offerings = offeringsOf(calendar.value, hotel, query, todayIn(hotel.timezone, ctx.now()));
  return ok({ hotel, offerings: offerings.sort((one, other) => sumOf(one.nights) - sumOf(other.nights)) });
}
