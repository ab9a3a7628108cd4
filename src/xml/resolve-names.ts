/** Expanded names over the parsed tree: "Namespaces in XML 1.0" (3rd edition), every constraint of it. Pure. */
import type { PlainDocument } from "./check-syntax.ts";
import { type XmlError, xmlErrorAt } from "./xml-error.ts";

/** A name with its namespace; "" where it is in none. */
export interface ExpandedName {
  namespace: string;
  local: string;
}

export interface XmlAttribute extends ExpandedName {
  value: string;
}

export interface XmlElement extends ExpandedName {
  /** Without the declarations of namespaces. */
  attributes: readonly XmlAttribute[];
  children: readonly XmlElement[];
  /** All the text directly inside, CDATA sections included, references resolved. */
  text: string;
}

/** A node of fast-xml-parser's ordered tree: {"#text": …} or {"e": children, ":@": {"@_a0": value}}. */
export interface ParsedNode {
  "#text"?: string;
  e?: ParsedNode[];
  ":@"?: Record<string, string>;
}

const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

/** The declarations of one element in front of those around it; a look-up climbs at most XML_DEPTH_MAX of them. */
interface Scope {
  declared: ReadonlyMap<string, string>;
  around: Scope | null;
}

interface RawName {
  prefix: string;
  local: string;
  offset: number;
}

interface RawAttribute extends RawName {
  value: string;
}

/** The document's names, taken one by one: the walk over the tree is in their order. */
interface Names {
  document: PlainDocument;
  taken: number;
}

const OUTERMOST: Scope = { declared: new Map([["xml", XML_NAMESPACE]]), around: null };

/** The document's element with all names expanded. Throws XmlError. */
export function resolveNames(document: PlainDocument, nodes: readonly ParsedNode[]): XmlElement {
  const [root] = nodes;
  if (!root) throw xmlErrorAt(document.text, 0, "there is no element");
  return expand({ document, taken: 0 }, root, OUTERMOST);
}

function expand(names: Names, node: ParsedNode, around: Scope): XmlElement {
  const { prefix, local, offset } = nextName(names);
  if (prefix === "xmlns") throw refuse(names, offset, "an element has the prefix xmlns");
  const raw = Object.values(node[":@"] ?? {}).map((value) => Object.assign(nextName(names), { value }));
  const scope = scopeOf(names, raw, around);
  const namespace = lookUp(scope, prefix) ?? (prefix === "" ? "" : null);
  if (namespace === null) throw refuse(names, offset, `the prefix ${prefix} is not declared`);
  const attributes = expandAttributes(names, raw, scope);
  const children: XmlElement[] = [];
  let text = "";
  for (const child of node.e ?? []) {
    if (child.e) children.push(expand(names, child, scope));
    else text += child["#text"] ?? "";
  }
  return { namespace, local, attributes, children, text };
}

function nextName(names: Names): RawName {
  const { name, offset } = names.document.names[names.taken] ?? { name: "", offset: 0 };
  names.taken += 1;
  const colon = name.indexOf(":");
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1), offset };
}

function scopeOf(names: Names, attributes: readonly RawAttribute[], around: Scope): Scope {
  const declared = new Map<string, string>();
  for (const { prefix, local, value, offset } of attributes) {
    if (!isDeclaration(prefix, local)) continue;
    const declaredPrefix = prefix === "" ? "" : local;
    const fault = faultOf(declaredPrefix, value);
    if (fault !== null) throw refuse(names, offset, fault);
    declared.set(declaredPrefix, value);
  }
  return declared.size === 0 ? around : { declared, around };
}

/** Why a prefix ("" for the default) cannot be bound to a namespace, or null where it can (§2.2, §3, §5). */
function faultOf(prefix: string, namespace: string): string | null {
  if (prefix === "xmlns") return "the prefix xmlns is declared";
  if ((prefix === "xml") !== (namespace === XML_NAMESPACE)) return "the prefix xml and its namespace belong to each other";
  if (namespace === XMLNS_NAMESPACE) return "the namespace of xmlns is bound";
  return prefix !== "" && namespace === "" ? `the prefix ${prefix} is bound to no namespace` : null;
}

function expandAttributes(names: Names, raw: readonly RawAttribute[], scope: Scope): XmlAttribute[] {
  const expanded: XmlAttribute[] = [];
  const seen = new Set<string>();
  for (const { prefix, local, value, offset } of raw) {
    if (isDeclaration(prefix, local)) continue;
    // The default namespace is not for attributes.
    const namespace = prefix === "" ? "" : lookUp(scope, prefix);
    if (namespace === null) throw refuse(names, offset, `the prefix ${prefix} is not declared`);
    // A line feed stands in no local name, so the pair is told apart.
    const name = `${local}\n${namespace}`;
    if (seen.has(name)) throw refuse(names, offset, "an attribute stands twice, under two prefixes");
    seen.add(name);
    expanded.push({ namespace, local, value });
  }
  return expanded;
}

function isDeclaration(prefix: string, local: string): boolean {
  return prefix === "xmlns" || (prefix === "" && local === "xmlns");
}

function lookUp(scope: Scope, prefix: string): string | null {
  for (let at: Scope | null = scope; at; at = at.around) {
    const namespace = at.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return null;
}

function refuse(names: Names, offset: number, reason: string): XmlError {
  return xmlErrorAt(names.document.text, offset, reason);
}
