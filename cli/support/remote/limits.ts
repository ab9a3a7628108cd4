/** The bounds of speaking to the deployed D1, each with its reason. */

/** Bytes of all statements of one query: the platform compiles them as one text, of which it takes 100,000. */
export const QUERY_BYTES_MAX = 90_000;

/** How often a request is made that may be made again: with the waits between, some eight seconds. */
export const TRIES_MAX = 5;

/** How often an address is tried that takes no connection: it seldom does a moment later. */
export const UNREACHED_TRIES_MAX = 2;

/** The wait before the second try; each further one is twice as long. */
export const FIRST_WAIT_MS = 500;

/** The longest wait that the platform may ask for: it bounds a user's requests per five minutes. */
export const ASKED_WAIT_MS_MAX = 5 * 60 * 1000;

/** A query runs for 30 s at most; beyond twice that no answer comes. */
export const ANSWER_TIMEOUT_MS = 60_000;

/** An upload of a gigabyte over a slow line. */
export const UPLOAD_TIMEOUT_MS = 60 * 60 * 1000;

/** Between two questions whether an import is done; the platform itself waits for a moment before it answers. */
export const POLL_MS = 200;
