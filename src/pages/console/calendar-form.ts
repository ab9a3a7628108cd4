/** The form of /console/calendar: what is filled in, and the calendar entry it stands for (docs/interface.md §14, §20). Pure. */
import { PARTY_MEMBERS_MAX, PRICE_MAX, STAY_NIGHTS_MAX, UNITS_MAX } from "../../selling/limits.ts";
import { WEEKDAYS } from "../../selling/rules/calendar-entry.ts";

/** What a range can be given; the form's fields by name. */
export const SETTINGS = [
  "price",
  "units",
  "selling",
  "arrivals",
  "departures",
  "leastArriving",
  "mostArriving",
  "leastThrough",
  "mostThrough",
  "byAdults",
  "extraAdult",
  "child",
] as const;
export type Setting = (typeof SETTINGS)[number];

/** As it is filled in; what is left empty stays as it is. */
export interface CalendarFields extends Readonly<Record<Setting, string>> {
  hotel: string;
  room: string;
  rate: string;
  from: string;
  to: string;
  /** Of WEEKDAYS; none: every day. */
  weekdays: readonly string[];
}

/** The form's choices: what each says to the calendar. */
const CHOICES = {
  selling: { name: "stopSell", open: false, stopped: true },
  arrivals: { name: "closedToArrival", open: false, stopped: true },
  departures: { name: "closedToDeparture", open: false, stopped: true },
} as const;

/** The form's numbers of nights; 0 takes a bound away. */
export const NIGHT_FIELDS = {
  leastArriving: { name: "minStayArrival", label: "Minimum nights, arriving" },
  mostArriving: { name: "maxStayArrival", label: "Maximum nights, arriving" },
  leastThrough: { name: "minStayThrough", label: "Minimum nights, any stay" },
  mostThrough: { name: "maxStayThrough", label: "Maximum nights, any stay" },
} as const satisfies Partial<Record<Setting, { name: string; label: string }>>;

/** The form's amounts for those beyond a room's usual adults. */
export const GUEST_FIELDS = { extraAdult: "Each further adult", child: "Each child" } as const satisfies Partial<Record<Setting, string>>;

/** What takes a night's own amounts away: those of the rate count again. */
const NONE = /^none$/i;

export type ReadEntry = { ok: true; entry: object } | { ok: false; faults: string[] };

/** The weekdays among a form's fields. */
export function readWeekdays(fields: URLSearchParams): string[] {
  return WEEKDAYS.filter((day) => fields.getAll("weekday").includes(day));
}

/** In the grammar of the calendar; its own faults are for the verb to tell. */
export function readEntry(fields: CalendarFields): ReadEntry {
  const { room, rate, from, to, price, units, weekdays } = fields;
  const faults: string[] = [];
  const amount = amountOf(price);
  if (price !== "" && !(amount > 0 && amount <= PRICE_MAX)) faults.push("Price: must be an amount above 0, such as 120 or 99.50.");
  if (units !== "" && !(/^\d{1,6}$/.test(units) && Number(units) <= UNITS_MAX)) {
    faults.push(`Units: must be a whole number of rooms, at most ${UNITS_MAX}.`);
  }
  const rules = restrictionsOf(fields, faults);
  const terms = { ...(price === "" ? {} : { price: amount }), ...guestPricesOf(fields, faults), ...rules };
  const says = Object.keys(terms).length > 0;
  if (!says && units === "" && faults.length === 0) faults.push("Give a price, a number of units, or a restriction.");
  if (faults.length > 0) return { ok: false, faults };
  const days = weekdays.length > 0 ? { weekdays } : {};
  const stock = units === "" ? {} : { units: Number(units) };
  return { ok: true, entry: { room, from, to, ...days, ...stock, rates: says ? { [rate]: terms } : {} } };
}

/** NaN where it is none. */
function amountOf(text: string): number {
  return /^\d{1,9}(?:[.,]\d{1,4})?$/.test(text) ? Number(text.replace(",", ".")) : NaN;
}

type GuestPrices = Partial<Record<"extraAdult" | "child", number | null>> & { prices?: Record<string, number> | null };

function guestPricesOf(fields: CalendarFields, faults: string[]): GuestPrices {
  const terms: GuestPrices = {};
  for (const name of ["extraAdult", "child"] as const) {
    const text = fields[name];
    if (text === "") continue;
    const amount = NONE.test(text) ? null : amountOf(text);
    if (amount === null || amount <= PRICE_MAX) terms[name] = amount;
    else faults.push(`${GUEST_FIELDS[name]}: must be an amount such as 25 or 12.50, or "none".`);
  }
  const { byAdults } = fields;
  if (byAdults === "") return terms;
  const prices = NONE.test(byAdults) ? null : pricesByAdults(byAdults);
  if (prices === undefined) {
    faults.push(`By adults: must be such as "1: 90; 2: 110.50", for 1 to ${PARTY_MEMBERS_MAX} adults, or "none".`);
    return terms;
  }
  return { ...terms, prices };
}

/** "1: 90; 2: 110,50" as the calendar has it; undefined where it cannot be read, or names a number twice. */
function pricesByAdults(text: string): Record<string, number> | undefined {
  const pairs = text.replace(/;\s*$/, "").split(";");
  const prices: Record<string, number> = {};
  for (const pair of pairs) {
    const [adults = "", price = "", ...rest] = pair.split(":").map((part) => part.trim());
    const amount = amountOf(price);
    const isNumber = /^[1-9]\d?$/.test(adults) && Number(adults) <= PARTY_MEMBERS_MAX;
    if (rest.length > 0 || !isNumber || !(amount > 0 && amount <= PRICE_MAX) || Object.hasOwn(prices, adults)) return undefined;
    prices[adults] = amount;
  }
  return prices;
}

function restrictionsOf(fields: CalendarFields, faults: string[]): Record<string, boolean | number> {
  const rules: Record<string, boolean | number> = {};
  for (const field of ["selling", "arrivals", "departures"] as const) {
    const { name, ...values } = CHOICES[field];
    const chosen = fields[field];
    if (chosen === "open" || chosen === "stopped") rules[name] = values[chosen];
  }
  for (const field of ["leastArriving", "mostArriving", "leastThrough", "mostThrough"] as const) {
    const { name, label } = NIGHT_FIELDS[field];
    const text = fields[field];
    if (text === "") continue;
    if (/^\d{1,3}$/.test(text) && Number(text) <= STAY_NIGHTS_MAX) rules[name] = Number(text);
    else faults.push(`${label}: must be a whole number, at most ${STAY_NIGHTS_MAX}.`);
  }
  return rules;
}
