/** The Content-Type of an XML request: docs/interface.md §6. Pure. */

export interface MediaType {
  /** Lower case, without parameters. */
  essence: string;
  /** By lower-case name; the first where one stands twice. */
  parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/gy;
const XML_TYPES: ReadonlySet<string> = new Set(["text/xml", "application/xml", "application/soap+xml"]);
/** The encoding's name, and what people call it. */
const UTF8_NAMES: ReadonlySet<string> = new Set(["utf-8", "utf8"]);

/** The header taken apart; what follows a malformed parameter is not read. */
export function parseMediaType(header: string): MediaType {
  const end = header.indexOf(";");
  const essence = (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of end === -1 ? [] : header.slice(end).matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? token : quoted.replaceAll(/\\(.)/g, "$1"));
  }
  return { essence, parameters };
}

/** Whether a body of this type is read: XML, in UTF-8 as far as it says. */
export function isReadable({ essence, parameters }: MediaType): boolean {
  const charset = parameters.get("charset");
  return XML_TYPES.has(essence) && (charset === undefined || UTF8_NAMES.has(charset.toLowerCase()));
}
