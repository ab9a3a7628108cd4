/** What a group sells, without dates: hotels, rooms, rates, extras, promotions, sale codes. Immutable. Pure types. */
import type { Money } from "../../base/money.ts";
import type { CancellationPolicy } from "./cancellation.ts";

export const CHARGE_MODES = ["SingleCharge", "PerRoom", "PerPerson", "PerAdult", "PerChild"] as const;
export type ChargeMode = (typeof CHARGE_MODES)[number];

/** Maps run in the order of their ids. */
export interface Catalogue {
  /** Sequence of the last event that changed what holds for all hotels: promotions, sale codes, which hotels there are. */
  termsVersion: number;
  hotels: ReadonlyMap<string, Hotel>;
  /** The same by hotel.index. */
  hotelList: readonly Hotel[];
  /** By upper-case code; look up with findPromotion. */
  promotions: ReadonlyMap<string, Promotion>;
  saleCodes: ReadonlyMap<string, SaleCode>;
  /** Every time zone of the hotels, once. */
  timezones: readonly string[];
}

export interface Hotel {
  id: string;
  /** Position in the catalogue, from 0: where a compiled month keeps the hotel. */
  index: number;
  /** Sequence of the last event that changed what its prices depend on: all but promotions and sale codes. */
  calendarVersion: number;
  /** The same of the hotel itself, its rooms, rates and extras: all of that but its calendar. */
  catalogueVersion: number;
  /** IANA name. */
  timezone: string;
  currencyCode: string;
  /** Check-in time on the hotel's clocks, in minutes from midnight. */
  checkInMinute: number;
  rooms: ReadonlyMap<string, Room>;
  rates: ReadonlyMap<string, Rate>;
  /** The same rooms and rates by index: a search walks 12,000 pairs of them, and a Map walks several times slower. */
  roomList: readonly Room[];
  rateList: readonly Rate[];
  extras: ReadonlyMap<string, Extra>;
}

export interface Room {
  id: string;
  /** Position in the hotel, from 0. */
  index: number;
  name: string;
  /** Adults that a night's price contains. */
  baseAdults: number;
  maxAdults: number;
  maxChildren: number;
  bedConfigurations: readonly string[];
}

export interface Rate {
  id: string;
  /** Position in the hotel, from 0. */
  index: number;
  name: string;
  refundable: boolean;
  /** Part of the room price due at booking, in hundredths of a percent. */
  depositBasisPoints: number;
  /** Sold only with a promo code that unlocks it. */
  hidden: boolean;
  /** Per night and adult above the room's base. */
  extraAdultAmount: Money;
  /** Per night and child. */
  childAmount: Money;
  /** Null: the usual one of a refundable rate, or of one that is not. Read with policyOf. */
  cancellation: CancellationPolicy | null;
  saleCode: string;
}

export interface Extra {
  id: string;
  name: string;
  description: string;
  details: readonly (readonly string[])[];
  images: readonly { url: string; alt: string }[];
  price: Money;
  chargeMode: ChargeMode;
  /** Charged for every night unless the booking names the days. */
  daily: boolean;
  chargePrepayment: boolean;
  saleCode: string;
}

export type Discount =
  | { kind: "percent"; basisPoints: number }
  /** Off each night and room, at hotels of that currency only. */
  | { kind: "amount"; amount: Money; currencyCode: string };

export interface Promotion {
  /** Upper case. */
  code: string;
  /** Null where the code only unlocks hidden rates. */
  discount: Discount | null;
  /** Ids of the rates the discount applies to, at any hotel of the group; null for all. */
  discountedRates: ReadonlySet<string> | null;
  /** Ids of the hidden rates the code unlocks, at any hotel of the group. */
  unlockedRates: ReadonlySet<string>;
  /** Day numbers, inclusive, null for open. Every night of the stay must lie inside. */
  stayFrom: number | null;
  stayTo: number | null;
  /** Day numbers, inclusive, null for open. Today at the hotel must lie inside. */
  bookFrom: number | null;
  bookTo: number | null;
}

export interface SaleCode {
  code: string;
  description: string;
  nominalCode: string;
  taxCode: string;
  /** Tax contained in every price, in hundredths of a percent. */
  taxBasisPoints: number;
}
