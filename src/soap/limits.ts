/** The bounds of soap/, each with its reason. */

/** XML bodies. An export request is under 2 KiB; the rest is room for envelopes and security headers; docs/interface.md §6. */
export const XML_BODY_BYTES_MAX = 64 * 1024;

/** Elements and attributes of a request. An export in an envelope with security headers has under 100; each costs microseconds. */
export const XML_NAMES_MAX = 500;

/** Characters gathered before an export writes a chunk: fewer cost a call each, more cost memory and smoothness. */
export const EXPORT_CHUNK_CHARS = 64 * 1024;

/** Transactions turned into text at a time: a chunk or so, so that a page's text never stands in memory whole. */
export const EXPORT_SLICE_TRANSACTIONS = 64;
