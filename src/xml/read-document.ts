/**
 * Reads an XML document from untrusted bytes: UTF-8, well-formed, namespace-correct, or refused with an XmlError.
 * checkSyntax holds it against the grammar and makes it plain, fast-xml-parser builds the tree of what is left,
 * resolveNames gives every element and attribute its expanded name.
 */
import { type EntityDecoderOptions, type X2jOptions, XMLParser } from "fast-xml-parser";
import { XML_DEPTH_MAX } from "./limits.ts";
import { checkSyntax } from "./check-syntax.ts";
import { resolveReferences } from "./references.ts";
import { type ParsedNode, type XmlElement, resolveNames } from "./resolve-names.ts";
import { XmlError } from "./xml-error.ts";

/** Takes a byte order mark off; bytes that are not UTF-8 throw TypeError. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

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

/** The document's element. Throws XmlError where the bytes are not such a document. */
export function readDocument(bytes: Uint8Array): XmlElement {
  const document = checkSyntax(decode(bytes));
  const nodes = new XMLParser(OPTIONS).parse(document.plain) as ParsedNode[];
  return resolveNames(document, nodes);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new XmlError("the bytes are not UTF-8");
  }
}
