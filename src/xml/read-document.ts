/**
 * Reads an XML document from untrusted bytes: UTF-8, well-formed, namespace-correct, or refused with an XmlError.
 * checkSyntax holds it against the grammar and makes it plain, fast-xml-parser builds the tree of what is left,
 * resolveNames gives every element and attribute its expanded name.
 */
import { type EntityDecoderOptions, type X2jOptions, XMLParser } from "fast-xml-parser";
import { XML_DEPTH_MAX } from "./limits.ts";
import { type PlainDocument, checkOpening, checkSyntax } from "./check-syntax.ts";
import { resolveReferences } from "./references.ts";
import { type ParsedNode, type XmlElement, resolveNames } from "./resolve-names.ts";
import { XmlError } from "./xml-error.ts";

/** Takes a byte order mark off; bytes that are not UTF-8 throw TypeError. */
const UTF8: TextDecoderConstructorOptions = { fatal: true, ignoreBOM: false };
const decoder = new TextDecoder("utf-8", UTF8);

/** What the parser asks of a decoder of entities. Stateless: a document declares none. */
const references: EntityDecoderOptions = {
  decode: resolveReferences,
  reset: () => {},
  setExternalEntities: () => {},
  addInputEntities: () => {},
  setXmlVersion: () => {},
};

const OPTIONS: X2jOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  maxNestedTags: XML_DEPTH_MAX,
  jPath: false,
  entityDecoder: references,
};

/** The document's element. Throws XmlError where the bytes are not such a document, or hold more than `namesMax` names. */
export function readDocument(bytes: Uint8Array, namesMax: number = Number.POSITIVE_INFINITY): XmlElement {
  return build(checkSyntax(decode(bytes), namesMax));
}

/**
 * The beginning of a document of which no more than `bytesMax` bytes may be parsed yet: its element with everything up to the
 * start tag whose path (names as written, its own last) `isEnough` accepts. Throws XmlError.
 */
export function readOpening(bytes: Uint8Array, bytesMax: number, isEnough: (path: readonly string[]) => boolean): XmlElement {
  return build(checkOpening(decode(bytes.subarray(0, bytesMax), bytes.length > bytesMax), isEnough));
}

function build(document: PlainDocument): XmlElement {
  const nodes = new XMLParser(OPTIONS).parse(document.plain) as ParsedNode[];
  return resolveNames(document, nodes);
}

/** `cut`: the bytes may end inside a character, which is left out then. */
function decode(bytes: Uint8Array, cut = false): string {
  try {
    return cut ? new TextDecoder("utf-8", UTF8).decode(bytes, { stream: true }) : decoder.decode(bytes);
  } catch {
    throw new XmlError("the bytes are not UTF-8");
  }
}
