/** The bounds of a group's move, each with its reason. */

/** Rows read and written at a time: a write of some milliseconds, so that the service need not wait. */
export const PAGE_ROWS = 500;

/** Rows of a table that is asked for together with all others: most of a group's tables have fewer, and a request over the network is slow. */
export const SMALL_ROWS = 100;

/** The rest behind a write, as a multiple of the time it took: the service's own writes come in between. */
export const REST_FACTOR = 1;

/** A fence that its command does not renew falls: a command that was killed leaves the group as it was after so long. */
export const FENCE_MS = 15_000;

/** How often it is renewed. */
export const FENCE_RENEW_MS = 3_000;

/** Passes over the tables while the group is served: the first copies, the others what changed meanwhile. */
export const OPEN_PASSES = 2;

/** Passes behind the fence until one finds no difference, which proves the copy; the clean-up may cost one more than two. */
export const FENCED_PASSES_MAX = 5;

/** How often a fence that fell is put up again. */
export const FENCES_MAX = 3;

export const RUN_BYTES = 12;
