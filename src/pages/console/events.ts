/** /console/events: what happened, who is told of it, and what partners sent (docs/interface.md §20). */
import { hasScope } from "../../access/rules/principal.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { changeWebhook } from "../../events/change-webhook.ts";
import { WEBHOOKS_PER_PAGE_MAX } from "../../events/limits.ts";
import { listWebhooks } from "../../events/list-webhooks.ts";
import { readTail } from "../../events/read-tail.ts";
import { seenBy, typesOfAll } from "../../events/rules/event.ts";
import { type NotedMessage, listMessages } from "../../partners/list-messages.ts";
import { newKey } from "../form-key.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { EVENTS_SHOWN } from "../limits.ts";
import { readForm } from "../read-form.ts";
import { eventsPage } from "./events-page.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";

export const getEvents: ConsoleHandler = async (_asked, desk) => {
  const { caller, url } = desk;
  const { groupId, hotelId } = caller.principal;
  const tail = await readTail(caller, groupId, 0);
  const filter = { types: typesOfAll(["*"]), hotelId };
  const events = tail.events
    .toReversed()
    .flatMap((event) => seenBy(event, filter) ?? [])
    .slice(0, EVENTS_SHOWN);
  const { webhooks } = await listWebhooks(caller, { after: "", limit: WEBHOOKS_PER_PAGE_MAX });
  const messages = await messagesOf(desk);
  if (!messages.ok) return messages;
  const done = url.searchParams.has("resumed") ? ["Deliveries to this webhook go on from where they stopped."] : [];
  const view = { events, webhooks, messages: messages.value, key: newKey(caller), newest: tail.head, done };
  return ok(await pageResponse(eventsPage(desk, view), desk.nonce));
};

/** Enabling one that is enabled changes nothing: it may be sent again. */
export const postResume: ConsoleHandler = async ({ request, param }, { caller }) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const resumed = await changeWebhook(caller, param("webhookId"), { state: "enabled" });
  return resumed.ok ? ok(seeOther("/console/events?resumed=1")) : resumed;
};

/** Of one hotel at a time; null where the operator may not see them. */
async function messagesOf({ caller, url, hotels }: Desk): Promise<Result<{ hotelId: string; messages: readonly NotedMessage[] } | null>> {
  if (!hasScope(caller.principal, "rates")) return ok(null);
  const asked = url.searchParams.get("hotel");
  const hotel = asked === null ? hotels[0] : hotels.find(({ hotelId }) => hotelId === asked);
  if (!hotel) return asked === null ? ok(null) : fail({ code: "not_found", detail: "There is no such hotel." });
  const listed = await listMessages(caller, hotel.hotelId, { before: null, limit: EVENTS_SHOWN });
  return listed.ok ? ok({ hotelId: hotel.hotelId, messages: listed.value.messages }) : listed;
}
