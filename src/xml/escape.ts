/** Texts as XML. Leaf. */

const NEEDS_ESCAPE = /[&<>\r]/;

/** Character data for an element's content. CR becomes a reference, or parsers would read it as LF (XML 1.0 §2.11). */
export function escapeText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#xD;");
}

/** An attribute's value in double quotes. Literal tabs and line feeds would be read as spaces (XML 1.0 §3.3.3). */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#x9;").replaceAll("\n", "&#xA;");
}
