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
