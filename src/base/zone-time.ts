/** Wall-clock times of a time zone as instants. No clock: everything takes the instant or the day. */
import { DAY_MS, dayStartMs } from "./calendar-date.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant at which a wall clock of an IANA time zone shows `minuteOfDay` on a day. Of a time that comes twice the first;
 * a time that is skipped is read with the offset before the change, so it lies as far behind the change.
 * Throws RangeError on an unknown zone.
 */
export function instantAt(timezone: string, day: number, minuteOfDay: number): number {
  const wallMs = dayStartMs(day) + minuteOfDay * MINUTE_MS;
  const before = offsetAt(timezone, wallMs - DAY_MS);
  const after = offsetAt(timezone, wallMs + DAY_MS);
  if (before === after) return wallMs - before;
  const early = wallMs - before;
  const late = wallMs - after;
  const shown = [early, late].filter((instant) => instant + offsetAt(timezone, instant) === wallMs);
  return shown.length > 0 ? Math.min(...shown) : early;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(timezone: string, instant: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timezone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shownMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return shownMs - Math.floor(instant / SECOND_MS) * SECOND_MS;
}

function formatterOf(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    formatter = new Intl.DateTimeFormat("en-US", { timeZone: timezone, calendar: "gregory", hourCycle: "h23", ...numeric });
    formatters.set(timezone, formatter);
  }
  return formatter;
}
