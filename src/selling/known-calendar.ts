/**
 * A group's calendar for a change that proves by itself that it is current: from the isolate's memory as it is, without a
 * question to D1, where memory has all that the stays touch.
 */
import type { Ctx } from "../host/context.ts";
import { type Result, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import { SELLING } from "./memory.ts";
import { hasMonths } from "./missing-months.ts";
import { type WantedMonth, recallReplica } from "./replica-memory.ts";
import { type GroupCalendar, monthsOf } from "./rules/stay.ts";

/** A stay at a hotel. Day numbers. */
export interface HotelDates {
  hotelId: string;
  arrival: number;
  departure: number;
}

export interface KnownCalendar {
  calendar: GroupCalendar;
  /** Whether D1 was asked after the call; else something newer may hold. */
  isCurrent: boolean;
}

/**
 * The calendar over the months each stay touches at its own hotel, and the whole catalogue. `now`: as D1 holds it at this
 * moment, for whoever was told that memory is stale. Failures: those of currentCalendar.
 */
export async function knownCalendar(ctx: Ctx, groupId: string, stays: readonly HotelDates[], now: boolean): Promise<Result<KnownCalendar>> {
  const wanted = wantedBy(stays);
  const months = new Set(wanted.map(({ month }) => month));
  const known = now ? null : recallReplica(ctx.memory.of(SELLING).calendars, groupId, months);
  if (known && hasMonths(known, wanted)) return ok({ calendar: known, isCurrent: false });
  const current = await currentCalendar(ctx, groupId, wanted);
  return current.ok ? ok({ calendar: current.value, isCurrent: true }) : current;
}

/** The months that stays touch, each at its own hotel. */
export function wantedBy(stays: readonly HotelDates[]): WantedMonth[] {
  return stays.flatMap((stay) => monthsOf(stay).map((month) => ({ month, hotelId: stay.hotelId })));
}
