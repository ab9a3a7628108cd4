/**
 * The lowest price of every hotel for a stay: docs/interface.md §4.3. One D1 round trip for what is live (the
 * calendar's version and the short nights); all else is computed from the compiled calendar.
 */
import { readShortRooms } from "./rows/calendar.ts";
import { todayIn } from "../base/calendar-date.ts";
import { toJsonNumber } from "../base/money.ts";
import { type StayQuery, lowestPrices } from "./rules/offerings.ts";
import { findPromotion } from "./rules/promotion.ts";
import { type Result, ok } from "../base/result.ts";
import { utf8 } from "../base/bytes.ts";
import { AVAILABILITY_KEY_CHARS_MAX } from "./limits.ts";
import type { CallerCtx } from "../access/caller.ts";
import type { GroupCalendar } from "./group-calendar.ts";
import { readLive } from "./read-live.ts";
import { SELLING } from "./memory.ts";

/** One entry of docs/interface.md §4.3. */
export interface AvailabilityEntry {
  id: string;
  currencyCode: string;
  priceFrom: number;
}

/** JSON of AvailabilityEntry[], sorted by id, as UTF-8. */
export async function findAvailability(ctx: CallerCtx, query: StayQuery): Promise<Result<Uint8Array>> {
  const { groupId } = ctx.principal;
  const { calendar, live } = await readLive(ctx, query, () => readShortRooms(ctx.db, groupId, query));
  const today = todayByZone(calendar, ctx.now());
  const key = answerKey(groupId, calendar, query, today, live.short_rooms);
  const known = ctx.memory.of(SELLING).availability.get(key);
  if (known) return ok(known);
  const answer = utf8(JSON.stringify(entriesOf(calendar, query, today, live.short_rooms)));
  if (live.short_rooms.length <= AVAILABILITY_KEY_CHARS_MAX) ctx.memory.of(SELLING).availability.set(key, answer);
  return ok(answer);
}

/** All that an answer depends on, and nothing else: equal keys have equal answers. */
function answerKey(
  groupId: string,
  calendar: GroupCalendar,
  query: StayQuery,
  today: ReadonlyMap<string, number>,
  shortRooms: string,
): string {
  const { arrival, departure, adults, children, rooms } = query;
  const promotion = findPromotion(calendar.catalogue, query.promoCode);
  const dates = [...today.values()].join(" ");
  return JSON.stringify([groupId, calendar.version, arrival, departure, adults, children, rooms, promotion?.code, dates, shortRooms]);
}

function todayByZone(calendar: GroupCalendar, nowMs: number): Map<string, number> {
  return new Map(calendar.catalogue.timezones.map((timezone) => [timezone, todayIn(timezone, nowMs)]));
}

function entriesOf(calendar: GroupCalendar, query: StayQuery, today: ReadonlyMap<string, number>, shortRooms: string): AvailabilityEntry[] {
  const short = new Map<string, Set<string>>();
  for (const [hotelId, roomId] of (JSON.parse(shortRooms) as [string, string][][]).flat()) {
    const rooms = short.get(hotelId);
    if (rooms) rooms.add(roomId);
    else short.set(hotelId, new Set([roomId]));
  }
  const prices = lowestPrices(calendar, query, today, (hotel, room) => !short.get(hotel.id)?.has(room.id));
  return prices.map(({ hotel, priceFrom }) => ({
    id: hotel.id,
    currencyCode: hotel.currencyCode,
    priceFrom: toJsonNumber(priceFrom),
  }));
}
