/** What the database's refusals mean to a batch that sells nights, a new reservation's or an amended one's. */
export const SALE_REFUSALS = {
  /** The prices are not of the current calendar. */
  "booking_versions.calendar_version": "stale",
  "booking_versions.terms_version": "stale",
  /** A night has no unit left, or is not for sale. */
  stock_not_oversold: "sold_out",
  bookings_every_night_for_sale: "sold_out",
  /** The caller took too much of a hotel within the hour. */
  "holds.unit_nights": "hold_limit",
} as const;
