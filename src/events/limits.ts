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

/** How long another request's read is waited for before this request reads itself: D1 answers in milliseconds, seconds far away. */
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

/** A receiver's URL: what proxies and servers take everywhere. */
export const WEBHOOK_URL_CHARS_MAX = 2_000;

/** Endpoints of a group: each costs a request for every event. */
export const WEBHOOKS_PER_GROUP_MAX = 50;

/** Patterns of an endpoint: more than there are types. */
export const WEBHOOK_TYPES_MAX = 50;

/** Webhooks of one list: docs/interface.md §10. */
export const WEBHOOKS_PER_PAGE_MAX = 200;
export const WEBHOOKS_PER_PAGE_DEFAULT = 50;

/** How long a receiver may take to answer: docs/interface.md §17. */
export const WEBHOOK_TIMEOUT_MS = 15_000;

/**
 * How long nobody else delivers to an endpoint while its deliverer says nothing: the longest attempt, with room for the
 * database and for clocks of two isolates that differ by seconds.
 */
export const WEBHOOK_LEASE_MS = 30_000;

/** A lease that ends later than this was taken by a clock that has been set back since: it is void. */
export const WEBHOOK_LEASE_MS_MAX = 4 * WEBHOOK_LEASE_MS;

/** The first retry, and the longest pause between two: a receiver that is back gets its events within the hour. */
export const WEBHOOK_RETRY_MS_MIN = 5_000;
export const WEBHOOK_RETRY_MS_MAX = 60 * 60 * 1000;

/** How long a receiver may fail before it is disabled: a long weekend. docs/interface.md §17. */
export const WEBHOOK_FAILING_MS_MAX = 3 * 24 * 60 * 60 * 1000;

/** Failures that three days have at least: fewer, and it was the clock that passed three days. */
export const WEBHOOK_FAILURES_MIN = 20;

/** How long the secret before a rotation still signs: docs/interface.md §17. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Earlier secrets that may sign at once: rotations within a day, of which the oldest give way. */
export const RETIRING_SECRETS_MAX = 5;

/** Events read at once to be sent or passed over: about 100 KB. */
export const WEBHOOK_EVENTS_PER_READ = 500;

/** Endpoints served at the same time by one isolate: Workers open six connections at once, and D1 needs some. */
export const WEBHOOKS_AT_ONCE = 4;

/** Endpoints one round looks for; the next round finds the rest. */
export const WEBHOOKS_PER_ROUND_MAX = 100;

/** Attempts of one round begin within this time, so that the last one's 15 s end within the 30 s Workers give after an answer. */
export const DELIVERY_MS_BEHIND_ANSWER = 12_000;

/** The same by the cron, which comes every minute: with the last attempt's 15 s a round is over when the next begins. */
export const DELIVERY_MS_BY_CRON = 40_000;

/** Attempts and reads of one round, for all endpoints together: each is two queries at most, of which a request has 900. */
export const DELIVERIES_PER_ROUND_MAX = 400;

/** How long an isolate believes that a group has no endpoints; the cron finds one made elsewhere meanwhile. */
export const NO_WEBHOOKS_TRUST_MS = 5_000;

/** Groups an isolate remembers that of: an id each. */
export const NO_WEBHOOKS_GROUPS_MAX = 10_000;
