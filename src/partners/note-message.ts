/** Notes a partner's message in the log, behind its answer: what is not noted must not cost an answer. */
import type { CallerCtx } from "../access/caller.ts";
import { base64Url } from "../base/bytes.ts";
import { asGroup } from "../host/group-database.ts";
import { MESSAGE_ID_BYTES } from "./limits.ts";
import { insertMessage } from "./rows/messages.ts";
import { type MessageEntry, tokenOf } from "./rules/message-entry.ts";

export function noteMessage(ctx: CallerCtx, { hotelId, protocol, message, echoToken, accepted, detail }: MessageEntry): void {
  const noted = insertMessage(asGroup(ctx, ctx.principal.groupId).db, ctx.principal.groupId, {
    hotel_id: hotelId,
    at_ms: ctx.now(),
    message_id: base64Url(ctx.randomBytes(MESSAGE_ID_BYTES)),
    client: ctx.principal.subject,
    protocol,
    message,
    echo_token: tokenOf(echoToken),
    accepted: accepted ? 1 : 0,
    detail: JSON.stringify(detail),
  });
  ctx.background(noted.catch((error: unknown) => ctx.log({ event: "partner_message_not_noted", detail: String(error) })));
}
