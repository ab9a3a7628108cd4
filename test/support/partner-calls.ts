/** Requests as partners send them, for tests inside workerd. */
import { exports } from "cloudflare:workers";
import { readDocument } from "../../src/xml/read-document.ts";
import type { XmlElement } from "../../src/xml/resolve-names.ts";

export const OTA = "http://www.opentravel.org/OTA/2003/05";
const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const ENVELOPES = {
  soap11: ["http://schemas.xmlsoap.org/soap/envelope/", "text/xml; charset=utf-8"],
  soap12: ["http://www.w3.org/2003/05/soap-envelope", "application/soap+xml; charset=utf-8"],
} as const;

export type PartnerForm = "bare" | keyof typeof ENVELOPES;

export interface Partner {
  client: string;
  key: string;
}

export interface PartnerAnswer {
  status: number;
  text: string;
  headers: Headers;
  /** The message, out of its envelope. */
  message: XmlElement;
}

/** A message with its attributes and what is in it. */
export function message(name: string, inner: string, attributes = 'EchoToken="echo-1" Version="1.0"'): string {
  return `<${name} xmlns="${OTA}" ${attributes}>${inner}</${name}>`;
}

/** POST /ota in a form. */
export async function sendOta(partner: Partner | null, body: string, form: PartnerForm = "bare"): Promise<PartnerAnswer> {
  const headers: Record<string, string> = { "CF-Connecting-IP": "192.0.2.1", "Content-Type": "text/xml" };
  let sent = body;
  if (form === "bare") {
    if (partner) headers["Authorization"] = basic(partner);
  } else {
    const [namespace, type] = ENVELOPES[form];
    headers["Content-Type"] = type;
    sent = `<e:Envelope xmlns:e="${namespace}"><e:Header>${partner ? security(partner) : ""}</e:Header><e:Body>${body}</e:Body></e:Envelope>`;
  }
  return readAnswer(await exports.default.fetch("http://tabard.test/ota", { method: "POST", headers, body: sent }));
}

/** A WS-Security header block that must be understood. */
export function security({ client, key }: Partner): string {
  return `<w:Security e:mustUnderstand="1" xmlns:w="${WSSE}-wssecurity-secext-1.0.xsd"><w:UsernameToken><w:Username>${client}</w:Username><w:Password Type="${WSSE}-username-token-profile-1.0#PasswordText">${key}</w:Password></w:UsernameToken></w:Security>`;
}

export function basic({ client, key }: Partner): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${client}:${key}`)))}`;
}

/** POST /alpinebits. `document` null leaves the parameter out. */
export async function sendAlpine(
  partner: Partner | null,
  version: string | null,
  action: string,
  document: string | null,
  { gzip = false }: { gzip?: boolean } = {},
): Promise<Response> {
  const form = new FormData();
  form.set("action", action);
  if (document !== null) form.set("request", new File([document], "request.xml", { type: "text/xml" }));
  const encoded = new Response(form);
  const headers = new Headers({ "Content-Type": encoded.headers.get("Content-Type") ?? "", "CF-Connecting-IP": "192.0.2.2" });
  if (partner) headers.set("Authorization", basic(partner));
  if (version !== null) headers.set("X-AlpineBits-ClientProtocolVersion", version);
  if (gzip) headers.set("Content-Encoding", "gzip");
  const plain = new Uint8Array(await encoded.arrayBuffer());
  const body = gzip ? await new Response(new Response(plain).body?.pipeThrough(new CompressionStream("gzip"))).arrayBuffer() : plain;
  return exports.default.fetch("http://tabard.test/alpinebits", { method: "POST", headers, body });
}

export async function readAnswer(response: Response): Promise<PartnerAnswer> {
  const text = await response.text();
  const root = readDocument(new TextEncoder().encode(text));
  const message = root.local === "Envelope" ? (root.children.at(-1)?.children[0] ?? root) : root;
  return { status: response.status, text, headers: response.headers, message };
}

/** "type/code text" of every error. */
export function errorsOf({ message }: PartnerAnswer): string[] {
  const list = message.children.find(({ local }) => local === "Errors")?.children ?? [];
  return list.map((error) => `${valueOf(error, "Type")}/${valueOf(error, "Code")} ${error.text}`);
}

export function valueOf(element: XmlElement | undefined, attribute: string): string | undefined {
  return element?.attributes.find(({ local }) => local === attribute)?.value;
}

/** All elements of a name, anywhere. */
export function all(element: XmlElement, local: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.local === local ? [child] : []), ...all(child, local)]);
}
