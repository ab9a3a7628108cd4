/** Looking into a document that was read: elements and attributes by their names. Pure. */
import type { XmlElement } from "./resolve-names.ts";

/** The children of this name, in the element's own namespace, in their order. */
export function childrenOf(element: XmlElement, local: string): readonly XmlElement[] {
  return element.children.filter((child) => child.local === local && child.namespace === element.namespace);
}

/** The first such child, or null. */
export function childOf(element: XmlElement | null, local: string): XmlElement | null {
  return element?.children.find((child) => child.local === local && child.namespace === element.namespace) ?? null;
}

/** The element at the end of a path of first children, or null. */
export function descend(element: XmlElement, ...path: readonly string[]): XmlElement | null {
  return path.reduce<XmlElement | null>(childOf, element);
}

/** The value of an attribute that is in no namespace, white space around it gone; null where there is none, or nothing in it. */
export function attributeOf(element: XmlElement | null, local: string): string | null {
  const value = element?.attributes.find((one) => one.local === local && one.namespace === "")?.value.trim();
  return value === undefined || value === "" ? null : value;
}
