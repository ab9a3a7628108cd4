/** Whether a product (a room at a rate) can take a stay, but for live stock: docs/interface.md §4.3.5. Stays are cut at the borders of months. Pure. */
import { firstDayOfMonth, monthOfDay } from "../../base/calendar-date.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CompiledMonth } from "./compiled-month.ts";
import { CLOSED_TO_ARRIVAL, CLOSED_TO_DEPARTURE, maxStayArrival, minStayArrival, minStayThrough } from "./hotel-month.ts";

/** Everything but live stock that prices depend on, all of one calendar_version. Immutable. */
export interface GroupCalendar {
  readonly version: number;
  readonly catalogue: Catalogue;
  /** By month, then by hotel.index; undefined where the hotel has no calendar in that month. */
  readonly months: ReadonlyMap<number, readonly (CompiledMonth | undefined)[]>;
}

/** The nights of a stay within one month, [from, to) counted from 0. */
interface Segment {
  month: number;
  from: number;
  to: number;
}

export interface Stay {
  arrival: number;
  departure: number;
  nights: number;
  segments: readonly Segment[];
  /** The departure date, which is not a night of the stay. */
  departureMonth: number;
  departureDay: number;
}

/** A stay at one hotel: the hotel's compiled months under the stay's segments. */
export interface HotelStay extends Stay {
  /** One per segment. */
  months: readonly CompiledMonth[];
  /** The month of the departure date; undefined beyond the calendar. */
  departureIn: CompiledMonth | undefined;
}

/** Why a product cannot take a stay. */
export type Bar =
  | "not_for_sale"
  | "closed_to_arrival"
  | "closed_to_departure"
  | "below_minimum_stay"
  | "above_maximum_stay"
  | "below_minimum_stay_through";

/** The nights [arrival, departure), at least one. */
export function stayOf(arrival: number, departure: number): Stay {
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

/** The stay at a hotel, or null where the hotel has no calendar for a night of it. */
export function stayAt(calendar: GroupCalendar, hotelIndex: number, stay: Stay): HotelStay | null {
  const months: CompiledMonth[] = [];
  for (const segment of stay.segments) {
    const compiled = hotelMonth(calendar, segment.month, hotelIndex);
    if (!compiled) return null;
    months.push(compiled);
  }
  return { ...stay, months, departureIn: hotelMonth(calendar, stay.departureMonth, hotelIndex) };
}

function hotelMonth(calendar: GroupCalendar, month: number, hotelIndex: number): CompiledMonth | undefined {
  const hotels = calendar.months.get(month);
  const kept = calendar.catalogue.monthsKept;
  if (!hotels && kept && month >= kept.first && month <= kept.last) throw new RangeError(`month ${month} was not loaded`);
  return hotels?.[hotelIndex];
}

/** What bars a product from a stay, or null. */
export function barOf(stay: HotelStay, product: number): Bar | null {
  let restricted = false;
  for (let index = 0; index < stay.segments.length; index += 1) {
    const segment = stay.segments[index] as Segment;
    const month = stay.months[index] as CompiledMonth;
    const row = month.rowOf[product] ?? -1;
    if (row < 0 || (month.openUntil[segment.from * month.rows + row] ?? 0) < segment.to) return "not_for_sale";
    restricted ||= (month.restrictedAt[row] ?? -1) >= 0;
  }
  const departure = restrictionsOn(stay.departureIn, product, stay.departureDay);
  if ((departure & CLOSED_TO_DEPARTURE) !== 0) return "closed_to_departure";
  return restricted ? (arrivalBar(stay, product) ?? throughBar(stay, product)) : null;
}

function arrivalBar(stay: HotelStay, product: number): Bar | null {
  const packed = restrictionsOn(stay.months[0], product, stay.segments[0]?.from ?? 0);
  if (packed === 0) return null;
  if ((packed & CLOSED_TO_ARRIVAL) !== 0) return "closed_to_arrival";
  if (stay.nights < minStayArrival(packed)) return "below_minimum_stay";
  const longest = maxStayArrival(packed);
  return longest > 0 && stay.nights > longest ? "above_maximum_stay" : null;
}

function throughBar(stay: HotelStay, product: number): Bar | null {
  for (let index = 0; index < stay.segments.length; index += 1) {
    const segment = stay.segments[index] as Segment;
    const month = stay.months[index] as CompiledMonth;
    const at = month.restrictedAt[month.rowOf[product] ?? -1] ?? -1;
    if (at < 0 || (month.throughMax[at] ?? 0) <= stay.nights) continue;
    for (let day = segment.from; day < segment.to; day += 1) {
      if (minStayThrough(month.restrictions[day * month.restrictedRows + at] ?? 0) > stay.nights) return "below_minimum_stay_through";
    }
  }
  return null;
}

/** Packed restrictions of a product on a day of a month; 0 where there are none. */
function restrictionsOn(month: CompiledMonth | undefined, product: number, day: number): number {
  if (!month || month.restrictedRows === 0) return 0;
  const row = month.rowOf[product] ?? -1;
  const at = row < 0 ? -1 : (month.restrictedAt[row] ?? -1);
  return at < 0 ? 0 : (month.restrictions[day * month.restrictedRows + at] ?? 0);
}

/** The sum of a sellable product's prices for the base occupancy over the stay. */
export function basePrice(stay: HotelStay, product: number): number {
  let sum = 0;
  for (let index = 0; index < stay.segments.length; index += 1) {
    const segment = stay.segments[index] as Segment;
    const { rows, rowOf, priceSums } = stay.months[index] as CompiledMonth;
    const row = rowOf[product] ?? 0;
    sum += (priceSums[segment.to * rows + row] ?? 0) - (priceSums[segment.from * rows + row] ?? 0);
  }
  return sum;
}

/** A sellable product's price for the base occupancy, night by night. */
export function basePrices(stay: HotelStay, product: number): number[] {
  const prices: number[] = [];
  for (const [index, segment] of stay.segments.entries()) {
    const { rows, rowOf, priceSums } = stay.months[index] as CompiledMonth;
    const row = rowOf[product] ?? 0;
    for (let day = segment.from; day < segment.to; day += 1) {
      prices.push((priceSums[(day + 1) * rows + row] ?? 0) - (priceSums[day * rows + row] ?? 0));
    }
  }
  return prices;
}

/** The fewest compiled units of a room on any night of the stay; 0 where it is not sold on one. */
export function unitsThrough(stay: HotelStay, roomIndex: number): number {
  let fewest = Infinity;
  for (const [index, segment] of stay.segments.entries()) {
    const { units, days } = stay.months[index] as CompiledMonth;
    const rooms = units.length / days;
    for (let day = segment.from; day < segment.to; day += 1) {
      fewest = Math.min(fewest, units[day * rooms + roomIndex] ?? 0);
    }
  }
  return fewest;
}
