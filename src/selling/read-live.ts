/** Live stock and a calendar of the same moment. */
import type { CalendarVersionRow } from "./rows/calendar.ts";
import { VERSION_TRIES_MAX } from "./limits.ts";
import type { CallerCtx } from "../access/caller.ts";
import { type GroupCalendar, loadCalendar } from "./group-calendar.ts";

/**
 * Reads live stock together with the calendar_version it belongs to, in one statement, until the calendar has that
 * version: a single round trip while the isolate's memory is current. `read` gets the calendar it will be used with.
 */
export async function readLive<T extends CalendarVersionRow>(
  ctx: CallerCtx,
  stay: { arrival: number; departure: number },
  read: (calendar: GroupCalendar) => Promise<T | null>,
): Promise<{ calendar: GroupCalendar; live: T }> {
  const { groupId } = ctx.principal;
  let options: { notVersion?: number } = {};
  for (let tries = 0; tries < VERSION_TRIES_MAX; tries += 1) {
    const calendar = await loadCalendar(ctx, groupId, stay.arrival, stay.departure, options);
    const live = await read(calendar);
    if (!live) throw new Error(`no group ${groupId}`);
    if (live.calendar_version === calendar.version) return { calendar, live };
    options = { notVersion: calendar.version };
  }
  // The word makes it a 503 (isTransient): another try may well succeed.
  throw new Error(`calendar of ${groupId} overloaded: its version changed with every read`);
}
