/** Elements as text. Pure. */
import { escapeAttribute, escapeText } from "./escape.ts";

/** An element around markup. Attributes that are null are left out; names are ours and stand as they are. */
export function writeElement(name: string, attributes: Readonly<Record<string, string | number | null>>, markup = ""): string {
  let tag = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null) tag += ` ${attribute}="${escapeAttribute(String(value))}"`;
  }
  return markup === "" ? `${tag}/>` : `${tag}>${markup}</${name}>`;
}

/** An element with nothing but a text; nothing at all for an empty one. */
export function writeText(name: string, text: string): string {
  return text === "" ? "" : `<${name}>${escapeText(text)}</${name}>`;
}
