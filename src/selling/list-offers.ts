/** Every sellable room and rate of a hotel for a stay, and the extras: docs/interface.md §4.4. */
import type { CallerCtx } from "../access/caller.ts";
import { todayIn } from "../base/calendar-date.ts";
import { sumOf } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import { instantAt } from "../base/zone-time.ts";
import { type FeeStep, feeSteps, policyOf } from "./rules/cancellation.ts";
import type { Hotel } from "./rules/catalogue.ts";
import { type Offering, offeringsOf } from "./rules/offerings.ts";
import { type PromoStanding, promoStanding } from "./rules/promotion.ts";
import { type StayQuery, monthsOf } from "./rules/stay.ts";

export interface HotelOffers {
  hotel: Hotel;
  /** Cheapest first; of one price by room, then rate. */
  offerings: readonly PricedOffering[];
  /** What became of the query's promo code at this hotel. */
  promo: PromoStanding;
}

/** An offering with what cancelling it would cost, as if it were booked now: all rooms together. */
export interface PricedOffering extends Offering {
  fees: readonly FeeStep[];
}

/** The offers of a hotel of the caller's group; `not_found` for any other hotel, whether it exists or not. */
export async function listOffers(ctx: CallerCtx, hotelId: string, query: StayQuery): Promise<Result<HotelOffers>> {
  const wanted = monthsOf(query).map((month) => ({ month, hotelId }));
  const calendar = await currentCalendar(ctx, ctx.principal.groupId, wanted);
  if (!calendar.ok) return calendar;
  const hotel = calendar.value.catalogue.hotels.get(hotelId);
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  const nowMs = ctx.now();
  const today = todayIn(hotel.timezone, nowMs);
  const offerings = offeringsOf(calendar.value, hotel, query, today);
  const cheapestFirst = offerings.sort((one, other) => sumOf(one.nights) - sumOf(other.nights));
  const promo = promoStanding(calendar.value.catalogue, query, [today]);
  return ok({ hotel, offerings: withFees(hotel, cheapestFirst, query, nowMs), promo });
}

function withFees(hotel: Hotel, offerings: readonly Offering[], query: StayQuery, bookedMs: number): PricedOffering[] {
  const checkInMs = instantAt(hotel.timezone, query.arrival, hotel.checkInMinute);
  const { currencyCode } = hotel;
  return offerings.map((offering) => {
    // Every room is a booking of its own, with fees of its own.
    const nights = offering.nights.map((price) => price / query.rooms);
    const steps = feeSteps(policyOf(offering.rate), { nights, currencyCode, checkInMs, bookedMs });
    return { ...offering, fees: steps.map(({ fromMs, fee }) => ({ fromMs, fee: fee * query.rooms })) };
  });
}
