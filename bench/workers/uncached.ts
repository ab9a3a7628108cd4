/** Tabard with its caches of listings taken away: every request asks D1 and renders. Tokens are remembered as ever. */
import { writeAtOnce } from "../../src/host/write-line.ts";
import { postByFetch } from "../../src/host/outgoing.ts";
import { createApp } from "../../src/app.ts";
import type { Platform } from "../../src/host/context.ts";
import { createMemory } from "../../src/host/memory.ts";
import { LISTINGS } from "../../src/listing/memory.ts";

const app = createApp();
const memory = createMemory();

const nothing = {
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  match: () => Promise.resolve(undefined),
};

export default {
  fetch(request, env, execution) {
    const listings = memory.of(LISTINGS);
    for (const part of Object.values(listings)) part.clear();
    const platform: Platform = {
      db: env.DB,
      shards: null,
      readReplicas: false,
      kv: nothing,
      cache: nothing,
      assets: env.ASSETS,
      loginLimiter: env.LOGIN_LIMITER,
      requestLimiter: null,

      demoTokens: true,
      passwordHashes: { atOnce: 1, restMs: 0 },
      requestLog: false,
      writeLine: writeAtOnce,
      soapNamespace: env.SOAP_NAMESPACE,
      memory: memory,
      now: () => Date.now(),
      webhooks: { masterSecret: null, targets: "public", post: postByFetch },
      randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
      ending: null,
    };
    return app.fetch(request, platform, execution);
  },
} satisfies ExportedHandler<Env>;
