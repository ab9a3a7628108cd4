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

/** Lines of one document: one per sale code. Posted as one JSON value, which D1 bounds at 2 MB. */
export const DOCUMENT_LINES_MAX = 250;

/** The rows an export reads with the session: few, so that the first byte leaves at once. */
export const EXPORT_FIRST_PAGE_ROWS = 100;

/** The rows of an export's further pages, under 1 MB as read: two are in memory at a time (docs/benchmarks.md). */
export const EXPORT_PAGE_ROWS = 2000;
