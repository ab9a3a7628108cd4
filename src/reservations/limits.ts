/** The bounds of reservations/, each with its reason. */

/** Most bookings in a reservation; docs/interface.md §4. */
export const BOOKINGS_MAX = 20;

/** Most extras in a booking: a catalogue is shorter, and each costs a row. */
export const BOOKING_EXTRAS_MAX = 50;

/** Invalid fields told in one answer: more would make the answer many times the request. */
export const FIELD_ERRORS_MAX = 1000;

/** What a booking may cost, in units of its currency: below, no sum or product of money loses a digit. */
export const BOOKING_PRICE_UNITS_MAX = 1_000_000_000;

/** How often a reservation is tried: a new price list, a taken reference or a lost connection each cost one. */
export const RESERVATION_ATTEMPTS_MAX = 4;
