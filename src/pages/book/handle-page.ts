/** From a request for a page of a group's booking page to its answer. */
import type { Result } from "../../base/result.ts";
import type { Ctx } from "../../host/context.ts";
import { failedPage, noPage } from "./error-page.ts";
import { type OpenVisit, openVisit } from "./open-visit.ts";

/** A request with what its path says. */
export interface PageRequest {
  request: Request;
  /** A part of the path by its name in the route table; "" where the route has none of that name. */
  param: (name: "groupId" | "hotelId" | "reservationId") => string;
}

/** Gives the answer, or why there is none. */
export type PageHandler = (asked: PageRequest, open: OpenVisit) => Promise<Result<Response>>;

/** The answer to a request for a page of a group, whatever happens. */
export async function answerPage(handler: PageHandler, asked: PageRequest, ctx: Ctx): Promise<Response> {
  const open = await openVisit(ctx, asked.request, asked.param("groupId"));
  if (!open.ok) return noPage(ctx, open.failure);
  const answer = await handler(asked, open.value);
  return answer.ok ? answer.value : failedPage(open.value.visit, answer.failure);
}
