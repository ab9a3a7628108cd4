/** Text of XML elements. Leaf. */

const NEEDS_ESCAPE = /[&<>\r]/;

/** Character data for an element's content. CR becomes a reference, or parsers would read it as LF (XML 1.0 §2.11). */
export function escapeText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#xD;");
}
