/** The Node and Deno hosts' stand-ins for KV, the Cache API and the rate limiting binding. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { memoryCache } from "../../src/host/runtime/memory-cache.ts";
import { sqliteKeyValue } from "../../src/host/runtime/sqlite-key-value.ts";
import { tokenBucket } from "../../src/host/runtime/token-bucket.ts";

/** A clock the test moves. */
function clockAt(startMs: number) {
  const clock = { ms: startMs, now: () => clock.ms };
  return clock;
}

describe("KV in SQLite", () => {
  const open = () => {
    const clock = clockAt(1_000_000);
    const db = new DatabaseSync(":memory:");
    return { clock, db, kv: sqliteKeyValue(db, clock.now) };
  };

  it("gives back what was put, until it is deleted", async () => {
    const { kv } = open();
    await kv.put("k", "one");
    await kv.put("k", "zwei 🛏");
    expect(await kv.get("k", { type: "text" })).toBe("zwei 🛏");
    await kv.delete("k");
    expect(await kv.get("k", { type: "text" })).toBeNull();
  });

  it("forgets a value at the second its time is over", async () => {
    const { kv, clock } = open();
    await kv.put("k", "v", { expirationTtl: 60 });
    clock.ms += 59_999;
    expect(await kv.get("k", { type: "text" })).toBe("v");
    clock.ms += 1;
    expect(await kv.get("k", { type: "text" })).toBeNull();
  });

  it("sweeps out expired values only", async () => {
    const { kv, clock, db } = open();
    await kv.put("short", "v", { expirationTtl: 60 });
    await kv.put("long", "v", { expirationTtl: 600 });
    await kv.put("always", "v");
    clock.ms += 60_000;
    kv.sweep();
    expect(
      db
        .prepare("SELECT key FROM runtime_kv")
        .all()
        .map((row) => row.key),
    ).toEqual(["always", "long"]);
  });
});

describe("the cache in memory", () => {
  const url = "https://cache.test/a";
  const cacheable = (body: string, maxAge = 60) =>
    new Response(body, { headers: { "Cache-Control": `public, max-age=${maxAge}`, ETag: "x" } });

  it("answers with body and headers again and again until max-age is over", async () => {
    const clock = clockAt(5_000);
    const cache = memoryCache(clock.now);
    await cache.put(url, cacheable("body"));
    for (const _ of [1, 2]) {
      const answer = await cache.match(url);
      expect(await answer?.text()).toBe("body");
      expect(answer?.headers.get("ETag")).toBe("x");
    }
    clock.ms += 60_001;
    expect(await cache.match(url)).toBeUndefined();
  });

  it("keeps nothing that says no-store or gives no time", async () => {
    const cache = memoryCache(() => 0);
    await cache.put(url, new Response("a", { headers: { "Cache-Control": "no-store, max-age=60" } }));
    await cache.put(url, new Response("a"));
    expect(await cache.match(url)).toBeUndefined();
  });

  it("never holds more bytes than its bound, and drops what was used least", async () => {
    const cache = memoryCache(() => 0, 8 * 1024);
    for (let i = 0; i < 10; i++) await cache.put(`${url}${i}`, cacheable("x".repeat(1024)));
    const held = await Promise.all(Array.from({ length: 10 }, (_, i) => cache.match(`${url}${i}`)));
    expect(held.map((answer) => answer !== undefined)).toEqual([...Array(6).fill(false), ...Array(4).fill(true)]);
  });

  it("refuses a body larger than the whole bound without dropping the rest", async () => {
    const cache = memoryCache(() => 0, 8 * 1024);
    await cache.put(url, cacheable("small"));
    await cache.put(`${url}2`, cacheable("x".repeat(9 * 1024)));
    expect(await (await cache.match(url))?.text()).toBe("small");
    expect(await cache.match(`${url}2`)).toBeUndefined();
  });
});

describe("the token bucket", () => {
  const rate = { limit: 3, periodSeconds: 60 };
  const attempts = async (limiter: ReturnType<typeof tokenBucket>, count: number, key = "k") => {
    const passed: boolean[] = [];
    for (let i = 0; i < count; i++) passed.push((await limiter.limit({ key })).success);
    return passed;
  };

  it("lets a full bucket through, then one request per fill", async () => {
    const clock = clockAt(0);
    const limiter = tokenBucket(rate, clock.now);
    expect(await attempts(limiter, 4)).toEqual([true, true, true, false]);
    clock.ms += 20_000;
    expect(await attempts(limiter, 2)).toEqual([true, false]);
  });

  it("does not fill beyond its size, nor lose by a clock set back", async () => {
    const clock = clockAt(1_000_000);
    const limiter = tokenBucket(rate, clock.now);
    await attempts(limiter, 1);
    clock.ms += 3_600_000;
    expect(await attempts(limiter, 4)).toEqual([true, true, true, false]);
    clock.ms -= 500_000;
    expect(await attempts(limiter, 1)).toEqual([false]);
    clock.ms += 20_000;
    expect(await attempts(limiter, 1)).toEqual([true]);
  });

  it("counts every key by itself, as many as its bound", async () => {
    const limiter = tokenBucket({ limit: 1, periodSeconds: 60 }, () => 0, 2);
    expect(await attempts(limiter, 2, "a")).toEqual([true, false]);
    expect(await attempts(limiter, 1, "b")).toEqual([true]);
    expect(await attempts(limiter, 1, "a")).toEqual([false]);
    expect(await attempts(limiter, 1, "c")).toEqual([true]);
    expect(await attempts(limiter, 1, "b"), "the key unused for longest was forgotten").toEqual([true]);
  });
});
