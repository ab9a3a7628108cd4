/** The demo's calendar: seasons, weekends and every kind of restriction, while a double at the flexible rate stays on sale. Pure. */
import { formatDate } from "../../src/base/calendar-date.ts";
import type { GroupInput } from "../group/group-schema.ts";
import type { DemoHotel } from "./demo-hotels.ts";
import type { Random } from "./random.ts";

type Entry = NonNullable<NonNullable<GroupInput["hotels"]>[number]["calendar"]>[number];

/** Nights on sale, from today on (docs/interface.md §2). */
export const CALENDAR_NIGHTS = 540;

const DAYS_PER_YEAR = 365.25;
/** The year's mean lies in April and October; summer and winter differ by this much. */
const SEASON_SWING = 0.18;
const WEEKEND_FACTOR = 1.15;

interface RoomKind {
  id: string;
  /** Of a double's price. */
  factor: number;
  units: number;
  /** How often a night has none left. */
  soldOut: number;
}

const ROOM_KINDS: readonly RoomKind[] = [
  { id: "DBL", factor: 1, units: 24, soldOut: 0 },
  { id: "FAM", factor: 1.35, units: 8, soldOut: 0.02 },
  { id: "SGL", factor: 0.78, units: 10, soldOut: 0.03 },
  { id: "STE", factor: 1.9, units: 3, soldOut: 0.06 },
];

const RATE_FACTORS = { FLEX: 1, FLEXBB: 1.12, SAVER: 0.88, LONG: 0.8, MEMBER: 0.85 } as const;
type RateId = keyof typeof RATE_FACTORS;

/** A hotel's calendar from its `today` on. */
export function calendarOf(hotel: DemoHotel, today: number, random: Random): Entry[] {
  const range = { from: formatDate(today), to: formatDate(today + CALENDAR_NIGHTS - 1) };
  const nights = Array.from({ length: CALENDAR_NIGHTS }, (_, index) => today + index);
  const entries: Entry[] = [];
  for (const kind of ROOM_KINDS) {
    const prices = nights.map((night) => hotel.basePrice * kind.factor * season(hotel, night) * weekend(night));
    const priced = (rateId: RateId): number[] => prices.map((price) => toStep(price * RATE_FACTORS[rateId], hotel.priceStep));
    const entry: Entry = {
      room: kind.id,
      ...range,
      units: nights.map(() => (random.chance(kind.soldOut) ? 0 : kind.units)),
      rates: {
        FLEX: { price: priced("FLEX"), ...(kind.id === "STE" ? { maxStayArrival: 14 } : {}) },
        FLEXBB: { price: priced("FLEXBB") },
        SAVER: { price: priced("SAVER") },
        LONG: { price: priced("LONG"), minStayArrival: 5 },
        MEMBER: { price: priced("MEMBER") },
      },
    };
    entries.push(entry, ...restrictions(kind.id, range), ...newYear(kind.id, today), ...closedDays(kind.id, today, random));
  }
  return entries;
}

/** Weekly habits of the cheaper rates. */
function restrictions(room: string, range: { from: string; to: string }): Entry[] {
  return [
    { room, ...range, weekdays: ["fri", "sat"], rates: { SAVER: { minStayArrival: 2 } } },
    { room, ...range, weekdays: ["sun"], rates: { SAVER: { closedToDeparture: true } } },
    { room, ...range, weekdays: ["sat"], rates: { LONG: { closedToArrival: true } } },
  ];
}

/** Who stays over New Year at a reduced rate stays three nights. */
function newYear(room: string, today: number): Entry[] {
  const years = new Set([today, today + CALENDAR_NIGHTS].map((night) => new Date(night * 86_400_000).getUTCFullYear()));
  return [...years].map((year) => ({
    room,
    from: `${year}-12-30`,
    to: `${year}-12-31`,
    rates: { SAVER: { minStayThrough: 3 }, MEMBER: { minStayThrough: 3 } },
  }));
}

/** Single nights on which the saver rate is not sold. */
function closedDays(room: string, today: number, random: Random): Entry[] {
  return Array.from({ length: 12 }, () => {
    const date = formatDate(today + random.between(3, CALENDAR_NIGHTS - 1));
    return { room, from: date, to: date, rates: { SAVER: { stopSell: true } } };
  });
}

/** Dearest on 15 July in the north, on 15 January in the south. */
function season(hotel: DemoHotel, night: number): number {
  const summer = hotel.latitude < 0 ? 14 : 195;
  return 1 + SEASON_SWING * Math.cos((2 * Math.PI * ((night % DAYS_PER_YEAR) - summer)) / DAYS_PER_YEAR);
}

function weekend(night: number): number {
  // 1970-01-01, day 0, was a Thursday.
  const isWeekend = night % 7 === 1 || night % 7 === 2;
  return isWeekend ? WEEKEND_FACTOR : 1;
}

function toStep(price: number, step: number): number {
  return Math.max(1, Math.round(price / step)) * step;
}
