/**
 * The SharedCache port in the process's memory: bounded by bytes, the least recently used goes first. A response stays
 * as long as its Cache-Control says (s-maxage before max-age); one that gives no time, or may not be stored, is not kept.
 */
import { LRUCache } from "lru-cache";
import type { SharedCache } from "../context.ts";
import { CACHE_BYTES_MAX } from "./limits.ts";

/** What an entry costs besides its body: key, headers, bookkeeping. */
const ENTRY_BYTES = 1024;

interface Stored {
  body: Uint8Array<ArrayBuffer>;
  status: number;
  headers: [string, string][];
}

/** An empty cache. `now` is the host's clock. */
export function memoryCache(now: () => number, bytesMax: number = CACHE_BYTES_MAX): SharedCache {
  const entries = new LRUCache<string, Stored>({
    maxSize: bytesMax,
    sizeCalculation: (stored) => stored.body.byteLength + ENTRY_BYTES,
    perf: { now },
    // The clock is asked each time: it may be a test's.
    ttlResolution: 0,
  });
  return {
    match: async (url) => {
      const stored = entries.get(url);
      return stored && new Response(stored.body, { status: stored.status, headers: stored.headers });
    },
    put: async (url, response) => {
      const seconds = lifetimeSeconds(response.headers.get("Cache-Control") ?? "");
      if (seconds <= 0) return;
      const body = new Uint8Array(await response.arrayBuffer());
      entries.set(url, { body, status: response.status, headers: [...response.headers] }, { ttl: seconds * 1000 });
    },
  };
}

function lifetimeSeconds(cacheControl: string): number {
  if (/\b(?:no-store|no-cache|private)\b/i.test(cacheControl)) return 0;
  const shared = /\bs-maxage=(\d+)/i.exec(cacheControl) ?? /\bmax-age=(\d+)/i.exec(cacheControl);
  return Number(shared?.[1] ?? 0);
}
