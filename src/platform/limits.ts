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

/** Tokens remembered per isolate: about 300 bytes each, 3 MB in all. */
export const TOKENS_REMEMBERED_MAX = 10_000;

/** Tokens longer than this are never ours (ours have 43 characters, demo keys fewer) and are not hashed. */
export const TOKEN_CHARS_MAX = 512;

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

/** Ids and codes of a ledger line (site, nominal, sale, pay and tax code): they stand in accounting systems' keys. */
export const LEDGER_CODE_CHARS_MAX = 64;

/** References and the account number of a ledger line: the longest text accounting systems are known to keep whole. */
export const LEDGER_REFERENCE_CHARS_MAX = 255;

/** Description of a ledger line: a page of text; a page of the export must stay small in memory. */
export const LEDGER_DESCRIPTION_CHARS_MAX = 4000;

/** Lines of one document: one per sale code. Posted as one JSON value, which D1 bounds at 2 MB. */
export const DOCUMENT_LINES_MAX = 250;

/** The rows an export reads with the session: few, so that the first byte leaves at once. */
export const EXPORT_FIRST_PAGE_ROWS = 100;

/** The rows of an export's further pages, about 1 MB: two are in memory at a time (docs/benchmarks.md). */
export const EXPORT_PAGE_ROWS = 1000;

/** Characters gathered before an export writes a chunk: fewer cost a call each, more cost memory and smoothness. */
export const EXPORT_CHUNK_CHARS = 64 * 1024;
