/** The bounds of pages/, each with its reason. */

/** Longest promo code of a booking; a longer one is unknown anyhow. */
export const PROMO_CODE_CHARS_MAX = 64;

/** Whom a page asks for where a guest has not said: two adults, two nights, a week from today. */
export const USUAL_ADULTS = 2;
export const USUAL_NIGHTS = 2;
export const USUAL_LEAD_DAYS = 7;

/** A form of a page: a guest's details, extras and what was shown are under 8 KiB. */
export const FORM_BYTES_MAX = 32 * 1024;

/** From this many units on a guest is not told how few are left. */
export const FEW_UNITS = 4;

/** How far ahead the calendar of lowest prices leads: two years, as far as calendars are kept. */
export const PRICE_MONTHS_AHEAD = 24;

/** Up to so many hotels the console shows together; of more, one at a time. */
export const HOTELS_TOGETHER_MAX = 25;

/** How long a guest who has not come stands among today's arrivals: after a month nobody waits at the desk. */
export const LATE_ARRIVAL_DAYS = 30;

/** Reservations a list of today reads, in pages of the list: more than a desk can look through. */
export const DESK_RESERVATIONS_MAX = 1000;

/** Reservations of a page of the bookings. */
export const BOOKINGS_PER_PAGE = 50;

/** Where nobody says which arrivals, those from a month ago to two years ahead are looked through. */
export const SEARCH_DAYS_BACK = 31;
export const SEARCH_DAYS_AHEAD = 731;

/** Longest text that is searched for: a name. */
export const SEARCH_CHARS_MAX = 100;

/** Months of a calendar on one page: its nights stand in a picture and in a list, of 100 KB together. A year's list is by month. */
export const MONTHS_SHOWN = 4;
export const YEAR_MONTHS = 12;

/** Prices for 1 to 20 adults as a form writes them, each in up to 15 characters. */
export const BY_ADULTS_CHARS_MAX = 400;

/** Of a night's prices by adults the list names so many: two in a cell are what most hotels have, and a page is 100 KB. */
export const ADULT_PRICES_SHOWN = 4;

/** Documents of a page of the ledger, and of a file of them: some 30 reads. */
export const DOCUMENTS_SHOWN = 50;
export const DOCUMENTS_PER_FILE_MAX = 5000;

/** Days the ledger shows where nobody says which, and at most: a year, and the day that a leap year has. */
export const LEDGER_DAYS_USUAL = 30;
export const LEDGER_DAYS_MAX = 366;

/** Of more days than these the chart shows months: a page stays under 100 KB, and a bar wide enough to be seen. */
export const CHART_DAYS_MAX = 62;

/** Periods the ledger shows, the newest: two years of months. */
export const PERIODS_SHOWN = 24;

/** Events and messages the console shows, the newest. */
export const EVENTS_SHOWN = 50;

/** Of an event's data: enough to see what it is about. */
export const EVENT_DATA_CHARS_SHOWN = 160;

/** Rooms at rates that an explanation lists, each with what bars it: a hotel has up to 1,000, a page is 100 KB. */
export const EXPLAINED_SHOWN = 100;
