/** The bounds of soap/, each with its reason. */

/** XML bodies. An export request is under 2 KiB; the rest is room for envelopes and security headers; docs/interface.md §6. */
export const XML_BODY_BYTES_MAX = 64 * 1024;

/** Characters gathered before an export writes a chunk: fewer cost a call each, more cost memory and smoothness. */
export const EXPORT_CHUNK_CHARS = 64 * 1024;
