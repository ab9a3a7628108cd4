/** The forms a message can have: bare, or in an envelope of SOAP 1.1 or 1.2 (docs/interface.md §6.2). Pure. */
import { FORM_GUESS_BYTES } from "./limits.ts";

export type Form = "bare" | "soap11" | "soap12";
export type EnvelopeForm = Exclude<Form, "bare">;

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

export const ENVELOPE_NAMESPACES: Readonly<Record<EnvelopeForm, string>> = {
  soap11: "http://schemas.xmlsoap.org/soap/envelope/",
  soap12: "http://www.w3.org/2003/05/soap-envelope",
};

export const CONTENT_TYPES: Readonly<Record<Form, string>> = {
  bare: "text/xml; charset=utf-8",
  soap11: "text/xml; charset=utf-8",
  soap12: "application/soap+xml; charset=utf-8",
};

const FIRST_TAG = /<(?![?!/])(?:[^\s<>/:]+:)?([^\s<>/:]*)/;

/** What stands before and after the payload of a message. */
export function wrapping(form: Form, header = ""): { open: string; close: string } {
  if (form === "bare") return { open: DECLARATION, close: "" };
  const open = `${DECLARATION}<soap:Envelope xmlns:soap="${ENVELOPE_NAMESPACES[form]}">${header}<soap:Body>`;
  return { open, close: "</soap:Body></soap:Envelope>" };
}

/** The form whose envelope this namespace names, or null. */
export function formOfNamespace(namespace: string): EnvelopeForm | null {
  if (namespace === ENVELOPE_NAMESPACES.soap11) return "soap11";
  return namespace === ENVELOPE_NAMESPACES.soap12 ? "soap12" : null;
}

/** The form to answer a document that cannot be read: what its first tag begins, else what its media type says. */
export function guessForm(bytes: Uint8Array, mediaType: string | null): Form {
  const text = new TextDecoder().decode(bytes.subarray(0, FORM_GUESS_BYTES));
  const byMediaType = mediaType === "application/soap+xml" ? "soap12" : "bare";
  if (FIRST_TAG.exec(text)?.[1] !== "Envelope") return byMediaType;
  if (text.includes(ENVELOPE_NAMESPACES.soap12)) return "soap12";
  return text.includes(ENVELOPE_NAMESPACES.soap11) || byMediaType === "bare" ? "soap11" : byMediaType;
}
