/**
 * The limit a Worker on this runtime can reach: the least routing there is (itty-router), no authentication, no thought.
 * What it answers was stored in it before (PUT /store/NAME), byte for byte as Tabard answers.
 */
import { IttyRouter, type IRequest } from "itty-router";

const stored = new Map<string, { bytes: ArrayBuffer; headers: Record<string, string> }>();

const router = IttyRouter();

router.put("/store/:name", async (request: IRequest) => {
  const headers = JSON.parse(request.headers.get("X-Store-Headers") ?? "{}") as Record<string, string>;
  stored.set(request.params.name ?? "", { bytes: await request.arrayBuffer(), headers });
  return new Response(null, { status: 204 });
});

/** The listing: the stored bytes, and 304 to whoever has them. */
router.get("/hotels/:groupId", (request: IRequest) => {
  const answer = stored.get(request.params.groupId ?? "");
  const etag = answer?.headers.ETag ?? "";
  const had = request.headers.get("If-None-Match") === etag;
  return had
    ? new Response(null, { status: 304, headers: { ETag: etag } })
    : new Response(answer?.bytes, { headers: answer?.headers ?? {} });
});

/** Availability: one trivial query of D1, then the stored bytes. */
router.get("/availabilities/:groupId", async (request: IRequest, env: Env) => {
  await env.DB.prepare("SELECT terms_version FROM groups WHERE group_id = ?1").bind(request.params.groupId).first();
  const answer = stored.get(request.params.groupId ?? "");
  return new Response(answer?.bytes, { headers: answer?.headers ?? {} });
});

router.all("*", () => new Response(null, { status: 404 }));

export default { fetch: (request, env) => router.fetch(request, env) as Promise<Response> } satisfies ExportedHandler<Env>;
