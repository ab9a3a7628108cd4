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

/** Most rooms of one availability request; docs/interface.md §4. The index stock_short holds the nights this can concern. */
export const ROOMS_MAX = 9;

/**
 * Compiled calendars remembered per isolate, of the 128 MB it has. A month of 500 hotels with 8 rooms and 3 rates takes
 * about 5 MB, so ten such months; a request that needs more months holds them only while it runs.
 */
export const CALENDAR_BYTES_MAX = 48 * 1024 * 1024;

/** Rendered availability answers remembered per isolate: 30 KB each for 500 hotels, so some 250 popular stays. */
export const AVAILABILITY_BYTES_MAX = 8 * 1024 * 1024;

/** Longest list of short nights (JSON text) that is worth a place in the key of a remembered answer. */
export const AVAILABILITY_KEY_CHARS_MAX = 64 * 1024;

/** Tries to read live stock and a calendar of one version: the second fails only if an import commits in between. */
export const VERSION_TRIES_MAX = 4;

/** Months read from D1 in one batch: any stay up to a month comes in one, and the text of one batch stays near 10 MB. */
export const CALENDAR_LOAD_MONTHS = 2;

/** Batches one load may take: 8 for the longest stay, twice that for a calendar that changes while it is read. */
export const CALENDAR_LOADS_MAX = 16;

/** How long a request waits for another's load of the same group before it loads for itself. */
export const CALENDAR_LOAD_WAIT_MS = 3000;
