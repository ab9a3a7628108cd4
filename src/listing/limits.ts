/** The bounds of listing/, each with its reason. */

/** A language range: BCP 47 §4.4.1 asks for 35, the rest is room. Longer ones are looked up as none at all. */
export const LANGUAGE_CHARS_MAX = 100;

/** Age from which a group's content version is asked for again, behind the answer: visitors do not wait for it. */
export const EDITION_REFRESH_MS = 20 * 1000;

/** How long D1's last word on a group's content version is believed, in the isolate and in KV together; docs/interface.md §4.2.4 allows 60 s. */
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

/** A listing of 1,000 hotels takes D1 some 20 ms: past this the client is better told to come back. */
export const LISTING_D1_WAIT_MS_MAX = 5_000;
