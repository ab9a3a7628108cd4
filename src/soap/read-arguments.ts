/** The values of a request's element, by the operation's description: docs/interface.md §6.3. Pure. */
import { type DateTime, parseBoolean, parseDateTime } from "../xml/simple-types.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import type { RequestField } from "./operations.ts";

interface ValueOf {
  string: string;
  boolean: boolean;
  dateTime: DateTime;
}

/** By element; a value that is missing or nil is left out, an ignored one always. */
export type Arguments<Fields extends readonly RequestField[]> = {
  [F in Fields[number] as F["element"]]?: F["type"] extends keyof ValueOf ? ValueOf[F["type"]] : never;
};

const INSTANCE_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";

/** All readable values, and one sentence for each that is not, naming its element. Unknown children are passed over. */
export function readArguments<const Fields extends readonly RequestField[]>(
  element: XmlElement,
  fields: Fields,
): { values: Arguments<Fields>; faults: string[] } {
  const values: Record<string, ValueOf[keyof ValueOf]> = {};
  const faults: string[] = [];
  for (const field of fields) {
    if (field.reading === "ignored") continue;
    const found = element.children.filter((child) => child.namespace === element.namespace && child.local === field.element);
    const read = readField(field, found);
    if (read.fault !== undefined) faults.push(`${field.element} ${read.fault}.`);
    else if (read.value !== undefined) values[field.element] = read.value;
  }
  return { values: values as Arguments<Fields>, faults };
}

function readField(field: RequestField, found: readonly XmlElement[]): { value?: ValueOf[keyof ValueOf] | undefined; fault?: string } {
  const [element, ...more] = found;
  if (more.length > 0) return { fault: "stands more than once" };
  if (!element || isNil(element)) return field.reading === "required" ? { fault: "is missing" } : {};
  if (element.children.length > 0) return { fault: "holds elements where a value belongs" };
  if (element.text === "" && (field.reading === "required" || field.type !== "string")) return { fault: "is empty" };
  const value = parseValue(field.type, element.text);
  return value === null ? { fault: `is not a ${field.type}` } : { value };
}

function parseValue(type: RequestField["type"], text: string): ValueOf[keyof ValueOf] | null {
  switch (type) {
    case "string":
      return text;
    case "boolean":
      return parseBoolean(text);
    case "dateTime":
      return parseDateTime(text);
    case "int":
    case "cResponse":
    case "FinancialExportTransactions":
      throw new RangeError(`no request's ${type} is read`);
  }
}

function isNil(element: XmlElement): boolean {
  const nil = element.attributes.find(({ namespace, local }) => namespace === INSTANCE_NAMESPACE && local === "nil");
  return nil !== undefined && parseBoolean(nil.value) === true;
}
