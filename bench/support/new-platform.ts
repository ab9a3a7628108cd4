/** Tabard's platform in an isolate and a place where nothing is known yet. For the bench's Workers. */
import { writeAtOnce } from "../../src/host/write-line.ts";
import type { Platform } from "../../src/host/context.ts";
import { createMemory } from "../../src/host/memory.ts";
import { postByFetch } from "../../src/host/outgoing.ts";

let places = 0;

/** An empty memory, and names in KV and the cache under which nothing is stored. */
export function newPlatform({ DB, KV, ASSETS, LOGIN_LIMITER, SOAP_NAMESPACE }: Env): Platform {
  places += 1;
  const place = String(places);
  const { default: cache } = caches;
  return {
    db: DB,
    shards: null,
    readReplicas: false,
    kv: {
      get: (key, options) => KV.get(place + key, options),
      put: (key, value, options) => KV.put(place + key, value, options),
      delete: (key) => KV.delete(place + key),
    },
    cache: {
      match: (url) => cache.match(`${url}?place=${place}`),
      put: (url, response) => cache.put(`${url}?place=${place}`, response),
    },
    assets: ASSETS,
    loginLimiter: LOGIN_LIMITER,
    requestLimiter: null,
    demoTokens: true,
    passwordHashes: { atOnce: 1, restMs: 0 },
    requestLog: false,
    writeLine: writeAtOnce,
    soapNamespace: SOAP_NAMESPACE,
    memory: createMemory(),
    now: () => Date.now(),
    webhooks: { masterSecret: null, targets: "public", post: postByFetch },
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    ending: null,
  };
}
