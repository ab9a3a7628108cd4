/**
 * Taking a message out of its envelope: SOAP 1.1 §4, SOAP 1.2 part 1 §2 and §5. Nothing of it is acted on before. Which header
 * blocks are understood is the endpoint's to say. Pure.
 */
import { SOAP_BLOCKS_NAMED_MAX } from "./limits.ts";
import { parseBoolean } from "./simple-types.ts";
import type { ExpandedName, XmlElement } from "./resolve-names.ts";
import { ENVELOPE_NAMESPACES, type EnvelopeForm } from "./soap-forms.ts";
import type { Refusal } from "./soap-refusal.ts";

/** The actors and roles an endpoint plays that is the last to get a message. Absent and empty mean the same. */
const OUR_ROLES: Readonly<Record<EnvelopeForm, readonly string[]>> = {
  soap11: ["", "http://schemas.xmlsoap.org/soap/actor/next"],
  soap12: ["", "http://www.w3.org/2003/05/soap-envelope/role/next", "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"],
};
const ROLE_ATTRIBUTE: Readonly<Record<EnvelopeForm, string>> = { soap11: "actor", soap12: "role" };

/** The one element in the body, or why there is none to perform. Header blocks that must be understood and are not come first. */
export function unwrapEnvelope(
  envelope: XmlElement,
  form: EnvelopeForm,
  isUnderstood: (block: ExpandedName) => boolean = () => false,
): { ok: true; payload: XmlElement } | { ok: false; refusal: Refusal } {
  const parts = takeParts(envelope, form);
  if (typeof parts === "string") return refuse(parts);
  const blocks: ExpandedName[] = [];
  for (const block of parts.header?.children ?? []) {
    const mandatory = isMandatory(block, form);
    if (mandatory === null) return refuse("mustUnderstand is not a boolean");
    if (mandatory && !isUnderstood(block) && blocks.length < SOAP_BLOCKS_NAMED_MAX) blocks.push(block);
  }
  if (blocks.length > 0) return { ok: false, refusal: { code: "must_understand", blocks } };
  const [payload, ...more] = parts.body.children;
  if (!payload) return refuse("the Body is empty");
  if (more.length > 0) return refuse("the Body holds more than one element");
  if (hasText(parts.body)) return refuse("the Body holds text");
  return { ok: true, payload };
}

function takeParts(envelope: XmlElement, form: EnvelopeForm): { header: XmlElement | null; body: XmlElement } | string {
  if (hasText(envelope)) return "the Envelope holds text";
  const isPart = (element: XmlElement | undefined, local: string): element is XmlElement =>
    element?.namespace === ENVELOPE_NAMESPACES[form] && element.local === local;
  const [first] = envelope.children;
  const header = isPart(first, "Header") ? first : null;
  const [body, ...rest] = envelope.children.slice(header ? 1 : 0);
  if (!isPart(body, "Body")) return "the Envelope holds no Body where it belongs";
  // SOAP 1.1 lets qualified elements follow that are not its own; they mean nothing here.
  const trailing = form === "soap12" ? rest.length > 0 : rest.some(({ namespace }) => namespace === "" || namespace === envelope.namespace);
  return trailing ? "the Envelope goes on after its Body" : { header, body };
}

/** Whether a header block is meant for this endpoint and must be understood; null where it says neither yes nor no. */
function isMandatory(block: XmlElement, form: EnvelopeForm): boolean | null {
  const attribute = (local: string): string | undefined =>
    block.attributes.find((one) => one.namespace === ENVELOPE_NAMESPACES[form] && one.local === local)?.value;
  const mandatory = parseBoolean(attribute("mustUnderstand") ?? "0");
  const role = (attribute(ROLE_ATTRIBUTE[form]) ?? "").trim();
  return OUR_ROLES[form].includes(role) ? mandatory : false;
}

function hasText(element: XmlElement): boolean {
  return /[^ \t\r\n]/.test(element.text);
}

function refuse(detail: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code: "malformed_envelope", detail: `${detail}.` } };
}
