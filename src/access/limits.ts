/** The bounds of access/, each with its reason. */

/** A session's life from log-in; docs/interface.md §3. */
export const SESSION_TTL_MS = 60 * 60 * 1000;

/**
 * How long a token's last check in D1 is believed, in the isolate and in KV together.
 * docs/interface.md §3.4 allows a revoked token 60 s; KV may serve a value up to 30 s old, which carries the time of its check.
 */
export const TOKEN_TRUST_MS = 30 * 1000;

/** How far another data centre's clock may run ahead: a check that seems to come from later than this is not believed. */
export const CLOCK_SKEW_MS_MAX = 5 * 1000;

/** How long a rate limiter may take before the request goes on without it. It counts in the same machine. */
export const LIMITER_WAIT_MS_MAX = 250;

/** Tokens remembered per isolate: about 300 bytes each, 3 MB in all. */
export const TOKENS_REMEMBERED_MAX = 10_000;

/** Tokens longer than this are never ours (ours have 43 characters, demo keys fewer) and are not hashed. */
export const TOKEN_CHARS_MAX = 512;

/** Passwords: scrypt hashes any length, but an attacker should not choose how much we read. */
export const PASSWORD_CHARS_MAX = 1024;

/** Seconds a client is asked to wait after too many requests: the limiters count per minute. */
export const RATE_LIMIT_RETRY_SECONDS = 60;

/** How long a session's row stays after its end, to answer who was logged in; then it is deleted. */
export const DEAD_SESSION_KEEP_MS = 24 * 60 * 60 * 1000;
