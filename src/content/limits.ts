/** The bounds of content/, each with its reason. */

/** A description of a hotel or an extra: some pages. */
export const DESCRIPTION_CHARS_MAX = 20_000;

/** An address on the web. */
export const URL_CHARS_MAX = 2_000;

/** Images, facilities or beds of one thing: shown as a whole. With addresses of 2,000 characters, 100 images stay below a third of
 * the 2 MB that D1 takes in a row. */
export const LIST_ITEMS_MAX = 100;

/** Rows of an extra's details, and texts in one: with its images they stay below D1's 2 MB a row. */
export const DETAIL_ROWS_MAX = 100;
export const DETAIL_CELLS_MAX = 10;

/** Hotels, promotions or codes in a group, rooms, rates or extras in a hotel: ten times the largest group the service is measured for. */
export const PARTS_MAX = 5_000;

/** Entries of one hotel's calendar in a group's file. */
export const CALENDAR_ENTRIES_MAX = 100_000;

/** Tiers of a cancellation policy: more than a guest would read. Each is shown with every offer. */
export const CANCELLATION_TIERS_MAX = 20;

/** A tier begins at most two years before check-in: further ahead nothing is sold. */
export const CANCELLATION_HOURS_MAX = 2 * 366 * 24;

/** A limit of units times nights beyond which there might as well be none. */
export const HOLD_NIGHTS_MAX = 1_000_000_000;

/** Tries of one change: another change of the same hotel came between reading and writing each time. */
export const CONTENT_ATTEMPTS_MAX = 8;

/** Faults told in one answer. */
export const CONTENT_PROBLEMS_MAX = 100;
