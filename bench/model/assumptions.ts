/** What nobody measured: the world the model imagines, each with its reason. Change one and run `node bench/model.ts` again. */

export const GROUPS = 500;
export const HOTELS = 50_000;
export const SHARDS = 20;

/** Size of the n-th largest group ~ n^-0.6: the largest has some 1,750 hotels, the median 64. Chains are skewed like this. */
export const SIZE_EXPONENT = 0.6;

/** A hotel of 50 rooms, three quarters full for three nights at a time, and 330 requests for each stay that is booked. */
export const REQUESTS_PER_HOTEL_MONTH = 100_000;
export const RESERVATIONS_PER_HOTEL_MONTH = 300;

/** Two of three requests list hotels, the third asks for availability or offers (docs/operations.md). */
export const LISTING_SHARE = 2 / 3;

/** Check-in and check-out of most, cancellation of a quarter, an amendment of some. */
export const CHANGES_PER_RESERVATION = 1.9;
/** Payments, charges. */
export const DOCUMENTS_PER_RESERVATION = 1.5;
/** Changes of prices and restrictions by channel managers. */
export const PRICE_CHANGES_PER_HOTEL_DAY = 40;
/** Web site and application, each with a key. */
export const TOKENS_PER_GROUP = 2;

/** The peak hour over the mean of the month; all continents at once, which is worse than what is. */
export const PEAK = 2.2;

/** Of stays that are asked for, by the month of arrival from this one on. */
export const MONTH_SHARES: readonly number[] = [0.32, 0.22, 0.14, 0.09, 0.06, 0.05, 0.03, 0.03, 0.02, 0.02, 0.01, 0.01];

/** Requests a second that one isolate takes before the platform starts another one beside it. */
export const REQUESTS_PER_ISOLATE = 100;
/** How long an isolate lives. */
export const ISOLATE_SECONDS = 3_600;

/** On top of SQLite's own time: with the simplest query D1 does about a thousand a second. */
export const D1_OVERHEAD_MS = 0.9;
/** Share of its time that a database may work before those who wait are noticed. */
export const BUSY_MAX = 0.7;

/** Round trips vary like this: the standard deviation of their logarithm. */
export const TRIP_SPREAD = 0.25;

/** One of so many lines of the log is kept. */
export const LOG_SAMPLING = 0.1;

/** A caller's group is at home on the caller's own continent this often; otherwise anywhere, by the hotels there. */
export const HOME_SHARE = 0.6;

/** Where a database's primary can be (D1's location hints). */
export const REGIONS = ["weur", "enam", "apac", "oc"] as const;
export type Region = (typeof REGIONS)[number];

export interface Continent {
  name: string;
  /** Of all callers, and of all hotels. */
  share: number;
  /** Places of the platform that serve it. */
  places: number;
  /** Round trip of a caller to the next of them. */
  edgeMs: number;
  /** The region its groups are kept in. */
  home: Region;
  /** Round trip from its places to each region: of the order of what public measurements between cloud regions show. */
  tripMs: Readonly<Record<Region, number>>;
}

export const CONTINENTS: readonly Continent[] = [
  { name: "Europe", share: 0.36, places: 40, edgeMs: 15, home: "weur", tripMs: { weur: 25, enam: 95, apac: 180, oc: 270 } },
  { name: "North America", share: 0.28, places: 40, edgeMs: 15, home: "enam", tripMs: { weur: 110, enam: 40, apac: 190, oc: 190 } },
  { name: "Asia", share: 0.2, places: 35, edgeMs: 25, home: "apac", tripMs: { weur: 190, enam: 220, apac: 60, oc: 130 } },
  { name: "South America", share: 0.07, places: 12, edgeMs: 30, home: "enam", tripMs: { weur: 200, enam: 130, apac: 310, oc: 300 } },
  { name: "Africa", share: 0.05, places: 12, edgeMs: 45, home: "weur", tripMs: { weur: 120, enam: 200, apac: 260, oc: 330 } },
  { name: "Oceania", share: 0.04, places: 6, edgeMs: 20, home: "oc", tripMs: { weur: 270, enam: 210, apac: 110, oc: 25 } },
];

/** Round trip from a Worker that is kept beside its databases. */
export const NEAR_TRIP_MS = 2;
