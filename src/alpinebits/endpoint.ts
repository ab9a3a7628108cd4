/** POST /alpinebits: an action from request to answer (docs/interface.md §16). */
import { hasScope } from "../access/rules/principal.ts";
import type { CallerCtx } from "../access/caller.ts";
import type { Failure } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { admitClient } from "../partners/admit-client.ts";
import { noteMessage } from "../partners/note-message.ts";
import { PARTNER_NAMES_MAX } from "../partners/limits.ts";
import { readBasic } from "../partners/rules/credentials.ts";
import { childOf } from "../xml/children.ts";
import { escapeText } from "../xml/escape.ts";
import { readDocument } from "../xml/read-document.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { writeElement } from "../xml/write-element.ts";
import { XmlError } from "../xml/xml-error.ts";
import { intersect } from "./handshake.ts";
import { readForm } from "./multipart.ts";
import { type Performed, pushFreeRooms, readGuestRequests, takeReport } from "./perform.ts";
import { ANSWER_HEADERS, NOT_PROVED, type ProtocolFault, UNKNOWN_ACTION, faultResponse } from "./protocol-fault.ts";
import { ACTIONS, type Action, PING, VERSIONS, type Version, findVersion } from "./versions.ts";
import { NOT_PERMITTED, writeAnswer } from "./write-answer.ts";

const VERSION_HEADER = "X-AlpineBits-ClientProtocolVersion";
const OTA_NAMESPACE = "http://www.opentravel.org/OTA/2003/05";

/** Performs the action of a request. The caller is proved before anything of the body is looked at. */
export async function postAlpineBits(request: Request, ctx: Ctx): Promise<Response> {
  const caller = await admitClient(ctx, readBasic(request.headers.get("Authorization")));
  if (!caller.ok) return faultResponse(faultOf(caller.failure));
  const header = request.headers.get(VERSION_HEADER)?.trim() ?? "";
  if (header === "") return faultResponse({ status: 400, text: `the header ${VERSION_HEADER} is missing` });
  const form = await readForm(request);
  if ("status" in form) return faultResponse(form);
  // The handshake is how a client of another version learns which ones are spoken here.
  const version = findVersion(header);
  if (!version && form.action !== PING.parameter) return faultResponse(OTHER_VERSION);
  const action = version ? ACTIONS[version].find(({ parameter }) => parameter === form.action) : PING;
  if (!action) return faultResponse(UNKNOWN_ACTION);
  const document = readRequestDocument(form.request, action);
  if ("status" in document) return faultResponse(document);
  if (action.scope !== null && !hasScope(caller.value.principal, action.scope)) {
    const errors = [{ code: NOT_PERMITTED, text: `The key lacks the scope ${action.scope}.` }];
    return xml(writeAnswer(action, { errors }));
  }
  if (!version || action.parameter === PING.parameter) return shakeHands(document);
  const performed = await perform(caller.value, version, action, document);
  note(caller.value, `AlpineBits ${version}`, action, performed);
  return xml(writeAnswer(action, performed.outcome));
}

const OTHER_VERSION: ProtocolFault = { status: 400, text: `only the versions ${VERSIONS.join(", ")} are spoken here` };

/** The document of the parameter `request`, whose root is the action's. */
function readRequestDocument(bytes: Uint8Array | null, { request }: Action): XmlElement | ProtocolFault {
  if (!bytes) return { status: 400, text: "the parameter request is missing" };
  try {
    const root = readDocument(bytes, PARTNER_NAMES_MAX);
    if (root.local === request && root.namespace === OTA_NAMESPACE) return root;
    return { status: 400, text: `the parameter request must hold a ${request} of ${OTA_NAMESPACE}` };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { status: 400, text: `the parameter request is not well-formed: ${error.message}` };
  }
}

/** The client's own announcement comes back to the letter. */
function shakeHands(document: XmlElement): Response {
  const echoData = childOf(document, "EchoData")?.text ?? "";
  const common = intersect(echoData);
  if (common === null) return faultResponse({ status: 400, text: 'EchoData must be JSON: {"versions":[…]}' });
  const warning = writeElement("Warning", { Type: 11, Status: "ALPINEBITS_HANDSHAKE" }, escapeText(common));
  const content = writeElement("Warnings", {}, warning) + writeElement("EchoData", {}, escapeText(echoData));
  return xml(writeAnswer(PING, { warnings: [], content }));
}

function perform(ctx: CallerCtx, version: Version, { request }: Action, document: XmlElement): Promise<Performed> {
  switch (request) {
    case "OTA_ReadRQ":
      return readGuestRequests(ctx, version, document);
    case "OTA_NotifReportRQ":
      return takeReport(ctx, document);
    default:
      return pushFreeRooms(ctx, version, document);
  }
}

function note(ctx: CallerCtx, protocol: string, { request }: Action, { outcome, hotelIds, detail }: Performed): void {
  const accepted = !("errors" in outcome);
  const told =
    "errors" in outcome
      ? { errors: outcome.errors.map(({ text }) => text) }
      : outcome.warnings.length > 0
        ? { warnings: outcome.warnings }
        : {};
  for (const hotelId of hotelIds) {
    noteMessage(ctx, { hotelId, protocol, message: request, echoToken: null, accepted, detail: { ...detail, ...told } });
  }
}

function faultOf(failure: Failure): ProtocolFault {
  if (failure.code !== "too_many_requests") return NOT_PROVED;
  const { retryAfterSeconds } = failure;
  return { status: 429, text: `too many requests, try again in ${retryAfterSeconds} s`, retryAfterSeconds };
}

function xml(body: string): Response {
  return new Response(body, { headers: { ...ANSWER_HEADERS, "Content-Type": "application/xml; charset=utf-8" } });
}
