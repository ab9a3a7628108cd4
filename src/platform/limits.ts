/**
 * Every bound of the service, each with its reason. Leaf: imports nothing.
 */

/** JSON bodies. A reservation of 20 bookings with 50 extras each stays below; contract §5. */
export const JSON_BODY_BYTES_MAX = 256 * 1024;

/** XML bodies. An export request is under 2 KiB; the rest is room for envelopes and security headers; contract §6. */
export const XML_BODY_BYTES_MAX = 64 * 1024;

/** Nesting of XML elements. A SOAP call needs 4; every level costs parser stack; contract §6. */
export const XML_DEPTH_MAX = 32;

/** Longest stay that can be asked for; contract §4. */
export const STAY_NIGHTS_MAX = 365;

/** Most adults, children or infants in a party; contract §4. */
export const PARTY_MEMBERS_MAX = 20;

/** Most rooms of one availability request; contract §4. The index stock_short holds the nights this can concern. */
export const ROOMS_MAX = 9;

/** Most bookings in a reservation; contract §4. */
export const BOOKINGS_MAX = 20;

/** Most extras in a booking: a catalogue is shorter, and each costs a row. */
export const BOOKING_EXTRAS_MAX = 50;

/** Idempotency-Key; contract §4. */
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;

/** How long an Idempotency-Key is remembered; contract §4. */
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;

/** A session's life from log-in; contract §3. */
export const SESSION_TTL_MS = 60 * 60 * 1000;

/**
 * How long a token's last check in D1 is believed, in the isolate and in KV together.
 * Contract §3 allows a revoked token 60 s; KV may serve a value up to 30 s old, which carries the time of its check.
 */
export const TOKEN_TRUST_MS = 30 * 1000;

/** How far another data centre's clock may run ahead: a check that seems to come from later than this is not believed. */
export const CLOCK_SKEW_MS_MAX = 5 * 1000;

/** How long KV may take before D1 is asked instead. KV answers in 1–50 ms; it is a short cut, never a condition. */
export const KV_WAIT_MS_MAX = 250;

/** How long a rate limiter may take before the request goes on without it. It counts in the same machine. */
export const LIMITER_WAIT_MS_MAX = 250;

/** Tokens remembered per isolate: about 300 bytes each, 3 MB in all. */
export const TOKENS_REMEMBERED_MAX = 10_000;

/** Tokens longer than this are never ours (ours have 43 characters, demo keys fewer) and are not hashed. */
export const TOKEN_CHARS_MAX = 512;

/** An Authorization header: the scheme, some spaces and a token. */
export const AUTHORIZATION_CHARS_MAX = TOKEN_CHARS_MAX + 32;

/** A whole URL. The longest of ours, availability with a promo code, has under 400 characters; proxies stop at 8 KiB. */
export const URL_CHARS_MAX = 8 * 1024;

/** An e-mail address; RFC 5321 §4.5.3.1.3. */
export const EMAIL_CHARS_MAX = 254;

/** Passwords: scrypt hashes any length, but an attacker should not choose how much we read. */
export const PASSWORD_CHARS_MAX = 1024;

/** Ids of groups, hotels, rooms, rates, extras: they stand in URLs, keys and indexes. */
export const ID_CHARS_MAX = 64;

/** A text field of a person or address. */
export const TEXT_CHARS_MAX = 200;

/** Seconds a client is asked to wait when D1 cannot take its request (Retry-After). */
export const OVERLOAD_RETRY_SECONDS = 1;

/** Seconds a client is asked to wait after too many requests: the limiters count per minute. */
export const RATE_LIMIT_RETRY_SECONDS = 60;

/** Exports one session may have running in an isolate: each holds a page of rows and a chunk of XML. An accountant runs one. */
export const EXPORTS_PER_SESSION_MAX = 4;

/** After this a running export's place is given away: a connection that died without a sign must not block a session. */
export const EXPORT_SLOT_MS_MAX = 15 * 60 * 1000;

/** Sessions with a running export that an isolate counts. */
export const EXPORT_SESSIONS_MAX = 1000;

/** How long a session's row stays after its end, to answer who was logged in; then it is deleted. */
export const DEAD_SESSION_KEEP_MS = 24 * 60 * 60 * 1000;

/** Rows one statement of the clean-up deletes: D1 runs one query at a time, so each must be short. */
export const CLEAN_UP_ROWS_MAX = 500;

/** Statements of one clean-up per table. What is left waits for the next hour. */
export const CLEAN_UP_ROUNDS_MAX = 100;
