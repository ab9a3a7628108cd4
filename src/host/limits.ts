/** The bounds of host/, each with its reason. */

/** How long KV may take before D1 is asked instead. KV answers in 1–50 ms; it is a short cut, never a condition. */
export const KV_WAIT_MS_MAX = 250;

/** Least rest of a Worker behind a password hash, which takes about 80 ms of its thread. */
export const HASH_REST_MS = 150;

/** How long the last answer of D1 about its health holds; docs/interface.md §10.6. */
export const HEALTH_TRUST_MS = 1000;

/** How long a question about health waits for another's answer before it asks itself. */
export const HEALTH_WAIT_MS_MAX = 5000;

/** Seconds a client is asked to wait when D1 cannot take its request (Retry-After). */
export const OVERLOAD_RETRY_SECONDS = 1;

/** The Cache API answers from the same data centre: past this, the listing is rendered instead. */
export const CACHE_WAIT_MS_MAX = 250;

/** Rows one statement of the clean-up deletes: D1 runs one query at a time, so each must be short. */
export const CLEAN_UP_ROWS_MAX = 500;

/** Statements of one clean-up per table. What is left waits for the next hour. */
export const CLEAN_UP_ROUNDS_MAX = 100;

/** The variable WEBHOOK_SECRET: at least 128 random bits in Base64. */
export const MASTER_SECRET_CHARS_MIN = 22;

/** How long KV may answer from its own cache: its shortest. What is kept there carries the time D1 was asked. */
export const KV_CACHE_SECONDS = 30;

/** Seconds a client is asked to wait while its group moves: a fence holds for about as long. */
export const GROUP_MOVING_RETRY_SECONDS = 2;

/** Groups that moved, remembered by an isolate: about 100 bytes each. One that is forgotten is found again by a batch. */
export const PLACES_REMEMBERED_MAX = 10_000;

/** Databases asked one after the other for a group: more than it can have moved while one request runs. */
export const PLACES_TRIED_MAX = 12;

/** Databases of an installation. A name in a session holds 65,536; the clean-up and the round of deliveries ask each of them. */
export const SHARDS_MAX = 100;

/** How long a request waits for a command to let go of a local D1's file, and how often it looks: a command holds it for less. */
export const LOCK_RETRY_MS = 3_000;
export const LOCK_POLL_MS = 20;
/** A command lets go after each of its transactions: who pauses for long misses most of the moments. */
export const LOCK_PAUSE_MS_MAX = 80;

/** How long work behind an answer waits for its group to arrive: longer than a fence stands that its command has left (15 s). */
export const GROUP_MOVING_WAIT_MS = 20_000;

/** How often it looks. */
export const GROUP_MOVING_POLL_MS = 250;

/** How often, and after how long, a read of a group's database is asked again that met a lock or a lost connection. */
export const READ_RETRIES_MAX = 4;
export const READ_RETRY_MS = 100;

/** How long a read replica may take before the primary is asked instead, which is nowhere further away than this. */
export const REPLICA_WAIT_MS_MAX = 2_000;
