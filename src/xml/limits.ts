/** The bounds of xml/, each with its reason. */

/** Nesting of XML elements. A SOAP call needs 4; every level costs parser stack; docs/interface.md §6. */
export const XML_DEPTH_MAX = 32;

/** Header blocks a MustUnderstand fault names: each repeats its namespace, which a hostile request makes long. */
export const SOAP_BLOCKS_NAMED_MAX = 16;

/** The first bytes of a document that could not be read, where its form is guessed from: enough for its first tag. */
export const FORM_GUESS_BYTES = 4096;
