/**
 * The RateLimiter port in the process's memory: a bucket per key that holds `limit` requests and fills evenly over the
 * period. Bounded: the key unused for longest is forgotten first, and starts again with a full bucket.
 */
import { LRUCache } from "lru-cache";
import type { RateLimiter } from "../context.ts";
import { BUCKETS_MAX } from "./limits.ts";

interface Bucket {
  /** Requests left, in fractions, at `filledMs`. */
  tokens: number;
  filledMs: number;
}

/** Wrangler's `simple = { limit, period }`. */
export interface Rate {
  limit: number;
  periodSeconds: number;
}

/** A limiter whose keys all start with full buckets. `now` is the host's clock. */
export function tokenBucket({ limit, periodSeconds }: Rate, now: () => number, keysMax: number = BUCKETS_MAX): RateLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: keysMax });
  const tokensPerMs = limit / (periodSeconds * 1000);
  return {
    limit: async ({ key }) => {
      const nowMs = now();
      const bucket = buckets.get(key) ?? { tokens: limit, filledMs: nowMs };
      // A clock set back must not take tokens away.
      const elapsedMs = Math.max(0, nowMs - bucket.filledMs);
      const tokens = Math.min(limit, bucket.tokens + elapsedMs * tokensPerMs);
      const success = tokens >= 1;
      buckets.set(key, { tokens: success ? tokens - 1 : tokens, filledMs: nowMs });
      return { success };
    },
  };
}
