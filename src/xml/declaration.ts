/** The XML declaration (XML 1.0 §2.8, productions 23 to 26, 32, 80, 81). Pure. */
import { xmlErrorAt } from "./xml-error.ts";

const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/;

/** The offset behind the declaration, 0 where there is none. Throws XmlError on a bad one or an encoding but UTF-8. */
export function readDeclaration(text: string): number {
  if (!/^<\?xml[ \t\n?]/.test(text)) return 0;
  const match = DECLARATION.exec(text);
  if (!match) throw xmlErrorAt(text, 0, "the XML declaration is malformed");
  const encoding = match[1] ?? match[2] ?? "utf-8";
  if (encoding.toLowerCase() !== "utf-8") throw xmlErrorAt(text, 0, "the XML declaration names an encoding other than UTF-8");
  return match[0].length;
}
