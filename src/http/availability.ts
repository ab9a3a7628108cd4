/** GET /availabilities/{groupId}: docs/interface.md §4.3. */
import { findAvailability } from "../selling/find-availability.ts";
import { answer, renderedJson } from "./answer.ts";
import { promoHeaders } from "./notices.ts";
import { AVAILABILITY_FORM } from "./render-availability.ts";
import { parseStayQuery } from "./stay-query.ts";
import type { CallerHandler } from "./types.ts";

export const getAvailability: CallerHandler = async (c, ctx) => {
  const query = parseStayQuery(c.req.url);
  if (!query.ok) return answer(ctx, query);
  const found = await findAvailability(ctx, query.value, AVAILABILITY_FORM);
  return found.ok ? renderedJson(found.value.bytes, promoHeaders(found.value.promo)) : answer(ctx, found);
};
