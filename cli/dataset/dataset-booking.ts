/** One row of the "Hotel booking demand" data set, as docs/interface.md §9 reads it. Pure. */
import { parseDate } from "../../src/base/calendar-date.ts";
import { type Money, parseDecimal } from "../../src/base/money.ts";

export const STATUSES = ["Check-Out", "No-Show", "Canceled"] as const;
export type BookingStatus = (typeof STATUSES)[number];

export interface DatasetBooking {
  /** From 1 in file order. */
  row: number;
  hotelId: "H1" | "H2";
  status: BookingStatus;
  /** reservation_status_date, as a day. */
  statusDay: number;
  /** True arrival, as a day. */
  arrival: number;
  /** Days from booking to arrival. */
  leadDays: number;
  /** Weekend and week nights; 0 for day use. */
  nights: number;
  adults: number;
  /** NA is 0. */
  children: number;
  /** BB, HB, FB, SC, Undefined. */
  meal: string;
  /** ISO 3166 alpha-3, or "". */
  country: string;
  /** reserved_room_type. */
  roomId: string;
  /** deposit_type is Non Refund. */
  prepaid: boolean;
  agent: string | null;
  company: string | null;
  /** Average daily rate; 0 and negative ones exist. */
  adr: Money;
}

/** The columns that are read; others may be there, in any order. */
export const COLUMNS = [
  "hotel",
  "lead_time",
  "arrival_date_year",
  "arrival_date_month",
  "arrival_date_day_of_month",
  "stays_in_weekend_nights",
  "stays_in_week_nights",
  "adults",
  "children",
  "meal",
  "country",
  "reserved_room_type",
  "deposit_type",
  "agent",
  "company",
  "adr",
  "reservation_status",
  "reservation_status_date",
] as const;
export type Column = (typeof COLUMNS)[number];

/** A field that is not what it should be. */
export class FieldFault extends Error {
  readonly column: Column;
  constructor(column: Column, value: string, expected: string) {
    super(`${column} is "${value}", expected ${expected}`);
    this.column = column;
  }
}

const HOTEL_IDS: ReadonlyMap<string, "H1" | "H2"> = new Map([
  ["Resort Hotel", "H1"],
  ["City Hotel", "H2"],
]);
const MONTHS = "January February March April May June July August September October November December".split(" ");
const MEALS: readonly string[] = ["BB", "HB", "FB", "SC", "Undefined"];
const NULL_TEXTS: ReadonlySet<string> = new Set(["NULL", ""]);
/** Nights, days and people of one booking: what the columns can sensibly hold. */
const COUNT_MAX = 10_000;

/** True where the guest, or at least the room, was there to be sold. */
export function isHeld(booking: DatasetBooking): boolean {
  return booking.status !== "Canceled";
}

/** Reads a row. Throws FieldFault. */
export function readRow(row: number, field: (column: Column) => string): DatasetBooking {
  const hotelId = HOTEL_IDS.get(field("hotel"));
  if (hotelId === undefined) throw new FieldFault("hotel", field("hotel"), [...HOTEL_IDS.keys()].join(" or "));
  const count = (column: Column): number => readCount(column, field(column));
  const children = field("children");
  const country = field("country");
  return {
    row,
    hotelId,
    status: oneOf("reservation_status", field("reservation_status"), STATUSES),
    statusDay: readDay("reservation_status_date", field("reservation_status_date")),
    arrival: readArrival(field),
    leadDays: count("lead_time"),
    nights: count("stays_in_weekend_nights") + count("stays_in_week_nights"),
    adults: count("adults"),
    children: children === "NA" ? 0 : readCount("children", children),
    meal: oneOf("meal", field("meal"), MEALS),
    country: NULL_TEXTS.has(country) ? "" : country,
    roomId: readRoom(field("reserved_room_type")),
    prepaid: field("deposit_type") === "Non Refund",
    agent: readParty("agent", field("agent")),
    company: readParty("company", field("company")),
    adr: readAdr(field("adr")),
  };
}

function readArrival(field: (column: Column) => string): number {
  const month = MONTHS.indexOf(field("arrival_date_month")) + 1;
  if (month === 0) throw new FieldFault("arrival_date_month", field("arrival_date_month"), "the English name of a month");
  const day = toDay(field("arrival_date_year"), String(month), field("arrival_date_day_of_month"));
  if (day === null) throw new FieldFault("arrival_date_day_of_month", field("arrival_date_day_of_month"), "a day of that month");
  return day;
}

/** M/D/YYYY, or YYYY-MM-DD as other copies of the data set have it. */
function readDay(column: Column, value: string): number {
  const [month = "", date = "", year = ""] = value.split("/");
  const day = value.includes("/") ? toDay(year, month, date) : parseDate(value);
  if (day === null) throw new FieldFault(column, value, "a date, M/D/YYYY");
  return day;
}

function toDay(year: string, month: string, day: string): number | null {
  return parseDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function readCount(column: Column, value: string): number {
  const count = Number(value);
  if (!/^\d+$/.test(value) || count > COUNT_MAX) throw new FieldFault(column, value, "a whole number");
  return count;
}

function readRoom(value: string): string {
  if (!/^[A-Z]$/.test(value)) throw new FieldFault("reserved_room_type", value, "a letter from A to Z");
  return value;
}

function readParty(column: Column, value: string): string | null {
  if (NULL_TEXTS.has(value)) return null;
  if (!/^\d{1,10}$/.test(value)) throw new FieldFault(column, value, "a number or NULL");
  return value;
}

function readAdr(value: string): Money {
  const money = parseDecimal(value);
  if (money === null) throw new FieldFault("adr", value, "a decimal of at most four places");
  return money;
}

function oneOf<T extends string>(column: Column, value: string, values: readonly T[]): T {
  const known = values.find((one) => one === value);
  if (known === undefined) throw new FieldFault(column, value, values.join(", "));
  return known;
}
