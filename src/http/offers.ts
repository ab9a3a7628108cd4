/** GET /offers/{groupId}/{hotelId}: docs/interface.md §4.4. */
import { listOffers } from "../selling/list-offers.ts";
import { ok } from "../base/result.ts";
import { answer } from "./answer.ts";
import { offersJson } from "./render-availability.ts";
import { parseStayQuery } from "./stay-query.ts";
import type { CallerHandler } from "./types.ts";

export const getOffers: CallerHandler = async (c, ctx) => {
  const query = parseStayQuery(c.req.url);
  if (!query.ok) return answer(ctx, query);
  const found = await listOffers(ctx, c.req.param("hotelId") ?? "", query.value);
  return answer(ctx, found.ok ? ok(offersJson(found.value, query.value.arrival)) : found);
};
