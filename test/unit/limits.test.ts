/** What bounds must be to each other, and where they stand: docs/interface.md §3.4, §4.2.4, §4.1.6, §7.2. */
import { expect, it } from "vitest";
import { HOST_GRACE_MS } from "../../cli/support/serve-host.ts";
import {
  CLOCK_SKEW_MS_MAX,
  DEAD_SESSION_KEEP_MS,
  PASSWORD_CHARS_MAX,
  SESSION_TTL_MS,
  TOKEN_CHARS_MAX,
  TOKEN_TRUST_MS,
} from "../../src/access/limits.ts";
import { EMAIL_CHARS_MAX, ID_CHARS_MAX, JSON_CHUNK_CHARS_MAX, TEXT_CHARS_MAX } from "../../src/base/limits.ts";
import { IDEMPOTENCY_TTL_MS, IDEMPOTENT_REQUEST_RUNS_MS_MAX } from "../../src/change/limits.ts";
import { CACHE_WAIT_MS_MAX, KV_CACHE_SECONDS, KV_WAIT_MS_MAX } from "../../src/host/limits.ts";
import { BUSY_POLL_MS, BUSY_RETRY_MS, CACHE_BYTES_MAX, DRAIN_TIMEOUT_MS } from "../../src/host/runtime/limits.ts";
import {
  AUTHORIZATION_CHARS_MAX,
  ERRORS_IN_DETAIL_MAX,
  JSON_BODY_BYTES_MAX,
  PROMO_CODE_CHARS_MAX,
  URL_CHARS_MAX,
} from "../../src/http/limits.ts";
import {
  DOCUMENT_LINES_MAX,
  LEDGER_CODE_CHARS_MAX,
  LEDGER_DESCRIPTION_CHARS_MAX,
  LEDGER_REFERENCE_CHARS_MAX,
} from "../../src/ledger/limits.ts";
import {
  EDITION_KV_SECONDS,
  EDITION_REFRESH_MS,
  EDITION_TRUST_IN_OUTAGE_MS,
  EDITION_TRUST_MS,
  LISTINGS_BYTES_MAX,
  LISTING_D1_WAIT_MS_MAX,
} from "../../src/listing/limits.ts";
import { BOOKINGS_MAX, BOOKING_EXTRAS_MAX, BOOKING_PRICE_UNITS_MAX, FIELD_ERRORS_MAX } from "../../src/reservations/limits.ts";
import { PARTY_MEMBERS_MAX, ROOMS_MAX, STAY_NIGHTS_MAX } from "../../src/selling/limits.ts";
import { EXPORT_CHUNK_CHARS, EXPORT_SLICE_TRANSACTIONS, XML_BODY_BYTES_MAX } from "../../src/soap/limits.ts";
import { FORM_GUESS_BYTES } from "../../src/xml/limits.ts";
import { MONEY_ONE } from "../../src/base/money.ts";

const MINUTE_MS = 60_000;
/** D1 ends at 2 MB a value. */
const D1_VALUE_BYTES_MAX = 2_000_000;
/** A Worker's isolate. */
const ISOLATE_BYTES = 128 * 1024 * 1024;

