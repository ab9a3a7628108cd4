/** The bounds of ledger/, each with its reason. */

/** Exports one session may have running in an isolate: each holds a page of rows and a chunk of XML. An accountant runs one. */
export const EXPORTS_PER_SESSION_MAX = 4;

/** After this a running export's place is given away: a connection that died without a sign must not block a session. */
export const EXPORT_SLOT_MS_MAX = 15 * 60 * 1000;

/** Sessions with a running export that an isolate counts. */
export const EXPORT_SESSIONS_MAX = 1000;

/** Ids and codes of a ledger line (site, nominal, sale, pay and tax code): they stand in accounting systems' keys. */
export const LEDGER_CODE_CHARS_MAX = 64;

/** References and the account number of a ledger line: the longest text accounting systems are known to keep whole. */
export const LEDGER_REFERENCE_CHARS_MAX = 255;

/** Description of a ledger line: a page of text; a page of the export must stay small in memory. */
export const LEDGER_DESCRIPTION_CHARS_MAX = 4000;

/** Lines of one document: one per sale code. */
export const DOCUMENT_LINES_MAX = 250;

/** D1 queries of one request: the platform ends at 1,000 in one invocation. */
export const QUERIES_PER_REQUEST_MAX = 900;

/** Queries that begin an export: the session, the first page of a group, the first page of a hotel. */
export const EXPORT_FIRST_QUERIES = 3;

/** Transactions an export is built for, in one request. */
export const EXPORT_LINES_MAX = 10_000_000;

/** The rows an export reads with the session: few, so that the first byte leaves at once. */
export const EXPORT_FIRST_PAGE_ROWS = 100;

/** The rows of the next page. Up to so many are read unmeasured: even the longest legal texts are some 20 MB. */
export const EXPORT_SECOND_PAGE_ROWS = 2000;

/**
 * Pages double up to this: about 5 MB as read, two in memory at a time. A place 150 ms away from its database reads one
 * in less time than it takes to write (docs/benchmarks.md).
 */
export const EXPORT_PAGE_ROWS = 16_000;

/**
 * The fewest rows of a page, however many exports share an isolate: some 300 KB. Then twenty-four exports whose readers have all
 * stopped hold some 60 MB, of an isolate's 128.
 */
export const EXPORT_SHARED_PAGE_ROWS_MIN = 1000;

/**
 * The pages of an export that are smaller while others run: so few that the largest ledger still takes fewer than
 * QUERIES_PER_REQUEST_MAX. Its reader has taken in 100,000 lines by then.
 */
export const EXPORT_SHARED_PAGES = 100;

/** Octets of text a page ends at, whatever its rows: descriptions may be long. */
export const EXPORT_PAGE_TEXT_OCTETS = 6_000_000;

/**
 * After so many pages both bounds double, so that the largest ledger a database of 10 GB can hold takes fewer than
 * QUERIES_PER_REQUEST_MAX, and only that one pays for it in memory.
 */
export const EXPORT_PAGES_PER_DOUBLING = 300;

/** Entries of a page made of its rows at a time: the entries of a whole page are twice its rows. */
export const EXPORT_ENTRIES_AT_ONCE = 256;

/** A line's GrossValue in a request, in the currency's unit: 250 of them, summed a thousand times over, stay exact. */
export const DOCUMENT_GROSS_MAX = 100_000_000;

/** Documents in one answer. */
export const DOCUMENTS_PER_PAGE_MAX = 200;
export const DOCUMENTS_PER_PAGE_DEFAULT = 50;

/** Documents an account shows, and is summed by at a time: a stay has some ten, a company that is billed for years some hundreds. */
export const ACCOUNT_DOCUMENTS_SHOWN_MAX = 1000;

/** Dates of a page remembered as text: a ledger's page spans days, not thousands. */
export const DAYS_REMEMBERED_MAX = 2000;

/** Lines hashed at a time while a period closes: few, so that bookings of the same isolate and database go between. */
export const CLOSING_PAGE_LINES = 4000;

/** Pages one request hashes: a read and a write each, of 900 queries. Beyond 1.6 million lines the next request goes on. */
export const CLOSING_PAGES_MAX = 400;

/** Attempts to begin or to end a closing while others post or close: each is overtaken by one that succeeded. */
export const CLOSING_ATTEMPTS_MAX = 8;

/** Periods of one list: ten years of days. Of more, the newest. */
export const PERIODS_LISTED_MAX = 4000;
