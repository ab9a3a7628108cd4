/**
 * Tabard, telling what a request uses. One with the header `X-Bill` is answered once all work behind the answer is done,
 * and the answer's header of that name holds the Bill as JSON. One with `X-Cold` is answered as a new isolate would in a
 * place where KV and the cache hold nothing yet.
 */
import { createApp } from "../../src/app.ts";
import type { Platform } from "../../src/host/context.ts";
import { newPlatform } from "../support/new-platform.ts";
import { billedDatabase, billedKeyValue, emptyBill } from "../support/billed-bindings.ts";

const app = createApp();
let platform: Platform | null = null;

export default {
  fetch(request, env, execution) {
    if (request.headers.has("X-Cold")) platform = null;
    platform ??= newPlatform(env);
    return request.headers.has("X-Bill") ? answerWithBill(request, env, platform) : app.fetch(request, platform, execution);
  },
} satisfies ExportedHandler<Env>;

async function answerWithBill(request: Request, env: Env, host: Platform): Promise<Response> {
  const bill = emptyBill();
  const works: Promise<unknown>[] = [];
  const billed = { ...host, db: billedDatabase(env.DB, bill), kv: billedKeyValue(host.kv, bill) };
  const execution = { waitUntil: (work: Promise<unknown>) => void works.push(work), passThroughOnException: () => {}, props: {} };
  const answer = await app.fetch(request, billed, execution);
  const body = answer.body && (await answer.arrayBuffer());
  // Work may leave work behind: the list grows while it is walked.
  for (const work of works) await work;
  const headers = new Headers(answer.headers);
  headers.set("X-Bill", JSON.stringify(bill));
  return new Response(body, { status: answer.status, headers });
}
