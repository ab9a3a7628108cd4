/** Bounds that every wing shares, each with its reason. Leaf: imports nothing. */

/** How much of a body that is too large is still read, so that its sender gets the answer: what Cloudflare lets through at most. */
export const DISCARDED_BYTES_MAX = 100 * 1024 * 1024;

/** An e-mail address; RFC 5321 §4.5.3.1.3. */
export const EMAIL_CHARS_MAX = 254;

/** Ids of groups, hotels, rooms, rates, extras: they stand in URLs, keys and indexes. */
export const ID_CHARS_MAX = 64;

/** A text field of a person or address. */
export const TEXT_CHARS_MAX = 200;

/** A JSON text that is one value of the database: a third of D1's 2 MB, of three-byte characters, so many still fit. */
export const JSON_CHUNK_CHARS_MAX = 600_000;
