/**
 * A request from bytes to its message, in two steps: its opening, of which no more than UNPROVED_BYTES_MAX bytes are parsed,
 * tells who calls and what answer is due; the whole is parsed for a proved caller only (docs/interface.md §15).
 */
import { gunzip } from "../base/gunzip.ts";
import { readBody } from "../base/read-body.ts";
import { PARTNER_BODY_BYTES_MAX, PARTNER_NAMES_MAX, UNPROVED_BYTES_MAX } from "../partners/limits.ts";
import { type Credentials, readBasic } from "../partners/rules/credentials.ts";
import { attributeOf } from "../xml/children.ts";
import { isReadable, parseMediaType } from "../xml/media-type.ts";
import { readDocument, readOpening } from "../xml/read-document.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { unwrapEnvelope } from "../xml/soap-envelope.ts";
import { type Form, formOfNamespace, guessForm } from "../xml/soap-forms.ts";
import type { Refusal } from "../xml/soap-refusal.ts";
import { XmlError } from "../xml/xml-error.ts";
import { OTA_MESSAGES, OTA_NAMESPACE, type OtaMessage, findMessage } from "./messages.ts";
import { isSecurity, readSecurity } from "./read-security.ts";

/** What an answer needs of its request. */
export interface Opening {
  form: Form;
  message: OtaMessage;
  echoToken: string | null;
  version: string | null;
}

export interface OtaRequest extends Opening {
  bytes: Uint8Array;
  /** Null where none were sent that can be checked. */
  credentials: Credentials | null;
}

type Read<T> = { ok: true; value: T } | { ok: false; form: Form; refusal: Refusal };

/** Reads a request's opening. Nothing has run when it is refused. */
export async function readRequest(request: Request): Promise<Read<OtaRequest>> {
  const header = request.headers.get("Content-Type") ?? "";
  const mediaType = header.trim() === "" ? null : parseMediaType(header);
  // A page elsewhere can have a browser send a body without a type unasked, with a password that the browser remembers.
  if (mediaType ? !isReadable(mediaType) : request.headers.has("Origin")) {
    const detail = "Send text/xml, application/xml or application/soap+xml, in UTF-8.";
    return refuse("bare", { code: "unsupported_media_type", detail });
  }
  const sent = await readBody(request, PARTNER_BODY_BYTES_MAX);
  const bytes = sent && isGzip(request) ? await gunzip(sent, PARTNER_BODY_BYTES_MAX) : sent;
  if (bytes === "malformed") return refuse("bare", { code: "malformed_xml", detail: "The body is no gzip." });
  if (!bytes || bytes === "too_large")
    return refuse("bare", { code: "body_too_large", detail: `A body may have ${PARTNER_BODY_BYTES_MAX} bytes, unpacked.` });
  return attempt(bytes, mediaType?.essence ?? null, () => {
    const root = readOpening(bytes, UNPROVED_BYTES_MAX, isMessage);
    const found = findPayload(root);
    if (!found.ok) return found;
    const { form, payload } = found.value;
    const message = payload.namespace === OTA_NAMESPACE ? findMessage(payload.local) : null;
    if (!message) return refuse(form, { code: "unknown_operation", detail: unknown(payload) });
    const credentials = readBasic(request.headers.get("Authorization")) ?? readSecurity(root);
    const opening = { form, message, echoToken: attributeOf(payload, "EchoToken"), version: attributeOf(payload, "Version") };
    return { ok: true, value: { ...opening, bytes, credentials } };
  });
}

/** The whole message of a request whose caller is proved. */
export function readMessage({ bytes }: OtaRequest): Read<XmlElement> {
  return attempt(bytes, null, () => {
    const found = findPayload(readDocument(bytes, PARTNER_NAMES_MAX));
    return found.ok ? { ok: true, value: found.value.payload } : found;
  });
}

/** Whether a start tag begins the message: the first element, or the first one in the Body of an Envelope. */
function isMessage(path: readonly string[]): boolean {
  const [root, body] = path.map((name) => name.slice(name.indexOf(":") + 1));
  return root === "Envelope" ? body === "Body" && path.length === 3 : path.length === 1;
}

function findPayload(root: XmlElement): Read<{ form: Form; payload: XmlElement }> {
  if (root.local !== "Envelope") return { ok: true, value: { form: "bare", payload: root } };
  const form = formOfNamespace(root.namespace);
  if (!form) return refuse("soap11", { code: "version_mismatch" });
  const unwrapped = unwrapEnvelope(root, form, isSecurity);
  return unwrapped.ok ? { ok: true, value: { form, payload: unwrapped.payload } } : refuse(form, unwrapped.refusal);
}

function attempt<T>(bytes: Uint8Array, mediaType: string | null, read: () => Read<T>): Read<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return refuse(guessForm(bytes, mediaType), { code: "malformed_xml", detail: `${error.message}.` });
  }
}

function isGzip(request: Request): boolean {
  return request.headers.get("Content-Encoding")?.trim().toLowerCase() === "gzip";
}

function unknown({ namespace, local }: XmlElement): string {
  return `{${namespace}}${local}. The messages of {${OTA_NAMESPACE}} are ${OTA_MESSAGES.map(({ request }) => request).join(", ")}.`;
}

function refuse(form: Form, refusal: Refusal): { ok: false; form: Form; refusal: Refusal } {
  return { ok: false, form, refusal };
}
