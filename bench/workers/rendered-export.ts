/**
 * The limit of an export: the same documents, already rendered in the database, one row per transaction, streamed with the
 * same pages, the next fetched while the last is written, in the same chunks. No session, no arguments.
 */
import { IttyRouter } from "itty-router";

const PAGE_ROWS = 1_000;
const CHUNK_CHARS = 64 * 1024;
const encoder = new TextEncoder();

const router = IttyRouter();

router.post("/soap", (_request: Request, env: Env) => {
  const chunks = renderedChunks(env.DB);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/xml; charset=utf-8" } });
});

export default { fetch: (request, env) => router.fetch(request, env) as Promise<Response> } satisfies ExportedHandler<Env>;

async function* renderedChunks(db: D1Database): AsyncGenerator<string, void, void> {
  let text = "";
  let next = readPage(db, -1);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last) next = readPage(db, last[0]);
    for (const [, xml] of page) {
      text += xml;
      if (text.length < CHUNK_CHARS) continue;
      yield text;
      text = "";
    }
    if (!last) break;
  }
  if (text !== "") yield text;
}

function readPage(db: D1Database, behind: number): Promise<[number, string][]> {
  return db.prepare("SELECT seq, xml FROM rendered WHERE seq > ?1 ORDER BY seq LIMIT ?2").bind(behind, PAGE_ROWS).raw<[number, string]>();
}
