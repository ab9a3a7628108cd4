/**
 * What a partner says of a hotel's calendar, by the same code as POST /ari (docs/interface.md §14, §15): all or nothing. Counts
 * are as of what the client has acknowledged.
 */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, ok } from "../base/result.ts";
import { changeCalendar } from "../selling/change-calendar.ts";
import type { CalendarEntry } from "../selling/rules/calendar-entry.ts";
import { countAsOf } from "./count-as-of.ts";

export interface Pushed {
  nightsChanged: number;
  /** Sentences, each once. */
  warnings: string[];
}

/** Applies entries in their order. Fails as changeCalendar does. */
export async function pushCalendar(ctx: CallerCtx, hotelId: string, entries: readonly CalendarEntry[]): Promise<Result<Pushed>> {
  const counts = entries.some(({ left }) => left !== undefined);
  const asOf = counts ? await countAsOf(ctx, hotelId) : null;
  const dated = asOf === null ? entries : entries.map((entry) => (entry.left === undefined ? entry : { ...entry, asOf }));
  const pushed = await changeCalendar(ctx, { hotelId, entries: dated, problems: [] }, null);
  if (!pushed.ok) return pushed;
  const { nightsChanged, warnings } = pushed.value.changed;
  return ok({ nightsChanged, warnings: [...new Set(warnings.map(({ detail }) => detail))] });
}
