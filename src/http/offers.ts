/** GET /offers/{groupId}/{hotelId}: docs/interface.md §4.4. */
import { listOffers } from "../selling/list-offers.ts";
import { answer, json } from "./answer.ts";
import { promoHeaders } from "./notices.ts";
import { offersJson } from "./render-availability.ts";
import { parseStayQuery } from "./stay-query.ts";
import type { CallerHandler } from "./types.ts";

export const getOffers: CallerHandler = async (c, ctx) => {
  const query = parseStayQuery(c.req.url);
  if (!query.ok) return answer(ctx, query);
  const found = await listOffers(ctx, c.req.param("hotelId") ?? "", query.value);
  return found.ok ? json(offersJson(found.value, query.value.arrival), promoHeaders(found.value.promo)) : answer(ctx, found);
};
