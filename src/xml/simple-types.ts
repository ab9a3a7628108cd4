/** Lexical spaces of XML Schema (part 2, 2nd edition): boolean and dateTime, white space collapsed first. Pure. */
import { DAY_MS } from "../base/calendar-date.ts";

/** A dateTime, exact: no fraction is too fine. */
export interface DateTime {
  /** The text as sent, without the white space around it. */
  text: string;
  /** Milliseconds since 1970-01-01 UTC, rounded down; dates beyond YEARS_EXACT count as its end. */
  ms: number;
  /** Whether there is more than `ms` says. */
  beyondMs: boolean;
  /** The digits of the fraction behind the milliseconds, no trailing zeros. */
  finerDigits: string;
}

const DATE_TIME = /^(-?)(\d{4}|[1-9]\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;
const OFFSET_MINUTES_MAX = 14 * 60;
const MINUTE_MS = 60_000;
/** Years a Date holds with room for an offset. XML Schema asks for four digits; what lies beyond is beyond any transaction. */
const YEARS_EXACT = 270_000;

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** xs:boolean, or null where the text is not one. */
export function parseBoolean(text: string): boolean | null {
  const word = collapse(text);
  return Object.hasOwn(BOOLEANS, word) ? (BOOLEANS[word] ?? null) : null;
}

/** xs:dateTime, or null where the text is not one. Without an offset it is UTC (docs/interface.md §6). */
export function parseDateTime(text: string): DateTime | null {
  const trimmed = collapse(text);
  const match = DATE_TIME.exec(trimmed);
  if (!match) return null;
  const [, sign = "", year = "", month, day, hour, minute, second, fraction = "", offset = "Z"] = match;
  const midnightMs = dateMs(sign, year, Number(month), Number(day));
  const timeMs = timeOfDayMs(Number(hour), Number(minute), Number(second), fraction);
  const offsetMinutes = parseOffset(offset);
  if (midnightMs === null || timeMs === null || offsetMinutes === null) return null;
  const finerDigits = withoutTrailingZeros(fraction.slice(3));
  return { text: trimmed, ms: midnightMs + timeMs - offsetMinutes * MINUTE_MS, beyondMs: finerDigits !== "", finerDigits };
}

/** Whether `a` lies after `b`, to the last digit. */
export function isLater(a: DateTime, b: DateTime): boolean {
  return a.ms === b.ms ? a.finerDigits > b.finerDigits : a.ms > b.ms;
}

/** White space collapse (part 2 §4.3.6) of a value that has none inside: trimmed. */
function collapse(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x9 || code === 0xa || code === 0xd;
}

/** The date's midnight, or null where there is no such day. There is no year 0: -0001 is the year before 0001 (§3.2.7). */
function dateMs(sign: string, year: string, month: number, day: number): number | null {
  const count = Number(year);
  if (count === 0) return null;
  // Leap years repeat every 400 years, so that four digits tell them.
  const lastDigits = Number(year.slice(-4));
  const cycle = sign === "" ? lastDigits : 1 - lastDigits;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(cycle, month)) return null;
  const date = new Date(0);
  if (count > YEARS_EXACT) date.setUTCFullYear(sign === "" ? YEARS_EXACT + 1 : -YEARS_EXACT, 0, 1);
  else date.setUTCFullYear(sign === "" ? count : 1 - count, month - 1, day);
  return date.getTime();
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Milliseconds since midnight, rounded down; 24:00:00 is the end of the day. Null where there is no such time. */
function timeOfDayMs(hour: number, minute: number, second: number, fraction: string): number | null {
  if (hour === 24) return minute === 0 && second === 0 && /^0*$/.test(fraction) ? DAY_MS : null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return (hour * 60 + minute) * MINUTE_MS + second * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** Minutes east of UTC, or null beyond 14:00. */
function parseOffset(offset: string): number | null {
  if (offset === "Z") return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  if (Number(offset.slice(4)) > 59 || minutes > OFFSET_MINUTES_MAX) return null;
  return offset.startsWith("-") ? -minutes : minutes;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
