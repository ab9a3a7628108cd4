/**
 * The lowest price of every hotel for a stay: docs/interface.md §4.3. One question to D1 for what is newer than
 * the isolate's replica; all else is computed from the replica. An answer is remembered, and hotels that changed or sold
 * since are computed anew.
 */
import type { CallerCtx } from "../access/caller.ts";
import { todayIn } from "../base/calendar-date.ts";
import { jsonList, replaceItems } from "../base/json-list.ts";
import type { Money } from "../base/money.ts";
import { type Result, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import { type RenderedAvailability, SELLING } from "./memory.ts";
import type { Hotel } from "./rules/catalogue.ts";
import { lowestPrice } from "./rules/offerings.ts";
import { type PromoStanding, findPromotion, promoStanding } from "./rules/promotion.ts";
import type { Replica } from "./rules/replica.ts";
import { type StayQuery, monthsOf, stayNights } from "./rules/stay.ts";

/** A hotel that can take the stay. */
export interface HotelPrice {
  hotel: Hotel;
  /** The lowest, of the whole stay for the whole party. */
  priceFrom: Money;
}

/** What a transport makes of a hotel's price: a JSON text, the same for the same price, or `name` changes. */
export interface AvailabilityForm {
  name: string;
  write(price: HotelPrice): string;
}

export interface FoundAvailability {
  /** A JSON list of what the form makes of every hotel that can take the stay, in the order of their ids. Shared. */
  bytes: Uint8Array;
  /** "valid" where it is at a hotel of the group. */
  promo: PromoStanding;
}

export async function findAvailability(ctx: CallerCtx, query: StayQuery, form: AvailabilityForm): Promise<Result<FoundAvailability>> {
  const { groupId } = ctx.principal;
  const wanted = monthsOf(query).map((month) => ({ month, hotelId: null }));
  const replica = await currentCalendar(ctx, groupId, wanted);
  if (!replica.ok) return replica;
  const { availability } = ctx.memory.of(SELLING);
  const today = todayByZone(replica.value, ctx.now());
  const key = answerKey(groupId, replica.value, query, today, form);
  const known = availability.get(key);
  const answer = answerOf(replica.value, query, today, form, known);
  if (answer !== known && answer.sequence >= (known?.sequence ?? 0)) availability.set(key, answer);
  return ok({ bytes: answer.bytes, promo: promoStanding(replica.value.catalogue, query, today.values()) });
}

/** All that an answer depends on but the hotels that `touched` tells of. */
function answerKey(
  groupId: string,
  replica: Replica,
  query: StayQuery,
  today: ReadonlyMap<string, number>,
  form: AvailabilityForm,
): string {
  const { arrival, departure, adults, children, rooms } = query;
  const promotion = findPromotion(replica.catalogue, query.promoCode)?.code;
  const stay = [arrival, departure, adults, children, rooms, promotion, [...today.values()].join(" ")];
  return JSON.stringify([groupId, replica.epoch, replica.catalogue.termsVersion, form.name, ...stay]);
}

function todayByZone({ catalogue }: Replica, nowMs: number): Map<string, number> {
  return new Map(catalogue.timezones.map((timezone) => [timezone, todayIn(timezone, nowMs)]));
}

function answerOf(
  replica: Replica,
  query: StayQuery,
  today: ReadonlyMap<string, number>,
  form: AvailabilityForm,
  known: RenderedAvailability | undefined,
): RenderedAvailability {
  const { sequence, touched } = replica;
  if (known?.sequence === sequence) return known;
  const { hotelList } = replica.catalogue;
  const nights = stayNights(query.arrival, query.departure);
  const textOf = (hotel: Hotel): string | null => {
    const priceFrom = lowestPrice(replica, hotel, nights, query, today.get(hotel.timezone) ?? Infinity);
    return priceFrom === null ? null : form.write({ hotel, priceFrom });
  };
  // An older replica's answer costs more than it saves to be made out of a newer one's.
  if (!known || known.sequence > sequence) return { sequence, ...jsonList(hotelList.map(textOf)) };
  const changed = hotelList.filter((hotel) => (touched[hotel.index] ?? sequence) > known.sequence);
  if (changed.length === 0) return { ...known, sequence };
  const items = changed.map((hotel) => [hotel.index, textOf(hotel)] as const);
  return { sequence, ...replaceItems(known, items) };
}
