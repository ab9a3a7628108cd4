/** The period of an export in stored milliseconds: docs/interface.md §6.6. Pure. */

/** An instant as a request wrote it, whose fraction may be finer than what is stored. */
export interface Instant {
  /** Milliseconds since 1970-01-01 UTC, rounded down. */
  ms: number;
  /** The text goes beyond `ms` by less than a millisecond. */
  beyondMs: boolean;
}

/** Closed bounds on ModifiedDate, in stored milliseconds; `untilMs < fromMs` where no millisecond lies between them. */
export interface ExportPeriod {
  fromMs: number;
  untilMs: number;
}

/** The stored milliseconds of `[after, before]`, or of `[after, before)`. */
export function exportPeriod(after: Instant, before: Instant, beforeExclusive: boolean): ExportPeriod {
  return {
    fromMs: after.beyondMs ? after.ms + 1 : after.ms,
    // Something beyond its own millisecond still has that millisecond strictly before it.
    untilMs: beforeExclusive && !before.beyondMs ? before.ms - 1 : before.ms,
  };
}
