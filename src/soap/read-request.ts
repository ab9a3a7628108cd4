/** From an HTTP request to an operation and its element, whatever form it came in: docs/interface.md §6.2 and §6.3. */
import { XML_BODY_BYTES_MAX, XML_NAMES_MAX } from "./limits.ts";
import { isFromAnotherOrigin } from "../base/another-origin.ts";
import { readBody } from "../base/read-body.ts";
import { readDocument } from "../xml/read-document.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { XmlError } from "../xml/xml-error.ts";
import { unwrapEnvelope } from "../xml/soap-envelope.ts";
import { type Form, formOfNamespace, guessForm } from "../xml/soap-forms.ts";
import { collectHints, findContradiction } from "./hints.ts";
import { type MediaType, isReadable, parseMediaType } from "../xml/media-type.ts";
import { OPERATIONS, type Operation, findOperation } from "./operations.ts";
import type { Refusal } from "../xml/soap-refusal.ts";

/** `form` is what to answer in. */
export type SoapRequest = { ok: true; form: Form; operation: Operation; element: XmlElement } | { ok: false; form: Form; refusal: Refusal };

/** Reads a request. Nothing has run when it is refused. */
export async function readRequest(request: Request, namespace: string): Promise<SoapRequest> {
  const header = request.headers.get("Content-Type");
  const mediaType = header === null || header.trim() === "" ? null : parseMediaType(header);
  if (mediaType && !isReadable(mediaType)) {
    const detail = "Send text/xml, application/xml or application/soap+xml, in UTF-8.";
    return refuse("bare", { code: "unsupported_media_type", detail });
  }
  // Browsers send such a body across origins without asking first.
  if (!mediaType && isFromAnotherOrigin(request)) {
    return refuse("bare", { code: "unsupported_media_type", detail: "From another origin, send a Content-Type." });
  }
  const bytes = await readBody(request, XML_BODY_BYTES_MAX);
  if (!bytes) return refuse("bare", { code: "body_too_large", detail: `A body may have ${XML_BODY_BYTES_MAX} bytes.` });
  let root: XmlElement;
  try {
    root = readDocument(bytes, XML_NAMES_MAX);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return refuse(guessForm(bytes, mediaType?.essence ?? null), { code: "malformed_xml", detail: `${error.message}.` });
  }
  return dispatch(request, mediaType, root, namespace);
}

function dispatch(request: Request, mediaType: MediaType | null, root: XmlElement, namespace: string): SoapRequest {
  let form: Form = mediaType?.essence === "application/soap+xml" ? "soap12" : "bare";
  let element = root;
  if (root.local === "Envelope" && root.namespace !== namespace) {
    const envelopeForm = formOfNamespace(root.namespace);
    if (!envelopeForm) return refuse(form === "bare" ? "soap11" : form, { code: "version_mismatch" });
    form = envelopeForm;
    const unwrapped = unwrapEnvelope(root, form);
    if (!unwrapped.ok) return refuse(form, unwrapped.refusal);
    element = unwrapped.payload;
  }
  const operation = element.namespace === namespace ? findOperation(element.local) : null;
  if (!operation) return refuse(form, { code: "unknown_operation", detail: unknown(element, namespace) });
  const contradiction = findContradiction(collectHints(request, mediaType), namespace, operation.name);
  if (contradiction) {
    const detail = `the body asks for ${operation.name}, ${contradiction.source} for something else.`;
    return refuse(form, { code: "contradicting_action", detail });
  }
  // An operation without an envelope is answered without one, whatever the media type says.
  return { ok: true, form: element === root ? "bare" : form, operation, element };
}

function unknown(element: XmlElement, namespace: string): string {
  const known = OPERATIONS.map(({ name }) => name).join(", ");
  return `{${element.namespace}}${element.local}. The operations of {${namespace}} are ${known}.`;
}

function refuse(form: Form, refusal: Refusal): SoapRequest {
  return { ok: false, form, refusal };
}
