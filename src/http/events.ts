/** GET /events/{groupId}: the feed, as JSON or as a stream (docs/interface.md §17). */
import type { CallerCtx } from "../access/caller.ts";
import { utf8 } from "../base/bytes.ts";
import { followEvents } from "../events/follow-events.ts";
import { type EventPage, readEvents } from "../events/read-events.ts";
import { writeEvent } from "../events/rules/event.ts";
import { answer, renderedJson } from "./answer.ts";
import { type FeedRequest, parseEventQuery } from "./event-query.ts";
import { admit } from "./gate.ts";
import type { CallerHandler } from "./types.ts";

const STREAM_TYPE = "text/event-stream";
/** How soon a reader whose stream ended comes again. */
const RETRY = "retry: 1000\n";

export const getEvents: CallerHandler = async (c, ctx) => {
  const streams = (c.req.header("Accept") ?? "").toLowerCase().includes(STREAM_TYPE);
  const query = parseEventQuery(c.req.url, streams ? c.req.header("Last-Event-ID") : undefined);
  if (!query.ok) return answer(ctx, query);
  if (streams) return streamEvents(c.req.raw, ctx, query.value);
  const { events, next } = await readEvents(ctx, query.value);
  const texts = events.map((event) => writeEvent(ctx.principal.groupId, event));
  return renderedJson(`{"events":[${texts.join(",")}],"next":${next}}`, { Vary: "Accept" });
};

function streamEvents(request: Request, ctx: CallerCtx, query: FeedRequest): Response {
  const { groupId } = ctx.principal;
  const mayStay = async (): Promise<boolean> => (await admit(request, ctx, groupId, { access: "events" })).ok;
  const pages = followEvents(ctx, query, mayStay);
  const write = streamWriter(groupId, query.after);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const page = await pages.next();
        if (page.done === true) controller.close();
        else controller.enqueue(utf8(write(page.value)));
      },
      cancel: async () => {
        await pages.return(undefined);
      },
    },
    // Nothing is read ahead: a reader that is slow holds up its own stream alone.
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": STREAM_TYPE, "Cache-Control": "no-store", "X-Accel-Buffering": "no", Vary: "Accept" };
  return new Response(body, { headers });
}

/**
 * Pages as lines of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html §9.2.5). An id without data is no
 * event, but what the reader sends as Last-Event-ID: it tells how far the filter has passed over others.
 */
function streamWriter(groupId: string, after: number): (page: EventPage) => string {
  let told = after;
  let begun = false;
  return ({ events, next }) => {
    const lines = events.map((event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${writeEvent(groupId, event)}\n\n`);
    told = events.at(-1)?.sequence ?? told;
    if (begun && events.length > 0) return lines.join("");
    const moved = next > told ? `id: ${next}\n` : "";
    told = next;
    const comment = `: ${begun ? "still here" : "the events of the group"}\n${begun ? "" : RETRY}${moved}\n`;
    begun = true;
    return comment + lines.join("");
  };
}
