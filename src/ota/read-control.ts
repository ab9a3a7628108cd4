/** StatusApplicationControl: which nights, rooms and rates a message is about (docs/interface.md §15). Pure. */
import { parseDate } from "../base/calendar-date.ts";
import { PUSH_NIGHTS_MAX } from "../partners/limits.ts";
import type { CalendarEntry } from "../selling/rules/calendar-entry.ts";
import type { Products } from "../selling/find-products.ts";
import { attributeOf } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { parseBoolean } from "../xml/simple-types.ts";
import { type Findings, RATE_NOT_FOUND, ROOM_NOT_FOUND, addError, cannotTake, countEntries } from "./findings.ts";

type Weekday = NonNullable<CalendarEntry["weekdays"]>[number];

/** The nights of an entry. */
type Nights = Pick<CalendarEntry, "from" | "to" | "weekdays">;

interface Target {
  nights: Nights;
  rooms: readonly string[];
  rates: readonly string[];
}

/** OpenTravel's names of the flags, and what senders write instead. */
const WEEKDAY_FLAGS: Readonly<Record<string, Weekday>> = {
  Mon: "mon",
  Tue: "tue",
  Weds: "wed",
  Wed: "wed",
  Thur: "thu",
  Thu: "thu",
  Fri: "fri",
  Sat: "sat",
  Sun: "sun",
};

/** Who reads, and where it stands for people. */
export interface Reading {
  products: Products;
  place: string;
  findings: Findings;
}

/** What the message is about; null where it is wrong or too much, which `findings` then tell. `values`: of each room and night. */
export function readTarget(control: XmlElement | null, { products, place, findings }: Reading, values = 1): Target | null {
  if (!control) {
    addError(findings, cannotTake(`${place} has no StatusApplicationControl.`));
    return null;
  }
  const nights = readNights(control, place, findings);
  const rooms = pick(attributeOf(control, "InvTypeCode"), products.rooms);
  const rates = pick(attributeOf(control, "RatePlanCode"), products.rates);
  if (!rooms) addError(findings, ROOM_NOT_FOUND);
  if (!rates) addError(findings, RATE_NOT_FOUND);
  if (!nights || !rooms || !rates) return null;
  const entries = rooms.length * values;
  const { count, ...named } = nights;
  return countEntries(findings, entries, entries * Math.max(1, rates.length) * count) ? { nights: named, rooms, rates } : null;
}

/** The nights an element names, both ends included; null where they are wrong. */
function readNights(control: XmlElement, place: string, findings: Findings): (Nights & { count: number }) | null {
  const from = attributeOf(control, "Start") ?? "";
  const to = attributeOf(control, "End") ?? "";
  const first = parseDate(from);
  const last = parseDate(to);
  const weekdays = readWeekdays(control);
  const fault = faultOf(first, last, weekdays);
  if (fault === null && first !== null && last !== null && weekdays !== "malformed") {
    const count = Math.ceil(((last - first + 1) * (weekdays?.length ?? 7)) / 7);
    return { from, to, ...(weekdays ? { weekdays } : {}), count };
  }
  addError(findings, cannotTake(`${place}: ${fault}`));
  return null;
}

function faultOf(first: number | null, last: number | null, weekdays: Weekday[] | null | "malformed"): string | null {
  if (first === null || last === null) return "Start and End must be real dates, YYYY-MM-DD.";
  if (last < first) return "End lies before Start.";
  if (last - first >= PUSH_NIGHTS_MAX) return `Start and End are more than ${PUSH_NIGHTS_MAX} nights apart.`;
  if (weekdays === "malformed") return "The flags Mon to Sun must be true or false.";
  return weekdays?.length === 0 ? "The flags Mon to Sun leave no night." : null;
}

/** The days that are flagged or, where flags only say no, all the others; null where there are none. */
function readWeekdays(control: XmlElement): Weekday[] | null | "malformed" {
  const yes = new Set<Weekday>();
  const no = new Set<Weekday>();
  for (const [attribute, weekday] of Object.entries(WEEKDAY_FLAGS)) {
    const value = attributeOf(control, attribute);
    if (value === null) continue;
    const flag = parseBoolean(value);
    if (flag === null) return "malformed";
    (flag ? yes : no).add(weekday);
  }
  if (yes.size === 0 && no.size === 0) return null;
  return yes.size > 0 ? [...yes] : [...new Set(Object.values(WEEKDAY_FLAGS))].filter((weekday) => !no.has(weekday));
}

/** The product of a code, all of them where there is none, or null where the hotel has no such product. */
function pick(code: string | null, products: readonly { id: string }[]): string[] | null {
  if (code === null) return products.map(({ id }) => id);
  return products.some(({ id }) => id === code) ? [code] : null;
}
