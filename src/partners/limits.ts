/** The bounds of partners/ and of its transports, each with its reason. */

/** Bytes of a body that are parsed before its caller is proved: an envelope with a WS-Security header takes 2 KiB. */
export const UNPROVED_BYTES_MAX = 16 * 1024;

/** A body, unpacked; docs/interface.md §15. A full push of two years, eight rooms and three rates takes 1 MB. */
export const PARTNER_BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Messages in one request; docs/interface.md §15. */
export const PUSH_MESSAGES_MAX = 5_000;

/** Nights one message may name: three years, longer than any calendar is loaded ahead. */
export const PUSH_NIGHTS_MAX = 1_100;

/** Entries one request may turn into: a message without codes stands for every room. Each costs some 300 bytes. */
export const PUSH_ENTRIES_MAX = 50_000;

/** Nights of rooms, or of rooms at rates, one request may name; each costs a microsecond. A hotel of 100 rooms and 10 rates has 730,000 in two years. */
export const PUSH_CELLS_MAX = 2_000_000;

/** Elements and attributes in a body: a full push has 60,000 and 5,000 messages of the longest kind 210,000; each costs 4 microseconds. */
export const PARTNER_NAMES_MAX = 250_000;

/** Faults named in one answer: enough to see what is wrong, few enough to read. */
export const FAULTS_NAMED_MAX = 50;

/** Reservations in one answer: some 2 KB each. Whoever acknowledges them gets the next ones. */
export const RESERVATIONS_SENT_MAX = 100;

/** Events looked through for one answer: some milliseconds in the database. The next answer goes on from there. */
export const DELIVERY_EVENTS_MAX = 5_000;

/** Days after its end for which a stay is still sent: a property system may be down for a while, and needs no history. */
export const DELIVERY_PAST_DAYS = 30;

/** How long a partner's message stays in the log: the hotelier's question comes within days; docs/interface.md §15. */
export const MESSAGE_KEEP_MS = 14 * 24 * 60 * 60 * 1000;

/** Bytes of a message's id: told apart from others of the same millisecond. */
export const MESSAGE_ID_BYTES = 6;

/** Messages of the log in one answer, unless and at most; docs/interface.md §10. */
export const MESSAGES_PER_PAGE_DEFAULT = 50;
export const MESSAGES_PER_PAGE_MAX = 200;
