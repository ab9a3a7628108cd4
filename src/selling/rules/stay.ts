/** A stay, cut at the borders of months, and the compiled months of a hotel under it. Pure. */
import { firstDayOfMonth, monthOfDay } from "../../base/calendar-date.ts";
import type { Catalogue, Hotel } from "./catalogue.ts";
import type { CompiledMonth } from "./compiled-month.ts";

/** Who stays, in each of `rooms` rooms of one type. Infants need no bed and are not counted. */
export interface Party {
  adults: number;
  children: number;
  rooms: number;
}

/** A stay as asked for. */
export interface StayQuery extends Party {
  /** Day numbers. */
  arrival: number;
  departure: number;
  /** As typed; "" for none. Unknown or not valid for the stay: ignored. */
  promoCode: string;
}

/** All that prices and availability depend on, as of one sequence of the group's events. Immutable. */
export interface GroupCalendar {
  readonly sequence: number;
  readonly catalogue: Catalogue;
  readonly months: ReadonlyMap<number, CalendarMonth>;
}

/** A month of a group. */
export interface CalendarMonth {
  /** By hotel.index: null where the hotel has no calendar in the month, undefined where it was not loaded. */
  readonly hotels: readonly (CompiledMonth | null | undefined)[];
}

/** The nights of a stay within one month, [from, to) counted from 0. */
interface Segment {
  month: number;
  from: number;
  to: number;
}

/** The nights of a stay, cut at the borders of months. */
export interface StayNights {
  arrival: number;
  departure: number;
  nights: number;
  segments: readonly Segment[];
  /** The departure date, which is not a night of the stay. */
  departureMonth: number;
  departureDay: number;
}

/** A stay at one hotel: the hotel's compiled months under the stay's segments. */
export interface HotelStay extends StayNights {
  /** One per segment; null where the hotel has no calendar. */
  months: readonly (CompiledMonth | null)[];
  /** Whether the hotel has a calendar for every segment. */
  isCovered: boolean;
  /** The month of the departure date. */
  departureIn: CompiledMonth | null;
}

/** The nights [arrival, departure), at least one. */
export function stayNights(arrival: number, departure: number): StayNights {
  if (departure <= arrival) throw new RangeError("a stay has at least one night");
  const segments: Segment[] = [];
  for (let day = arrival; day < departure;) {
    const month = monthOfDay(day);
    const start = firstDayOfMonth(month);
    const end = Math.min(departure, firstDayOfMonth(month + 1));
    segments.push({ month, from: day - start, to: end - start });
    day = end;
  }
  const departureMonth = monthOfDay(departure);
  const departureDay = departure - firstDayOfMonth(departureMonth);
  return { arrival, departure, nights: departure - arrival, segments, departureMonth, departureDay };
}

/** Every month that a stay touches, its departure date's among them. */
export function monthsOf({ arrival, departure }: { arrival: number; departure: number }): number[] {
  const [first, last] = [monthOfDay(arrival), monthOfDay(departure)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The stay at a hotel. Throws RangeError where a month of it was not loaded. */
export function stayAt(calendar: GroupCalendar, hotel: Hotel, stay: StayNights): HotelStay {
  const months: (CompiledMonth | null)[] = [];
  let isCovered = true;
  for (const segment of stay.segments) {
    const compiled = hotelMonth(calendar, segment.month, hotel);
    if (!compiled) isCovered = false;
    months.push(compiled);
  }
  return { ...stay, months, isCovered, departureIn: hotelMonth(calendar, stay.departureMonth, hotel) };
}

function hotelMonth(calendar: GroupCalendar, month: number, hotel: Hotel): CompiledMonth | null {
  const compiled = calendar.months.get(month)?.hotels[hotel.index];
  if (compiled === undefined) throw new RangeError(`month ${month} of ${hotel.id} was not loaded`);
  return compiled;
}
