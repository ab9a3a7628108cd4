/** POST /ota: a message from request to answer (docs/interface.md §15). */
import { noteRefusal } from "../access/shut-out.ts";
import type { Failure } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { admitClient } from "../partners/admit-client.ts";
import { noteMessage } from "../partners/note-message.ts";
import { refusalResponse } from "../xml/soap-refusal.ts";
import { NOT_PROVED, noFindings } from "./findings.ts";
import { perform } from "./perform.ts";
import { type OtaRequest, readMessage, readRequest } from "./read-request.ts";
import { answerMessage } from "./write-answer.ts";

/** Performs the message of a request and answers in its form. */
export async function postOta(request: Request, ctx: Ctx): Promise<Response> {
  const read = await readRequest(request);
  if (!read.ok) {
    if (read.refusal.code === "malformed_xml") noteRefusal(ctx, "unreadable_xml");
    return refusalResponse(read.refusal, read.form, ctx.requestId);
  }
  const opening = read.value;
  const caller = await admitClient(ctx, opening.credentials);
  if (!caller.ok) return refuseCaller(ctx, opening, caller.failure);
  const message = readMessage(opening);
  if (!message.ok) return refusalResponse(message.refusal, message.form, ctx.requestId);
  const { findings, content, hotelIds, detail } = await perform(caller.value, opening.message, message.value);
  const { errors, warnings } = findings;
  const told = {
    ...detail,
    ...(errors.length > 0 ? { errors: errors.map(({ text }) => text) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  for (const hotelId of hotelIds) {
    const entry = { hotelId, protocol: "OTA", message: opening.message.request, echoToken: opening.echoToken };
    noteMessage(caller.value, { ...entry, accepted: errors.length === 0, detail: told });
  }
  return answerMessage(opening, findings, ctx.now(), content);
}

function refuseCaller(ctx: Ctx, opening: OtaRequest, failure: Failure): Response {
  if (failure.code !== "too_many_requests") return answerMessage(opening, { ...noFindings(), errors: [NOT_PROVED] }, ctx.now());
  const { code, retryAfterSeconds } = failure;
  return refusalResponse({ code, retryAfterSeconds, detail: `try again in ${retryAfterSeconds} s.` }, opening.form, ctx.requestId);
}
