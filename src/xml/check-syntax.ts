/**
 * The guard in front of fast-xml-parser: holds a document against the grammar of XML 1.0 (5th edition) to the letter, which
 * that parser does not, and rewrites it so plainly that nothing of the parser's own reading is left to matter: no
 * declaration, comment, instruction, CDATA section or empty-element tag, every element called e, its attributes a0, a1 …,
 * values in double quotes. One pass, linear in the text. Refused besides: a document type, and depth beyond XML_DEPTH_MAX.
 */
import { XML_DEPTH_MAX } from "./limits.ts";
import { readDeclaration } from "./declaration.ts";
import { NC_NAME, Q_NAME } from "./names.ts";
import { ILLEGAL_CHARACTER, resolveReferences } from "./references.ts";
import { XmlError, xmlErrorAt } from "./xml-error.ts";

/** A name as it stands in the document, for namespaces to resolve. */
export interface RawName {
  name: string;
  offset: number;
}

export interface PlainDocument {
  /** The original text, line ends normalised (XML 1.0 §2.11): what offsets count in. */
  text: string;
  /** The rewritten document. */
  plain: string;
  /** In the order of the document: an element's name, those of its attributes, those of its content. */
  names: readonly RawName[];
}

interface Scan {
  text: string;
  at: number;
  plain: string;
  names: RawName[];
  /** Names of the open elements. */
  open: string[];
  rootSeen: boolean;
  namesMax: number;
}

const QUALIFIED_NAME = new RegExp(Q_NAME, "uy");
const TARGET = new RegExp(NC_NAME, "uy");
const SPACE = /[ \t\n]*/y;
const BLANK = /^[ \t\n]*$/;

/** Checks and rewrites a document of at most `namesMax` names of elements and attributes. Throws XmlError. */
export function checkSyntax(source: string, namesMax: number): PlainDocument {
  const scan = beginScan(source, namesMax);
  while (scan.at < scan.text.length) readNext(scan);
  if (scan.open.length > 0) throw refuse(scan, "the document ends inside an element");
  if (!scan.rootSeen) throw refuse(scan, "there is no element");
  return { text: scan.text, plain: scan.plain, names: scan.names };
}

/**
 * The same of a document's beginning: read up to and with the start tag whose path (names as written, the document's element
 * first, its own last) `isEnough` accepts; what is open then counts as closed. Throws XmlError, also where there is no such tag.
 */
export function checkOpening(source: string, isEnough: (path: readonly string[]) => boolean): PlainDocument {
  const scan = beginScan(source, Number.POSITIVE_INFINITY);
  while (scan.at < scan.text.length) {
    const around = [...scan.open];
    const named = scan.names.length;
    readNext(scan);
    const started = scan.names[named];
    if (!started || !isEnough([...around, started.name])) continue;
    return { text: scan.text, plain: scan.plain + "</e>".repeat(scan.open.length), names: scan.names };
  }
  throw refuse(scan, "the document does not begin as it must");
}

function beginScan(source: string, namesMax: number): Scan {
  const text = source.replaceAll(/\r\n?/g, "\n");
  const illegal = text.search(ILLEGAL_CHARACTER);
  if (illegal !== -1) throw xmlErrorAt(text, illegal, `U+${hex(text, illegal)} is not a character of XML`);
  return { text, at: readDeclaration(text), plain: "", names: [], open: [], rootSeen: false, namesMax };
}

function readNext(scan: Scan): void {
  if (scan.text[scan.at] === "<") readMarkup(scan);
  else readText(scan);
}

function readMarkup(scan: Scan): void {
  const { text, at } = scan;
  switch (text[at + 1]) {
    case "/":
      return readEndTag(scan);
    case "?":
      return readInstruction(scan);
    case "!":
      if (text.startsWith("<!--", at)) return readComment(scan);
      if (text.startsWith("<![CDATA[", at)) return readCdata(scan);
      throw refuse(scan, text.startsWith("<!DOCTYPE", at) ? "a document type is not accepted" : "<! begins nothing that is allowed here");
    default:
      return readStartTag(scan);
  }
}

function readText(scan: Scan): void {
  const next = scan.text.indexOf("<", scan.at);
  const end = next === -1 ? scan.text.length : next;
  const text = scan.text.slice(scan.at, end);
  if (scan.open.length === 0) {
    if (!BLANK.test(text)) throw refuse(scan, "there is text outside the document's element");
  } else {
    if (text.includes("]]>")) throw refuse(scan, "]]> stands in text");
    checkReferences(scan, text);
    scan.plain += text;
  }
  scan.at = end;
}

function readCdata(scan: Scan): void {
  if (scan.open.length === 0) throw refuse(scan, "a CDATA section stands outside the document's element");
  const content = scan.at + "<![CDATA[".length;
  const end = scan.text.indexOf("]]>", content);
  if (end === -1) throw refuse(scan, "a CDATA section is not closed");
  scan.plain += scan.text.slice(content, end).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  scan.at = end + "]]>".length;
}

