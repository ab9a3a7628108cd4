/** Messages of the XML interface as a client would write them by hand, and answers as an independent parser reads them. */
import { SaxesParser } from "saxes";

export const NS = "urn:tabard:financial-export";
export const SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

export const FORMS = ["bare", "soap11", "soap12"] as const;
export type Form = (typeof FORMS)[number];

export const TYPES: Readonly<Record<Form, string>> = { bare: "text/xml", soap11: "text/xml", soap12: "application/soap+xml" };

/** A payload in a form. */
export function wrap(form: Form, payload: string, header = ""): string {
  if (form === "bare") return payload;
  return `<s:Envelope xmlns:s="${form === "soap11" ? SOAP11 : SOAP12}">${header}<s:Body>${payload}</s:Body></s:Envelope>`;
}

/** An operation's element with children given as texts; one whose text is null is left out. */
export function payload(operation: string, values: Record<string, string | null>): string {
  const children = Object.entries(values).flatMap(([name, text]) => (text === null ? [] : [`<${name}>${text}</${name}>`]));
  return `<${operation} xmlns="${NS}">${children.join("")}</${operation}>`;
}

/** A log-in. */
export function logIn(values: Record<string, string | null>): string {
  return payload("LogIn", values);
}

/** An export of the years 2000 to 2030 unless told otherwise. */
export function exportOf(sessionId: string, change: Record<string, string | null> = {}): string {
  return payload("cim_FinancialExportReportV2", {
    sessionId,
    beforeTimestamp: "2030-01-01T00:00:00",
    afterTimestamp: "2000-01-01T00:00:00",
    transactionList: "",
    useLessThanToDate: "false",
    ...change,
  });
}

/** An element as saxes reads it: {namespace}local, attributes left out. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
}

/** Reads a document strictly. Throws where it is not well-formed. */
export function parse(xml: string): Element {
  const top: Element = { name: "", text: "", children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    const element = { name: `{${tag.uri}}${tag.local}`, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(xml).close();
  const [root] = top.children;
  if (!root) throw new Error("no element");
  return root;
}

/** All elements of a name in a document, by local name in any namespace. */
export function findAll(root: Element, local: string): Element[] {
  const own = root.name.endsWith(`}${local}`) ? [root] : [];
  return [...own, ...root.children.flatMap((child) => findAll(child, local))];
}

/** The text of the only element of a name; null where there is none. */
export function textOf(root: Element, local: string): string | null {
  return findAll(root, local)[0]?.text ?? null;
}
