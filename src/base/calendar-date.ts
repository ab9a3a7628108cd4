/**
 * Calendar dates as whole days since 1970-01-01 (proleptic Gregorian), months as year * 12 + month - 1.
 * No clock: "today" takes the instant.
 */

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
/** A day of UTC, which has no leap seconds here. */
export const DAY_MS = 86_400_000;

/** A day number, or null where the text is not a real date written YYYY-MM-DD. */
export function parseDate(text: string): number | null {
  const match = DATE_PATTERN.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / DAY_MS : null;
}

/** YYYY-MM-DD of a day number. */
export function formatDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The month a day lies in. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function firstDayOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

/** How many days a month has. */
export function daysInMonth(month: number): number {
  return firstDayOfMonth(month + 1) - firstDayOfMonth(month);
}

/** The instant a day begins in UTC, in milliseconds. */
export function dayStartMs(day: number): number {
  return day * DAY_MS;
}

interface Zone {
  formatter: Intl.DateTimeFormat;
  /** The last answer, and the minute it holds for. */
  minute: number;
  day: number;
}

const MINUTE_MS = 60_000;
const zones = new Map<string, Zone>();

/**
 * The calendar date at an instant in an IANA time zone. Throws RangeError on an unknown zone.
 * Remembers one answer per zone: since 1972 dates change on whole minutes of UTC only.
 */
export function todayIn(timezone: string, nowMs: number): number {
  let zone = zones.get(timezone);
  if (!zone) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    zone = { formatter: new Intl.DateTimeFormat("en-CA", { timeZone: timezone, ...parts }), minute: NaN, day: 0 };
    zones.set(timezone, zone);
  }
  const minute = Math.floor(nowMs / MINUTE_MS);
  if (zone.minute === minute) return zone.day;
  const day = parseDate(zone.formatter.format(nowMs));
  if (day === null) throw new RangeError(`no date for ${timezone} at ${nowMs}`);
  zone.minute = minute;
  zone.day = day;
  return day;
}
