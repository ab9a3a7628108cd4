/**
 * Every bound of the service, each with its reason. Leaf: imports nothing.
 */

/** JSON bodies. A reservation of 20 bookings with 50 extras each stays below; contract §5. */
export const JSON_BODY_BYTES_MAX = 256 * 1024;

/** XML bodies. An export request is under 2 KiB; the rest is room for envelopes and security headers; contract §6. */
export const XML_BODY_BYTES_MAX = 64 * 1024;

/** How much of a body that is too large is still read, so that its sender gets the answer: what Cloudflare lets through at most. */
export const DISCARDED_BYTES_MAX = 100 * 1024 * 1024;

/** Nesting of XML elements. A SOAP call needs 4; every level costs parser stack; contract §6. */
export const XML_DEPTH_MAX = 32;

/** Header blocks a MustUnderstand fault names: each repeats its namespace, which a hostile request makes long. */
export const SOAP_BLOCKS_NAMED_MAX = 16;

/** Longest stay that can be asked for; contract §4. */
export const STAY_NIGHTS_MAX = 365;

/** Most adults, children or infants in a party; contract §4. */
export const PARTY_MEMBERS_MAX = 20;

/** Most rooms of one availability request; contract §4. The index stock_short holds the nights this can concern. */
export const ROOMS_MAX = 9;

/**
 * Compiled calendars remembered per isolate, of the 128 MB it has. A month of 500 hotels with 8 rooms and 3 rates takes
 * about 5 MB, so ten such months; a request that needs more months holds them only while it runs.
 */
export const CALENDAR_BYTES_MAX = 48 * 1024 * 1024;

/** Rendered availability answers remembered per isolate: 30 KB each for 500 hotels, so some 250 popular stays. */
export const AVAILABILITY_BYTES_MAX = 8 * 1024 * 1024;

/** Longest list of short nights (JSON text) that is worth a place in the key of a remembered answer. */
export const AVAILABILITY_KEY_CHARS_MAX = 64 * 1024;

/** Tries to read live stock and a calendar of one version: the second fails only if an import commits in between. */
export const VERSION_TRIES_MAX = 4;

/** Longest promo code in a request. The import allows fewer; a longer one is unknown anyhow. */
export const PROMO_CODE_CHARS_MAX = 200;

/** Months read from D1 in one batch: any stay up to a month comes in one, and the text of one batch stays near 10 MB. */
export const CALENDAR_LOAD_MONTHS = 2;

/** Batches one load may take: 8 for the longest stay, twice that for a calendar that changes while it is read. */
export const CALENDAR_LOADS_MAX = 16;

/** How long a request waits for another's load of the same group before it loads for itself. */
export const CALENDAR_LOAD_WAIT_MS = 3000;

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

/** A language range: BCP 47 §4.4.1 asks for 35, the rest is room. Longer ones are looked up as none at all. */
export const LANGUAGE_CHARS_MAX = 100;

/** Age from which a group's content version is asked for again, behind the answer: visitors do not wait for it. */
export const EDITION_REFRESH_MS = 20 * 1000;

/** How long D1's last word on a group's content version is believed, in the isolate and in KV together; contract §4 allows 60 s. */
export const EDITION_TRUST_MS = 30 * 1000;

/** The same while D1 does not answer: still inside the 60 s, with room for the answer's way to the client. */
export const EDITION_TRUST_IN_OUTAGE_MS = 50 * 1000;

/** Groups whose content version an isolate remembers: about 400 bytes each, 2 MB in all. */
export const EDITIONS_REMEMBERED_MAX = 5_000;

/** Rendered listings in an isolate of 128 MB. A hotel takes about 1 KiB: 16 groups of 1,000 hotels, or very many small ones. */
export const LISTINGS_BYTES_MAX = 16 * 1024 * 1024;

/** How long the shared cache keeps a rendering. It never changes; the bound only frees the space of old versions. */
export const LISTING_CACHE_SECONDS = 24 * 60 * 60;

/** KV's lifetime for a content version: its shortest. The value carries its own age. */
export const EDITION_KV_SECONDS = 60;

/** The Cache API answers from the same data centre: past this, the listing is rendered instead. */
export const CACHE_WAIT_MS_MAX = 250;

/** A listing of 1,000 hotels takes D1 some 20 ms: past this the client is better told to come back. */
export const LISTING_D1_WAIT_MS_MAX = 5_000;

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

/** A long text a client may send back from the catalogue: an extra's name, description, image. It is not stored. */
export const LONG_TEXT_CHARS_MAX = 10_000;

/** Lists a client may send back from the catalogue: an extra's details and images. They are not stored. */
export const ECHOED_LIST_MAX = 100;

/** Invalid fields told in one answer: more would make the answer many times the request. */
export const FIELD_ERRORS_MAX = 1000;

/** Requests with an Idempotency-Key running at once in an isolate: about 300 bytes each. Beyond, D1 alone decides. */
export const IDEMPOTENT_REQUESTS_RUNNING_MAX = 10_000;

/** D1 gives up on a batch after 30 s; a request that ran longer was abandoned by its client and left its mark behind. */
export const IDEMPOTENT_REQUEST_RUNS_MS_MAX = 60 * 1000;

/** What a booking may cost, in units of its currency: below, no sum or product of money loses a digit. */
export const BOOKING_PRICE_UNITS_MAX = 1_000_000_000;

/** How often a reservation is tried: a new price list, a taken reference or a lost connection each cost one. */
export const RESERVATION_ATTEMPTS_MAX = 4;

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

/** The rows of an export's further pages, under 1 MB as read: two are in memory at a time (docs/benchmarks.md). */
export const EXPORT_PAGE_ROWS = 2000;

/** Characters gathered before an export writes a chunk: fewer cost a call each, more cost memory and smoothness. */
export const EXPORT_CHUNK_CHARS = 64 * 1024;
