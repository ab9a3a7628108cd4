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

/** How often a change is planned: another change, a new price list or a lost connection each cost one. */
export const CHANGE_ATTEMPTS_MAX = 6;

export const HOUR_MS = 60 * 60 * 1000;

/** Units times nights a client may take of a hotel within an hour where its file says nothing: no honest site comes near. */
export const HOLD_NIGHTS_PER_HOUR = 1_000_000;

/** Why something is cancelled, in the caller's words. */
export const REASON_CHARS_MAX = 1000;

/** Reservations of a page of the list, and how many where nobody says; docs/interface.md §11. */
export const LIST_MAX = 200;
export const LIST_DEFAULT = 50;

/** Versions of a reservation that its history shows, the newest: few are changed more than ten times. */
export const HISTORY_VERSIONS_MAX = 100;

/** Attempts to post a document while others post to the same account, each overtaken by one that succeeded: 12 queries each, of 900. */
export const POSTING_ATTEMPTS_MAX = 40;

/** Reservations erased in one batch: with 20 bookings each, their events are half of the 2 MB a value may have. */
export const RESERVATIONS_ERASED_AT_ONCE = 100;

/** Bookings of a caller looked at for one that lies ahead; those that may come first. */
export const CALLERS_BOOKINGS_MAX = 100;

/** Reservations whose newest version an isolate remembers where there are read replicas: about 150 bytes each, 1.5 MB in all. */
export const VERSIONS_REMEMBERED_MAX = 10_000;
