/** The answer to a message, in the request's form: docs/interface.md §15. Pure. */
import { escapeAttribute, escapeText } from "../xml/escape.ts";
import { CONTENT_TYPES, wrapping } from "../xml/soap-forms.ts";
import { writeElement } from "../xml/write-element.ts";
import type { Findings } from "./findings.ts";
import { OTA_NAMESPACE } from "./messages.ts";
import type { Opening } from "./read-request.ts";

/** What OpenTravel takes for a Version. */
const VERSION = /^\d{1,9}(?:\.\d{1,9})?$/;
const VERSION_DEFAULT = "1.0";

/** An advisory: OpenTravel's list EWT. */
const ADVISORY = 11;

/** The whole answer: errors, or Success with warnings and `content`. Faults of the message are HTTP 200 too. */
export function answerMessage(opening: Opening, findings: Findings, nowMs: number, content = ""): Response {
  const body = writeAnswer(opening, findings, nowMs, content);
  return new Response(body, { headers: { "Content-Type": CONTENT_TYPES[opening.form], "Cache-Control": "no-store" } });
}

/** The same as text. */
export function writeAnswer({ form, message, echoToken, version }: Opening, findings: Findings, nowMs: number, content: string): string {
  const { open, close } = wrapping(form);
  const echo = echoToken === null ? "" : ` EchoToken="${escapeAttribute(echoToken)}"`;
  const attributes = `${echo} TimeStamp="${new Date(nowMs).toISOString()}" Version="${version !== null && VERSION.test(version) ? version : VERSION_DEFAULT}"`;
  const result = findings.errors.length > 0 ? writeErrors(findings) : `<Success/>${writeWarnings(findings)}${content}`;
  return `${open}<${message.response} xmlns="${OTA_NAMESPACE}"${attributes}>${result}</${message.response}>${close}`;
}

function writeErrors({ errors }: Findings): string {
  const elements = errors.map(({ type, code, text }) => writeElement("Error", { Type: type, Code: code }, escapeText(text)));
  return `<Errors>${elements.join("")}</Errors>`;
}

function writeWarnings({ warnings }: Findings): string {
  if (warnings.length === 0) return "";
  return `<Warnings>${warnings.map((text) => writeElement("Warning", { Type: ADVISORY }, escapeText(text))).join("")}</Warnings>`;
}
