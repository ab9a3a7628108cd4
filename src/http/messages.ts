/** GET /messages/{groupId}/{hotelId}: what partners sent of a hotel, and what came of it (docs/interface.md §15). */
import * as z from "zod/mini";
import { fail, ok } from "../base/result.ts";
import { MESSAGES_PER_PAGE_DEFAULT, MESSAGES_PER_PAGE_MAX } from "../partners/limits.ts";
import { type MessageCursor, listMessages } from "../partners/list-messages.ts";
import { answer } from "./answer.ts";
import { numberParameter, parseQuery } from "./query.ts";
import type { CallerHandler } from "./types.ts";

export const MessageQuerySchema = z.object({
  after: z.optional(z.string().check(z.meta({ description: "The `next` of the page before; left out: the newest" }))),
  limit: numberParameter("Messages at most", 1, MESSAGES_PER_PAGE_MAX, MESSAGES_PER_PAGE_DEFAULT),
});

/** Newest first. */
export const getMessages: CallerHandler = async (c, ctx) => {
  const query = parseQuery(c.req.url, MessageQuerySchema);
  if (!query.ok) return answer(ctx, query);
  const { after, limit } = query.value;
  const before = after === undefined ? null : readCursor(after);
  if (before === "malformed") {
    const error = { parameter: "after", code: "invalid_format", detail: "Must be the next of a page of this list." };
    return answer(ctx, fail({ code: "invalid_parameter", errors: [error] }));
  }
  const listed = await listMessages(ctx, c.req.param("hotelId") ?? "", { before, limit });
  if (!listed.ok) return answer(ctx, listed);
  const messages = listed.value.messages.map(({ id, atMs, client, protocol, message, echoToken, accepted, detail }) => ({
    messageId: id,
    receivedAt: new Date(atMs).toISOString(),
    client,
    protocol,
    message,
    echoToken,
    status: accepted ? "accepted" : "refused",
    ...detail,
  }));
  return answer(ctx, ok({ messages, next: writeCursor(listed.value.next) }));
};

function writeCursor(cursor: MessageCursor): string | null {
  return cursor && `${cursor[0]}-${cursor[1]}`;
}

function readCursor(text: string): MessageCursor | "malformed" {
  const match = /^(\d{1,15})-([\w-]{1,32})$/.exec(text);
  return match ? [Number(match[1]), match[2] ?? ""] : "malformed";
}
