/** Texts that XML 1.0 can hold. Pure. */

/** Anything but Char of XML 1.0 §2.2: control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML_CHAR = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Whether an export could write this text: what it cannot never gets into the ledger (docs/interface.md §6.7). */
export function isXmlText(text: string): boolean {
  return !NOT_XML_CHAR.test(text);
}
