/** Whether something has happened since a page was made, for the script that keeps it fresh (docs/interface.md §20). */
import { html } from "hono/html";
import { ok } from "../../base/result.ts";
import { readPage } from "../../events/read-events.ts";
import { readTail } from "../../events/read-tail.ts";
import { typesOfAll } from "../../events/rules/event.ts";
import type { Markup } from "../layout.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";

const TYPES_OF_TODAY = typesOfAll(["reservation.*", "booking.*"]);
const ALL_TYPES = typesOfAll(["*"]);

export const getTodayNews: ConsoleHandler = tellNews(TYPES_OF_TODAY);
export const getEventsNews: ConsoleHandler = tellNews(ALL_TYPES);

/** `{"next":SEQUENCE,"news":BOOLEAN}` of what the operator may see after a sequence; `next` is what to ask after then. */
function tellNews(types: ReadonlySet<string>): ConsoleHandler {
  return async (_asked, { caller, url }) => {
    const after = Number(/^\d{1,15}$/.exec(url.searchParams.get("after") ?? "")?.[0] ?? 0);
    const { groupId, hotelId } = caller.principal;
    const tail = await readTail(caller, groupId, 0);
    const { events, next } = await readPage(caller, groupId, { after, types, hotelId, limit: 1 }, tail);
    const news = events.length > 0;
    return ok(Response.json({ next: news ? tail.head : next, news }, { headers: { "Cache-Control": "no-store" } }));
  };
}

/** The newest event of the group: read before a page's lists, so that nothing falls between. */
export async function newestEvent({ caller }: Desk): Promise<number> {
  return (await readTail(caller, caller.principal.groupId, 0)).head;
}

/** A way to see what is new: by a link, and where there is JavaScript by itself. `path` is where the news are told. */
export function freshLine({ url }: Desk, path: string, after: number): Markup {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ["done", "of", "resumed"]) query.delete(name);
  return html`<p class="soft">
    <a href="${url.pathname}?${query.toString()}">Refresh</a>
    <span data-news="${path}" data-after="${after}" hidden>This page follows what happens by itself.</span>
  </p>`;
}
