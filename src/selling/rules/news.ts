/** What happened to a group since a replica's sequence, as D1 tells it in one answer. Pure types. */
import type { SoldUnits } from "../../events/rules/event.ts";
import type { Extra, Promotion, Rate, Room, SaleCode } from "./catalogue.ts";
import type { SoldNights } from "./compiled-month.ts";
import type { HotelMonth } from "./hotel-month.ts";

export interface News {
  /** The sequence that was asked about; -1: everything. */
  since: number;
  /** The sequence that all of it is true of. */
  until: number;
  /** More happened than one answer tells: months that are not `loads` must be forgotten. */
  isBeyondBounds: boolean;
  /** In order. */
  sales: readonly Sale[];
  /** Hotels whose catalogue or calendar changed. */
  hotels: readonly ChangedHotel[];
  /** Null where the terms did not change. */
  terms: Terms | null;
  /** Months that changed of hotels that changed; only of `trackedMonths`. */
  months: readonly LoadedMonth[];
  trackedMonths: ReadonlySet<number>;
  /** Months that were asked for. */
  loads: readonly MonthLoad[];
}

/** A change that sold units or gave them back. */
export interface Sale {
  sequence: number;
  sold: readonly SoldUnits[];
}

export interface ChangedHotel {
  id: string;
  calendarVersion: number;
  catalogueVersion: number;
  timezone: string;
  checkInMinute: number;
  currencyCode: string;
  /** By id. Empty where only the calendar changed. */
  rooms: readonly Omit<Room, "index">[];
  rates: readonly Omit<Rate, "index">[];
  extras: readonly Extra[];
}

export interface Terms {
  version: number;
  hotelIds: ReadonlySet<string>;
  promotions: readonly Promotion[];
  saleCodes: readonly SaleCode[];
}

/** A hotel's month as stored; `packed` is null where the hotel has none. */
export interface LoadedMonth {
  hotelId: string;
  month: number;
  packed: HotelMonth | null;
  sold: readonly SoldNights[];
}

/** Months read whole or in part: what of the hotels named has no row has no calendar in the month. */
export interface MonthLoad {
  month: number;
  /** Null: every hotel behind `after`, up to `through` where that is not null. */
  hotelIds: readonly string[] | null;
  after: string;
  through: string | null;
  rows: readonly LoadedMonth[];
}
