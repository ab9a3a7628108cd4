/**
 * Tabard, whose database is as far away as the header `X-Trip-Ms` of a request says: each call to D1 takes so much longer. A
 * request with `X-Cold` is answered as a new isolate would in a place where KV and the cache hold nothing yet.
 */
import { createApp } from "../../src/app.ts";
import type { Platform } from "../../src/host/context.ts";
import { type Around, aroundCalls } from "../../harness/around-calls.ts";
import { newPlatform } from "../support/new-platform.ts";

const app = createApp();
let platform: Platform | null = null;

export default {
  fetch(request, env, execution) {
    if (request.headers.has("X-Cold")) platform = null;
    platform ??= newPlatform(env);
    return app.fetch(request, { ...platform, db: far(env.DB, Number(request.headers.get("X-Trip-Ms") ?? 0)) }, execution);
  },
} satisfies ExportedHandler<Env>;

function far(db: Platform["db"], tripMs: number): Platform["db"] {
  if (tripMs === 0) return db;
  const later: Around = async (call) => {
    await scheduler.wait(tripMs);
    return call();
  };
  return aroundCalls(db, later);
}
