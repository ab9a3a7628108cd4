/** From a request for a page of a group's booking page to its answer. */
import type { Result } from "../../base/result.ts";
import type { HttpContext, OpenHandler } from "../../http/types.ts";
import { failedPage, noPage } from "./error-page.ts";
import { type OpenVisit, openVisit } from "./open-visit.ts";

/** Gives the answer, or why there is none. */
export type PageHandler = (c: HttpContext, open: OpenVisit) => Promise<Result<Response>>;

/** A route's handler for a page. */
export function bookingRoute(handler: PageHandler): OpenHandler {
  return async (c, ctx) => {
    const open = await openVisit(ctx, c.req.raw, c.req.param("groupId") ?? "");
    if (!open.ok) return noPage(open.failure);
    const answer = await handler(c, open.value);
    return answer.ok ? answer.value : failedPage(open.value.visit, answer.failure);
  };
}