it.each<[string, number, number]>([
  ["a revoked token ends within 60 s: trust, and a clock that runs ahead", TOKEN_TRUST_MS + CLOCK_SKEW_MS_MAX, MINUTE_MS],
  ["a copy in KV is judged by its own age, so KV may not keep it longer than it is believed", KV_CACHE_SECONDS * 1000, TOKEN_TRUST_MS],
  ["a session's row outlives the session", SESSION_TTL_MS, DEAD_SESSION_KEEP_MS],
  ["a listing is asked for again before it stops being believed", EDITION_REFRESH_MS, EDITION_TRUST_MS],
  ["an outage shows nothing older than 60 s at the client", EDITION_TRUST_IN_OUTAGE_MS + LISTING_D1_WAIT_MS_MAX, MINUTE_MS],
  ["KV keeps an edition while it may be believed", EDITION_TRUST_IN_OUTAGE_MS, EDITION_KV_SECONDS * 1000],
  ["a short cut is given up long before what it spares", KV_WAIT_MS_MAX + CACHE_WAIT_MS_MAX, LISTING_D1_WAIT_MS_MAX],
  ["listings leave an isolate room", LISTINGS_BYTES_MAX, ISOLATE_BYTES / 4],
  ["a token fits its header", TOKEN_CHARS_MAX + "Bearer ".length, AUTHORIZATION_CHARS_MAX],
  ["a log-in with the longest texts, each character escaped, fits a body", 6 * (EMAIL_CHARS_MAX + PASSWORD_CHARS_MAX), JSON_BODY_BYTES_MAX],
  [
    "a log-in with the longest texts, each character escaped, fits an XML body",
    6 * (2 * ID_CHARS_MAX + PASSWORD_CHARS_MAX),
    XML_BODY_BYTES_MAX,
  ],
  [
    "a reservation of all bookings and extras by their ids fits a body",
    BOOKINGS_MAX * (BOOKING_EXTRAS_MAX * (ID_CHARS_MAX + 10) + 10 * TEXT_CHARS_MAX),
    JSON_BODY_BYTES_MAX,
  ],
  ["a query with the longest promo code, escaped, fits a URL", 9 * PROMO_CODE_CHARS_MAX + 400, URL_CHARS_MAX],
  ["fewer errors are told in words than are listed", ERRORS_IN_DETAIL_MAX, FIELD_ERRORS_MAX],
  [
    "the dearest booking, each night of it, is counted exactly",
    BOOKING_PRICE_UNITS_MAX * MONEY_ONE * BOOKINGS_MAX,
    Number.MAX_SAFE_INTEGER,
  ],
  ["a reservation's documents fit a value of D1", BOOKINGS_MAX * (BOOKING_EXTRAS_MAX + 1) * 1000, D1_VALUE_BYTES_MAX],
  ["a chunk of JSON fits a value of D1, whatever its characters", 3 * JSON_CHUNK_CHARS_MAX, D1_VALUE_BYTES_MAX],
  ["a booking's lines fit its document", BOOKING_EXTRAS_MAX + 1, DOCUMENT_LINES_MAX],
  ["ids fit the ledger's codes", ID_CHARS_MAX, LEDGER_CODE_CHARS_MAX],
  ["references fit the ledger", ID_CHARS_MAX + 10, LEDGER_REFERENCE_CHARS_MAX],
  ["what a Proforma says fits its description", 2 * TEXT_CHARS_MAX + 2 * ID_CHARS_MAX + 400, LEDGER_DESCRIPTION_CHARS_MAX],
  ["a running request is forgotten long before its key", IDEMPOTENT_REQUEST_RUNS_MS_MAX, IDEMPOTENCY_TTL_MS],
  ["a slice of short transactions is about a chunk", EXPORT_SLICE_TRANSACTIONS * 1000, EXPORT_CHUNK_CHARS],
  ["the form is guessed from less than a body", FORM_GUESS_BYTES, XML_BODY_BYTES_MAX],
  ["a lock is asked for again many times", 100 * BUSY_POLL_MS, BUSY_RETRY_MS],
  ["the shared cache holds more than an isolate remembers", LISTINGS_BYTES_MAX, CACHE_BYTES_MAX],
  ["a command waits for its host to drain", DRAIN_TIMEOUT_MS + 1, HOST_GRACE_MS],
  ["counts and nights have at most four digits", Math.max(PARTY_MEMBERS_MAX, ROOMS_MAX, STAY_NIGHTS_MAX), 9999],
])("%s: %d ≤ %d", (_why, less, more) => {
  expect(less).toBeLessThanOrEqual(more);
});
