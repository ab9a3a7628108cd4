/** A message that reaches no operation, as a SOAP fault or as problem+xml (docs/interface.md §6.8; RFC 9457 appendix B). Pure. */
import { escapeAttribute, escapeText } from "./escape.ts";
import type { ExpandedName } from "./resolve-names.ts";
import { CONTENT_TYPES, DECLARATION, ENVELOPE_NAMESPACES, type EnvelopeForm, type Form, wrapping } from "./soap-forms.ts";

export type Refusal =
  | { code: "body_too_large"; detail: string }
  | { code: "unsupported_media_type"; detail: string }
  | { code: "too_many_requests"; detail: string; retryAfterSeconds: number }
  | { code: "malformed_xml"; detail: string }
  | { code: "malformed_envelope"; detail: string }
  | { code: "unknown_operation"; detail: string }
  | { code: "contradicting_action"; detail: string }
  | { code: "version_mismatch" }
  /** The header blocks that were marked mustUnderstand and are not understood. */
  | { code: "must_understand"; blocks: readonly ExpandedName[] };

const TITLES: Readonly<Record<Refusal["code"], { status: number; title: string }>> = {
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  too_many_requests: { status: 429, title: "Too many requests" },
  malformed_xml: { status: 400, title: "The body is not well-formed XML" },
  malformed_envelope: { status: 400, title: "The envelope is malformed" },
  unknown_operation: { status: 400, title: "There is no such operation" },
  contradicting_action: { status: 400, title: "The request names two operations" },
  version_mismatch: { status: 400, title: "The envelope is of neither SOAP 1.1 nor SOAP 1.2" },
  must_understand: { status: 400, title: "A header block must be understood and is not" },
};

const PROBLEM_NAMESPACE = "urn:ietf:rfc:7807";

/** The whole answer. What HTTP itself refuses (413, 415, 429) is a problem in every form; faults are HTTP 500. */
export function refusalResponse(refusal: Refusal, form: Form, requestId: string): Response {
  const { status } = TITLES[refusal.code];
  if (form === "bare" || status !== 400) {
    const headers = new Headers({ "Content-Type": "application/problem+xml", "Cache-Control": "no-store" });
    if (refusal.code === "too_many_requests") headers.set("Retry-After", String(refusal.retryAfterSeconds));
    return new Response(writeProblem(refusal, requestId), { status, headers });
  }
  const body = form === "soap11" ? writeFault11(refusal, requestId) : writeFault12(refusal, requestId);
  return new Response(body, { status: 500, headers: { "Content-Type": CONTENT_TYPES[form], "Cache-Control": "no-store" } });
}

function writeProblem(refusal: Refusal, requestId: string): string {
  const { status, title } = TITLES[refusal.code];
  const members = { type: `urn:tabard:problem:${refusal.code}`, title, detail: detailOf(refusal), status, code: refusal.code, requestId };
  const children = Object.entries(members).map(([name, value]) => `<${name}>${escapeText(String(value))}</${name}>`);
  return `${DECLARATION}<problem xmlns="${PROBLEM_NAMESPACE}">${children.join("")}</problem>`;
}

/** SOAP 1.1 §4.4. Its detail is about the body: there is none where the fault lies in the envelope or a header. */
function writeFault11(refusal: Refusal, requestId: string): string {
  const code = faultCode(refusal, "Client");
  const detail = code === "Client" ? `<detail>${writeRequestId(requestId)}</detail>` : "";
  const { open, close } = wrapping("soap11");
  return `${open}<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${escapeText(sentence(refusal))}</faultstring>${detail}</soap:Fault>${close}`;
}

/** SOAP 1.2 part 1 §5.4, with the header blocks of §5.4.7 and §5.4.8. */
function writeFault12(refusal: Refusal, requestId: string): string {
  const code = faultCode(refusal, "Sender");
  const blocks = writeFaultHeader(refusal);
  const { open, close } = wrapping("soap12", blocks === "" ? "" : `<soap:Header>${blocks}</soap:Header>`);
  return (
    `${open}<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code>` +
    `<soap:Reason><soap:Text xml:lang="en">${escapeText(sentence(refusal))}</soap:Text></soap:Reason>` +
    `<soap:Detail>${writeRequestId(requestId)}</soap:Detail></soap:Fault>${close}`
  );
}

/** The code, where the fault is the sender's: SOAP 1.1 calls it client. */
function faultCode(refusal: Refusal, sender: "Client" | "Sender"): string {
  if (refusal.code === "version_mismatch") return "VersionMismatch";
  return refusal.code === "must_understand" ? "MustUnderstand" : sender;
}

function writeFaultHeader(refusal: Refusal): string {
  if (refusal.code === "version_mismatch") {
    const supported = (form: EnvelopeForm) =>
      `<soap:SupportedEnvelope qname="v:Envelope" xmlns:v="${escapeAttribute(ENVELOPE_NAMESPACES[form])}"/>`;
    return `<soap:Upgrade>${supported("soap12")}${supported("soap11")}</soap:Upgrade>`;
  }
  if (refusal.code !== "must_understand") return "";
  return refusal.blocks.map(writeNotUnderstood).join("");
}

/** No prefix can be bound to no namespace: a block that is in none is named without one, for there is no default here. */
function writeNotUnderstood({ namespace, local }: ExpandedName): string {
  if (namespace === "") return `<soap:NotUnderstood qname="${escapeAttribute(local)}"/>`;
  return `<soap:NotUnderstood qname="b:${escapeAttribute(local)}" xmlns:b="${escapeAttribute(namespace)}"/>`;
}

function writeRequestId(requestId: string): string {
  return `<requestId xmlns="urn:tabard:problem">${escapeText(requestId)}</requestId>`;
}

function sentence(refusal: Refusal): string {
  return `${TITLES[refusal.code].title}: ${detailOf(refusal)}`;
}

function detailOf(refusal: Refusal): string {
  switch (refusal.code) {
    case "version_mismatch":
      return "send an Envelope of SOAP 1.1 or SOAP 1.2, or the operation's element alone.";
    case "must_understand":
      return refusal.blocks.map(({ namespace, local }) => `{${namespace}}${local}`).join(", ");
    default:
      return refusal.detail;
  }
}
