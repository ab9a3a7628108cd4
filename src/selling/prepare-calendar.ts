/**
 * The calendar of a reservation, begun beside the proof of its caller: one round trip less where an isolate knows neither. The batch
 * that reads it begins with the token itself and ends there where it is not good: whoever is nobody costs a look at one row.
 */
import { type TokenClaim, tokenPremise } from "../access/token-premise.ts";
import type { Ctx } from "../host/context.ts";
import { askForNews, rememberNews } from "./ask-for-news.ts";
import { type HotelDates, wantedBy } from "./known-calendar.ts";
import { SELLING } from "./memory.ts";
import { hasMonths, missingMonths } from "./missing-months.ts";
import { recallReplica } from "./replica-memory.ts";

/**
 * Loads what the stays touch into the isolate's memory, where it is not there yet and the token may have it. Not shared with others as
 * their question, since it may come to nothing. Never throws: what did not come is asked for by whoever needs it.
 */
export async function prepareCalendar(ctx: Ctx, claim: TokenClaim, stays: readonly HotelDates[]): Promise<void> {
  const { groupId } = claim;
  const wanted = wantedBy(stays);
  const base = recallReplica(ctx.memory.of(SELLING).calendars, groupId, []);
  if (base && hasMonths(base, wanted)) return;
  const question = { base, load: missingMonths(base, wanted), premise: tokenPremise(claim, ctx.now()) };
  try {
    const news = await askForNews(ctx.db, groupId, question);
    if (news.until >= news.since) rememberNews(ctx, groupId, { base, news });
  } catch {
    // No such token or group, or D1 is away: the request itself finds out which, and says so.
  }
}
