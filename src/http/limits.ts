/** The bounds of http/, each with its reason. */
import { TOKEN_CHARS_MAX } from "../access/limits.ts";

/** JSON bodies. A reservation of 20 bookings with 50 extras each stays below; docs/interface.md §5. */
export const JSON_BODY_BYTES_MAX = 256 * 1024;

/** A reservation that is looked at before its caller is proved: 20 bookings without extras. A longer one waits for the proof. */
export const UNPROVED_JSON_BYTES_MAX = 16 * 1024;

/** A change of a calendar: 2,000 entries of some 500 bytes; docs/interface.md §14. */
export const ARI_BODY_BYTES_MAX = 1024 * 1024;

/** A hotel with texts in many languages, or the most rates it may have; docs/interface.md §14. */
export const CONTENT_BODY_BYTES_MAX = 1024 * 1024;

/** Longest promo code in a request. The import allows fewer; a longer one is unknown anyhow. */
export const PROMO_CODE_CHARS_MAX = 200;

/** An Authorization header: the scheme, some spaces and a token. */
export const AUTHORIZATION_CHARS_MAX = TOKEN_CHARS_MAX + 32;

/** A whole URL. The longest of ours, availability with a promo code, has under 400 characters; proxies stop at 8 KiB. */
export const URL_CHARS_MAX = 8 * 1024;

/** A long text a client may send back from the catalogue: an extra's name, description, image. It is not stored. */
export const LONG_TEXT_CHARS_MAX = 10_000;

/** Lists a client may send back from the catalogue: an extra's details and images. They are not stored. */
export const ECHOED_LIST_MAX = 100;

/** Unknown parameters told of one request: who mistypes more has sent another operation's query. */
export const NOTICED_NAMES_MAX = 5;

/** Of the name of an unknown parameter, as it is told: the longest of ours has 15 characters. */
export const NOTICED_NAME_CHARS_MAX = 40;

/** Errors told in `detail`, which people read in a log. */
export const ERRORS_IN_DETAIL_MAX = 3;
