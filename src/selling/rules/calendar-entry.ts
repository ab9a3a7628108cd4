/**
 * The grammar of a calendar: entries, each a room, a range of nights and what holds in it (docs/interface.md §14). The same in a
 * group's file and at runtime. What an entry means for a hotel is checked in check-calendar.ts.
 */
import * as z from "zod/mini";
import { parseDate } from "../../base/calendar-date.ts";
import { ID_CHARS_MAX } from "../../base/limits.ts";
import { type Problem, problemsOf } from "../../base/validation.ts";
import { ENTRY_NIGHTS_MAX, PARTY_MEMBERS_MAX, PRICE_MAX, STAY_NIGHTS_MAX, UNITS_MAX } from "../limits.ts";

/** From Sunday: 1970-01-01, day 0, was a Thursday. */
export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Ids stand in URLs, XML and object keys. */
const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;

/** An id of a group, hotel, room, rate, extra or code. */
export const Id = z
  .string()
  .check(
    z.maxLength(ID_CHARS_MAX),
    z.regex(ID_PATTERN, "Must be letters, digits, '.', '_', '~' or '-', the first of them a letter or digit."),
  );

/** A real date, as text. */
export const DateText = z.string().check(z.refine((value) => parseDate(value) !== null, "Must be a real date, YYYY-MM-DD."));

/** Money of nothing or more, and of more than nothing, in the currency's unit. */
export const Amount = z.number().check(z.minimum(0), z.maximum(PRICE_MAX));
export const Price = z.number().check(z.positive(), z.maximum(PRICE_MAX));

const flag = z.optional(z.nullable(z.boolean()));
const nights = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(STAY_NIGHTS_MAX))));
const adults = z
  .string()
  .check(
    z.refine(
      (value) => /^[1-9]\d?$/.test(value) && Number(value) <= PARTY_MEMBERS_MAX,
      `Must be a number of adults, 1 to ${PARTY_MEMBERS_MAX}.`,
    ),
  );

/** One value for every night, or a list with one for each night of the range. */
function perNight<T extends z.core.$ZodType>(value: T, what: string) {
  return z.optional(z.union([value, z.array(value).check(z.maxLength(ENTRY_NIGHTS_MAX))], `Must be ${what}, or a list of these.`));
}

const RateNightsSchema = z.strictObject({
  /** Null: not sold at a price for all. */
  price: perNight(z.nullable(Price), "a price above 0 or null"),
  /** By number of adults; replaces the map before. */
  prices: z.optional(z.nullable(z.record(adults, Price))),
  extraAdult: z.optional(z.nullable(Amount)),
  child: z.optional(z.nullable(Amount)),
  stopSell: flag,
  closedToArrival: flag,
  closedToDeparture: flag,
  minStayArrival: nights,
  maxStayArrival: nights,
  minStayThrough: nights,
  maxStayThrough: nights,
});

const units = z.int().check(z.minimum(0), z.maximum(UNITS_MAX));

const ENTRY = {
  room: Id,
  from: DateText,
  /** Inclusive. */
  to: DateText,
  weekdays: z.optional(z.array(z.enum(WEEKDAYS)).check(z.minLength(1), z.maxLength(WEEKDAYS.length))),
  units: perNight(z.nullable(units), "a number of rooms or null"),
  rates: z._default(z.record(Id, RateNightsSchema), {}),
};

/** An entry of a group's file. */
export const CalendarEntrySchema = z.strictObject(ENTRY);

/** An entry at runtime: rooms may be counted as they are left, as of the newest event the sender has seen. */
export const LiveEntrySchema = z.strictObject({
  ...ENTRY,
  left: perNight(units, "a number of rooms"),
  asOf: z.optional(z.int().check(z.minimum(0))),
});

export type CalendarEntry = z.output<typeof LiveEntrySchema>;
export type RateNights = CalendarEntry["rates"][string];

/** Entries as a request has them, by their place: null where one cannot be read, and why. Paths begin with the entry's place. */
export function parseEntries(values: readonly unknown[]): { entries: (CalendarEntry | null)[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const entries = values.map((value, index) => {
    const parsed = LiveEntrySchema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push(...problemsOf(parsed.error).map((problem) => ({ ...problem, path: [index, ...problem.path] })));
    return null;
  });
  return { entries, problems };
}

/** Whether a text can be an id. */
export function isId(value: string): boolean {
  return Id.safeParse(value).success;
}

/** The nights an entry speaks of: its range, on its weekdays. Day numbers. */
export function* nightsOf(entry: CalendarEntry): Generator<number> {
  const days = entry.weekdays && new Set<string>(entry.weekdays);
  const to = Number(parseDate(entry.to));
  for (let night = Number(parseDate(entry.from)); night <= to; night += 1) {
    if (!days || days.has(WEEKDAYS[(night + EPOCH_WEEKDAY) % 7] ?? "")) yield night;
  }
}

const EPOCH_WEEKDAY = 4;
