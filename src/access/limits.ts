/** The bounds of access/, each with its reason. */

/** A session's life from log-in (docs/interface.md §3); a guest who has proved a booking theirs looks after it as long. */
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

/** 160 random bits: beyond guessing, and a key still fits into the password field of a channel manager (60 characters). */
export const TOKEN_RANDOM_BYTES = 20;

/** Tokens of the demo data and of tests, where DEMO_TOKENS is on: a UUID and a word fit. */
export const DEMO_TOKEN_CHARS_MAX = 64;

/** Texts longer than this are never tokens (ours have up to 65 characters): they are not even looked at. */
export const TOKEN_CHARS_MAX = 128;

/** From this age on the trust in a token is renewed behind an answer: two thirds of it, so that a token in use never waits for D1. */
export const TOKEN_RENEW_MS = 20 * 1000;

/** A renewal that has not ended after this long died with its request, and another may begin. D1 gives up after 30 s; most take 50 ms. */
export const TOKEN_RENEWAL_MS_MAX = 5 * 1000;

/** Failures of one address within FAILURES_WITHIN_MS that shut it out; docs/interface.md §10.6. */
export const FAILURES_MAX = 60;
export const FAILURES_WITHIN_MS = 60 * 1000;

/** How long an address stays shut out: as long as its failures count. */
export const SHUT_OUT_MS = 60 * 1000;

/** Addresses whose failures an isolate counts: at most 600 bytes each, 6 MB in all. The one that failed longest ago goes first. */
export const ADDRESSES_REMEMBERED_MAX = 10_000;

/** Log-ins that wait for a password hash, per isolate: at 100 to 200 ms each, the last waits about as long as people do. */
export const HASHES_WAITING_MAX = 20;

/** Seconds until the line for password hashes has surely moved (Retry-After). */
export const HASH_RETRY_SECONDS = 5;

/** Rest behind a hash, in hashes: other requests get more of the thread than log-ins do. */
export const HASH_RESTS_PER_HASH = 1.5;

/** How often a log-in looks whether its turn has come. */
export const HASH_POLL_MS = 10;

/** Polls after which the first in line, if it has not polled itself, counts as gone: a second. */
export const HASH_POLLS_MAX = 100;

/** Polls after which a turn counts as gone: 10 s, many times what the strongest hash we take costs. */
export const HASH_TURN_POLLS_MAX = 1_000;

/** How long an address that logged in is spared the account's own limits; docs/interface.md §10.6. */
export const KNOWN_ADDRESS_SECONDS = 30 * 24 * 60 * 60;

/** Failed tries an account takes worldwide in any hour; docs/interface.md §10.6. */
export const ACCOUNT_FAILURES_MAX = 200;

/** Failures are counted in slices of this length, so that the hour is a sliding one. */
export const FAILURE_SLICE_MS = 10 * 60 * 1000;

/** Slices of an hour, and the one that has begun. */
export const FAILURE_SLICES = 7;

/** An operator's JSON session: a day at the desk; docs/interface.md §10.4. */
export const DESK_SESSION_TTL_MS = 8 * 60 * 60 * 1000;

/** Passwords set by hand or by file; docs/interface.md §10.5. */
export const PASSWORD_CHARS_MIN = 12;

/** A client's name stands in the user name of HTTP Basic and in log lines. */
export const CLIENT_CHARS_MAX = 64;

/** How long a rotated key's predecessor may live on, in hours: a year. */
export const OVERLAP_HOURS_MAX = 24 * 365;

/** Memory one scrypt may take, 128·N·r bytes: half of what an isolate has. */
export const SCRYPT_BYTES_MAX = 64 * 1024 * 1024;

/** Parallelism of scrypt, which multiplies its time: above this one log-in would take seconds. */
export const SCRYPT_P_MAX = 16;

/** Passwords: scrypt hashes any length, but an attacker should not choose how much we read. */
export const PASSWORD_CHARS_MAX = 1024;

/** Seconds a client is asked to wait after too many requests: the limiters count per minute. */
export const RATE_LIMIT_RETRY_SECONDS = 60;

/** How long a session's row stays after its end, to answer who was logged in; then it is deleted. */
export const DEAD_SESSION_KEEP_MS = 24 * 60 * 60 * 1000;
