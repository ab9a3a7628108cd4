/** The bounds of events/, each with its reason. */

/** Events of one answer of the feed: docs/interface.md §10, lists. */
export const EVENTS_PER_PAGE_MAX = 200;
export const EVENTS_PER_PAGE_DEFAULT = 50;

/** How long a reader may wait for the next event: docs/interface.md §17. Proxies give up on silence after 30 s and more. */
export const FEED_WAIT_SECONDS_MAX = 20;

/** Events of one read of the log: about 250 KB, well under what one query of D1 may answer. */
export const EVENTS_PER_READ_MAX = 1_000;

/** Reads of one answer while its filter finds nothing: the answer's `next` then says how far it came. */
export const READS_PER_PAGE_MAX = 10;

/** How often the log is asked for news while anybody waits: a commit of another isolate shows within this and a round trip. */
export const FEED_POLL_MS = 500;

/** The newest events an isolate keeps of a group, so that all its readers share one read. */
export const TAIL_EVENTS_MAX = 500;

/** All tails of an isolate together, counted in characters of their texts; 128 MB are all it has. */
export const TAIL_CHARS_MAX = 4 * 1024 * 1024;

/** How long another request's read is waited for before an own one: D1 answers in milliseconds, seconds far away. */
export const TAIL_WAIT_MS_MAX = 2_000;

/** A stream's silence: below the 30 s after which proxies close a connection. */
export const STREAM_KEEP_ALIVE_MS = 15_000;

/**
 * A stream's life; its client comes again with Last-Event-ID. At two reads a second it stays below the 900 queries a
 * request may send to D1, with room for the history it reads first.
 */
export const STREAM_LIFE_MS = 4 * 60 * 1000;

/** Reads of the log a stream may make in all: what is left of 900 queries beside its token's. */
export const STREAM_READS_MAX = 800;

/** How often a stream's caller is proved again: with the 30 s a token is believed, a revoked one ends within 60 s. */
export const STREAM_PROOF_MS = 25_000;