function readComment(scan: Scan): void {
  const end = scan.text.indexOf("--", scan.at + "<!--".length);
  if (end === -1) throw refuse(scan, "a comment is not closed");
  if (scan.text[end + 2] !== ">") throw refuse(scan, "-- stands in a comment");
  scan.at = end + "-->".length;
}

function readInstruction(scan: Scan): void {
  const target = match(TARGET, scan.text, scan.at + 2);
  if (target === null) throw refuse(scan, "a processing instruction has no valid target");
  if (target.toLowerCase() === "xml") throw refuse(scan, "an XML declaration stands elsewhere than at the very beginning");
  const content = scan.at + 2 + target.length;
  const end = scan.text.indexOf("?>", content);
  if (end === -1) throw refuse(scan, "a processing instruction is not closed");
  if (end !== content && !isSpace(scan.text[content])) throw refuse(scan, "a processing instruction has no valid target");
  scan.at = end + "?>".length;
}

function readEndTag(scan: Scan): void {
  const name = scan.open.pop();
  if (name === undefined) throw refuse(scan, "an end tag has no start tag");
  if (match(QUALIFIED_NAME, scan.text, scan.at + 2) !== name) throw refuse(scan, "an end tag does not match its start tag");
  const close = skipSpace(scan.text, scan.at + 2 + name.length);
  if (scan.text[close] !== ">") throw refuse(scan, "an end tag is not closed");
  scan.plain += "</e>";
  scan.at = close + 1;
}

function readStartTag(scan: Scan): void {
  if (scan.open.length === 0 && scan.rootSeen) throw refuse(scan, "there is a second element beside the document's element");
  if (scan.open.length >= XML_DEPTH_MAX) throw refuse(scan, `elements are nested deeper than ${XML_DEPTH_MAX}`);
  scan.rootSeen = true;
  const element = readName(scan, scan.at + 1, "< begins no name");
  scan.plain += "<e";
  readAttributes(scan);
  scan.plain += ">";
  if (scan.text.startsWith("/>", scan.at)) {
    scan.plain += "</e>";
    scan.at += 2;
  } else if (scan.text[scan.at] === ">") {
    scan.open.push(element);
    scan.at += 1;
  } else throw refuse(scan, "a start tag is not closed");
}

/** Stands behind the last attribute and the white space after it. */
function readAttributes(scan: Scan): void {
  const seen = new Set<string>();
  for (;;) {
    const next = skipSpace(scan.text, scan.at);
    const end = scan.text[next];
    if (end === ">" || end === "/" || end === undefined) {
      scan.at = next;
      return;
    }
    if (next === scan.at) throw refuse(scan, "white space is missing before an attribute, or a name goes wrong");
    const name = readName(scan, next, "an attribute has no valid name");
    if (seen.has(name)) throw xmlErrorAt(scan.text, next, "an attribute stands twice");
    scan.plain += ` a${seen.size}="${readAttributeValue(scan)}"`;
    seen.add(name);
  }
}

/** From behind the name to behind the closing quote. Literal white space counts as spaces (XML 1.0 §3.3.3). */
function readAttributeValue(scan: Scan): string {
  const equals = skipSpace(scan.text, scan.at);
  if (scan.text[equals] !== "=") throw refuse(scan, "an attribute has no value");
  const open = skipSpace(scan.text, equals + 1);
  const quote = scan.text[open];
  if (quote !== '"' && quote !== "'") throw refuse(scan, "an attribute's value is not quoted");
  const end = scan.text.indexOf(quote, open + 1);
  if (end === -1) throw refuse(scan, "an attribute's value is not closed");
  const value = scan.text.slice(open + 1, end);
  if (value.includes("<")) throw refuse(scan, "< stands in an attribute's value");
  checkReferences(scan, value);
  scan.at = end + 1;
  return value
    .replaceAll('"', "&quot;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\t\n]/g, " ");
}

/** Notes the name at `at` and stands behind it. */
function readName(scan: Scan, at: number, otherwise: string): string {
  const name = match(QUALIFIED_NAME, scan.text, at);
  if (name === null) throw xmlErrorAt(scan.text, at, otherwise);
  if (scan.names.length >= scan.namesMax) throw xmlErrorAt(scan.text, at, `there are more than ${scan.namesMax} elements and attributes`);
  scan.at = at + name.length;
  scan.names.push({ name, offset: at });
  return name;
}

function checkReferences(scan: Scan, text: string): void {
  try {
    resolveReferences(text);
  } catch (error) {
    throw error instanceof XmlError ? refuse(scan, error.message) : error;
  }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function skipSpace(text: string, at: number): number {
  return at + (match(SPACE, text, at)?.length ?? 0);
}

function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\n";
}

function refuse(scan: Scan, reason: string): XmlError {
  return xmlErrorAt(scan.text, scan.at, reason);
}

function hex(text: string, at: number): string {
  return (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
