/**
 * One hotel's month as stored in calendar_months.packed: units, prices and restrictions of every room and rate.
 * Arrays run over the days of the month; index 0 is the 1st. Pure.
 */
import type { Money } from "../../base/money.ts";

/** Packed restrictions of one rate, room and night; 0 is none. Build with packRestrictions. */
export type PackedRestrictions = number;

/** All but `prices` is left out where no night of the month has any. */
export interface RateMonth {
  /** Price of the night for the base occupancy; null where the rate has none. */
  prices: (Money | null)[];
  restrictions?: PackedRestrictions[];
  /** Nights, the smallest of all nights of the stay; 0 means no bound. */
  maxStayThrough?: number[];
  /** The night's own amount per extra adult, and per child; null: the rate's. */
  extraAdult?: (Money | null)[];
  child?: (Money | null)[];
  /**
   * By number of adults ("1" to "20"): the night's price for so many, in place of price and extra adults; null: not listed, as
   * ever. So a night is sold to a party where its number of adults is listed or the night has a price. Children cost as ever.
   */
  adultPrices?: Record<string, (Money | null)[]>;
}

export interface RoomMonth {
  /** Units for sale each night when the month was written; null where the room is not sold. `stock` has the live count. */
  units: (number | null)[];
  rates: Record<string, RateMonth>;
}

export interface HotelMonth {
  rooms: Record<string, RoomMonth>;
}

export interface Restrictions {
  /** Not sold this night. */
  stopSell: boolean;
  closedToArrival: boolean;
  /** On the departure date's row. */
  closedToDeparture: boolean;
  /** Nights, by the arrival night; 0 means no bound. */
  minStayArrival: number;
  maxStayArrival: number;
  /** Nights, the largest of all nights of the stay; 0 means no bound. */
  minStayThrough: number;
}

/** Bits, lowest first: stop-sell, closed to arrival, closed to departure, then three stays of nine bits. */
export const STOP_SELL = 1;
export const CLOSED_TO_ARRIVAL = 2;
export const CLOSED_TO_DEPARTURE = 4;
const STAY_MASK = 0x1ff;

/** Where each restriction lies in the packed integer. */
const FIELDS: Readonly<Record<keyof Restrictions, { shift: number; mask: number }>> = {
  stopSell: { shift: 0, mask: 1 },
  closedToArrival: { shift: 1, mask: 1 },
  closedToDeparture: { shift: 2, mask: 1 },
  minStayArrival: { shift: 3, mask: STAY_MASK },
  maxStayArrival: { shift: 12, mask: STAY_MASK },
  minStayThrough: { shift: 21, mask: STAY_MASK },
};

/** Every restriction that is packed. */
export const RESTRICTIONS = Object.keys(FIELDS) as (keyof Restrictions)[];

/** Packed restrictions with one of them replaced; 0 or false takes it away. */
export function withRestriction(packed: PackedRestrictions, name: keyof Restrictions, value: number | boolean): PackedRestrictions {
  const { shift, mask } = FIELDS[name];
  return (packed & ~(mask << shift)) | (Number(value) << shift);
}

/** One of the packed restrictions: whether it holds, or its number of nights; false and 0 mean none. */
export function restrictionOf(packed: PackedRestrictions, name: keyof Restrictions): number | boolean {
  const { shift, mask } = FIELDS[name];
  const value = (packed >> shift) & mask;
  return mask === 1 ? value === 1 : value;
}

/** Restrictions as one integer of 30 bits. Stays are at most 365 nights and fit nine bits. */
export function packRestrictions(r: Restrictions): PackedRestrictions {
  return (
    (r.stopSell ? STOP_SELL : 0) |
    (r.closedToArrival ? CLOSED_TO_ARRIVAL : 0) |
    (r.closedToDeparture ? CLOSED_TO_DEPARTURE : 0) |
    (r.minStayArrival << 3) |
    (r.maxStayArrival << 12) |
    (r.minStayThrough << 21)
  );
}

/** The reverse of packRestrictions. */
export function unpackRestrictions(packed: PackedRestrictions): Restrictions {
  return {
    stopSell: (packed & STOP_SELL) !== 0,
    closedToArrival: (packed & CLOSED_TO_ARRIVAL) !== 0,
    closedToDeparture: (packed & CLOSED_TO_DEPARTURE) !== 0,
    minStayArrival: minStayArrival(packed),
    maxStayArrival: maxStayArrival(packed),
    minStayThrough: minStayThrough(packed),
  };
}

/** Minimum nights by the arrival night; 0 means no bound. */
export function minStayArrival(packed: PackedRestrictions): number {
  return (packed >> 3) & STAY_MASK;
}

/** Maximum nights by the arrival night; 0 means no bound. */
export function maxStayArrival(packed: PackedRestrictions): number {
  return (packed >> 12) & STAY_MASK;
}

/** Minimum nights of any stay through this night; 0 means no bound. */
export function minStayThrough(packed: PackedRestrictions): number {
  return (packed >> 21) & STAY_MASK;
}
