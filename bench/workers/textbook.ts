/** Availability as the textbook has it: one row per room, rate and night in the same D1, joined and grouped in SQL. */
import { IttyRouter, type IRequest } from "itty-router";
import { TEXTBOOK_QUERY, textbookValues } from "../support/textbook-query.ts";

const router = IttyRouter();

router.get("/availabilities/:groupId", async (request: IRequest, env: Env) => {
  const values = textbookValues(request.params.groupId ?? "", new URL(request.url).searchParams);
  const { results } = await env.DB.prepare(TEXTBOOK_QUERY)
    .bind(...values)
    .all();
  return Response.json(results);
});

export default { fetch: (request, env) => router.fetch(request, env) as Promise<Response> } satisfies ExportedHandler<Env>;
