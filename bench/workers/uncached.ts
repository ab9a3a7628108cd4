/** Tabard with its caches of listings taken away: every request asks D1 and renders. Tokens are remembered as ever. */
import { createApp } from "../../src/app.ts";
import type { Platform } from "../../src/service/context.ts";
import { createMemory } from "../../src/service/memory.ts";

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
    memory.editions.clear();
    memory.listings.clear();
    const platform: Platform = {
      db: env.DB,
      kv: nothing,
      cache: nothing,
      assets: env.ASSETS,
      loginLimiter: env.LOGIN_LIMITER,
      requestLimiter: null,
      requestLog: false,
      soapNamespace: env.SOAP_NAMESPACE,
      memory: { ...memory, editionsUnderWay: new Map(), listingsUnderWay: new Map() },
      now: () => Date.now(),
      randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    };
    return app.fetch(request, platform, execution);
  },
} satisfies ExportedHandler<Env>;
