/** The bounds of the hosts besides Workers, each with its reason. */

/** Room for thousands of rendered listings beside what services remember themselves. */
export const CACHE_BYTES_MAX = 64 * 1024 * 1024;

/** Tabard's SQL is constant text, a few dozen statements; the rest is room. */
export const PREPARED_STATEMENTS_MAX = 256;

/** After a read this large other requests get their turn: a client that reads fast must not keep the host to itself. */
export const LARGE_RESULT_ROWS = 100;

/** How long a write waits for another process (a command beside the service): then D1's answer, a transient error. */
export const BUSY_RETRY_MS = 2_000;
export const BUSY_POLL_MS = 5;

/** How long opening and migrating waits for another process. A host then waits without blocking: sqlite-database.ts. */
export const BUSY_TIMEOUT_MS = 5_000;

/** 64 MiB (SQLite counts in KiB when negative): a large group's calendar and indexes stay in memory. */
export const PAGE_CACHE_KIB = -65_536;

/** Keys a limiter counts at once, about 100 bytes each: 10 MB in all. */
export const BUCKETS_MAX = 100_000;

/**
 * How long requests and exports may go on after SIGTERM. Below systemd's 90 s, after which it kills; an export of a
 * million transactions takes about 10 s at a client that keeps up.
 */
export const DRAIN_TIMEOUT_MS = 60_000;

/** How often webhooks are looked for that no request could send: retries, and what another process committed. */
export const WEBHOOK_ROUND_MS = 2_000;

/** A client's headers, from its connection or the answer before: slower ones only keep a connection busy. */
export const HEADERS_TIMEOUT_MS = 60_000;

/** A whole request with its body: the largest, 4 MiB, at 14 KiB a second. */
export const REQUEST_TIMEOUT_MS = 300_000;

/** A connection without a request: longer than most proxies pause, short enough not to hoard. */
export const KEEP_ALIVE_TIMEOUT_MS = 5_000;

/** The body of a receiver's answer is let go. So much of it is awaited, for so long, to use the connection again; longer ones cost it. */
export const ANSWER_BYTES_READ_MAX = 16 * 1024;
export const ANSWER_READ_MS_MAX = 1_000;

/** Connections to one receiver of webhooks: one for each of its endpoints' deliverers, and a few for tests. */
export const SOCKETS_PER_HOST_MAX = 8;

/** Rounds of webhooks under way at once: one whose receivers hang takes up to a minute, and others must not wait for it. */
export const WEBHOOK_ROUNDS_AT_ONCE = 4;
