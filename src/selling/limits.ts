/** The bounds of selling/, each with its reason. */

/** Longest stay that can be asked for; docs/interface.md §4. */
export const STAY_NIGHTS_MAX = 365;

/** Most adults, children or infants in a party; docs/interface.md §4. */
export const PARTY_MEMBERS_MAX = 20;

/** Ids of rooms and rates under which a month is written; a hotel's rooms times its rates. With prices, restrictions and amounts of
 * their own for every night, so many take 1.9 MB in one row of calendar_months; D1 ends at 2 MB. */
export const PRODUCTS_MAX = 1_000;

/** One hotel's month as stored, all ASCII: below D1's 2 MB a value, with room for the rest of its row and its JSON. */
export const MONTH_CHARS_MAX = 1_900_000;

/** Nights of one calendar entry: ten years, so that a slip of the century does not fill the database. */
export const ENTRY_NIGHTS_MAX = 3_660;

/** Any price or amount, in the currency's unit: the dearest night in the weakest currency. */
export const PRICE_MAX = 100_000_000;

/** Units of a room type. */
export const UNITS_MAX = 10_000;

/** Most rooms of one availability request; docs/interface.md §4. */
export const ROOMS_MAX = 9;

/**
 * Catalogues and compiled months remembered per isolate, of the 128 MB it has. A month of 500 hotels with 8 rooms and 3
 * rates takes about 6 MB, so eight such months; a request that needs more months holds them only while it runs.
 */
export const REPLICA_BYTES_MAX = 48 * 1024 * 1024;

/** Rendered availability answers remembered per isolate: 30 KB each for 500 hotels, so some 250 popular stays. */
export const AVAILABILITY_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Packed text of months read in one round trip: its rows, the texts and the compiled arrays together must fit the isolate
 * beside what it remembers. Four months of 500 hotels with 8 rooms and 3 rates.
 */
export const LOAD_BYTES_MAX = 16 * 1024 * 1024;

/** Months of single hotels read in one round trip: a reservation of 20 bookings touches 40 where none is longer than a month. */
export const LOAD_CELLS_MAX = 100;

/** Events an isolate catches up with. Beyond, it costs less to read the months anew than to follow every sale. */
export const EVENTS_BEHIND_MAX = 2_000;

/** Changed months told in one answer: one of every hotel of a large group. Beyond, the months asked for are read anew. */
export const CHANGED_MONTHS_MAX = 600;

/** Entries of one change of a calendar at runtime; docs/interface.md §14. */
export const LIVE_ENTRIES_MAX = 2_000;

/** Nights times rates that the entries of one change may speak of: 2,000 entries of a year each. Applying them takes some two seconds. */
export const LIVE_NIGHTS_MAX = 1_000_000;

/** Nights of one reading of a calendar; docs/interface.md §14. */
export const ARI_NIGHTS_MAX = 100;

/** Faults, warnings or sold nights told in one answer: what a person reads, and no long body for a long mistake. */
export const CALENDAR_PROBLEMS_MAX = 100;

/** Sales read to bring a count of rooms up to date. A sender further behind reads the feed to its end first. */
export const SALES_READ_MAX = 20_000;

/** Tries of one change: another change of the hotel, or a sale of a counted night, came between reading and writing each time. */
export const CALENDAR_ATTEMPTS_MAX = 8;

/** Sales a replica keeps, to bring months forward that were read while it went on. */
export const RECENT_SALES_MAX = 1_000;

/** Round trips of one request: a year's stay in a group of 500 hotels takes 4, twice that where a load did not come in time. */
export const ROUND_TRIPS_MAX = 8;

/**
 * How long a request that finds a question under way waits for the next one, which it then shares. Short beside a round
 * trip over distance, where questions so overlap; long enough for those who ask at the same moment.
 */
export const SHARED_QUESTION_WAIT_MS = 5;

/** How long a request waits for another's question or load before it asks for itself: its client may have gone away with it. */
export const OTHERS_WAIT_MS = 3_000;
