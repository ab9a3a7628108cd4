/** Character references and the five predefined entities: all that may follow an ampersand (XML 1.0 §4.1, §4.6). Pure. */
import { XmlError } from "./xml-error.ts";

const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#([0-9]+)|#x([0-9a-fA-F]+));/y;
const PREDEFINED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Any character XML 1.0 cannot hold (production 2), unpaired surrogates included. */
export const ILLEGAL_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** The text with its references resolved. Throws XmlError on anything else behind an ampersand. */
export function resolveReferences(text: string): string {
  let from = 0;
  let resolved = "";
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", from)) {
    REFERENCE.lastIndex = at;
    const match = REFERENCE.exec(text);
    if (!match) throw new XmlError("& begins neither a character reference nor one of lt, gt, amp, quot, apos");
    const [whole, name, decimal, hex] = match;
    resolved += text.slice(from, at) + (name === undefined ? character(decimal, hex) : (PREDEFINED[name] ?? ""));
    from = at + whole.length;
  }
  return resolved + text.slice(from);
}

function character(decimal: string | undefined, hex: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const text = code <= 0x10_ffff ? String.fromCodePoint(code) : "\0";
  if (ILLEGAL_CHARACTER.test(text)) throw new XmlError("a character reference names no character of XML");
  return text;
}
