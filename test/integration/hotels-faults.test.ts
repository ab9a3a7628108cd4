/** The listing when its parts fail, lag or are slow: the right answer or a clear 503 (docs/interface.md §4.2, §8). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { Platform } from "../../src/host/context.ts";
import { platform } from "../support/in-worker.ts";
import { raiseContentVersion, seedGroup } from "../support/hotel-groups.ts";
import { TOKENS } from "../../src/access/memory.ts";
import { LISTINGS } from "../../src/listing/memory.ts";

const NEVER = new Promise<never>(() => {});
const app = createApp();

let groupId = "";
let groups = 0;
let clockMs = 0;
let background: Promise<unknown>[] = [];

/** A host of its own (an isolate's memory, this test's clock) over the real stores, with `faults` in place of some. */
function host(faults: Partial<Platform> = {}): Platform {
  return platform({ now: () => clockMs, ...faults });
}

async function list(on: Platform, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://tabard.test/hotels/${groupId}`, { headers: { Authorization: `Bearer ${groupId}-key`, ...headers } });
  const execution = { waitUntil: (work: Promise<unknown>) => background.push(work), passThroughOnException() {}, props: {} };
  return app.fetch(request, on, execution);
}

async function description(answer: Response): Promise<string | undefined> {
  expect(answer.status).toBe(200);
  return (await answer.json<{ description: string }[]>())[0]?.description;
}

async function change(text: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("UPDATE hotel_texts SET description = ?2 WHERE group_id = ?1").bind(groupId, text),
    raiseContentVersion(env.DB, groupId),
  ]);
}

/** D1, counting what is asked of it, and failing while `down`. */
function watchedDb(state: { listings: number; editions: number; down?: boolean }): Platform["db"] {
  return {
    prepare: (sql) => {
      if (sql.includes("FROM groups") && !state.down) state.editions += 1;
      if (state.down) throw new Error("D1_ERROR: the database is gone");
      return env.DB.prepare(sql);
    },
    batch: (statements) => {
      state.listings += 1;
      return env.DB.batch(statements as unknown as D1PreparedStatement[]) as never;
    },
  };
}

const broken = (): never => {
  throw new Error("broken");
};
const failing = () => Promise.reject(new Error("failing"));

beforeEach(async () => {
  groups += 1;
  groupId = `f${groups}`;
  clockMs = Date.now();
  background = [];
  await seedGroup(env.DB, groupId, [{ id: `${groupId}-h`, texts: { en: "First" } }]);
});

describe("the copies", () => {
  it("render once for many visitors at the same time, and never again for the same version", async () => {
    const asked = { listings: 0, editions: 0 };
    const platform = host({ db: watchedDb(asked) });
    const answers = await Promise.all(Array.from({ length: 50 }, () => list(platform)));
    expect(new Set(await Promise.all(answers.map(description)))).toEqual(new Set(["First"]));
    await list(platform);
    expect(asked.listings).toBe(1);
    await Promise.all(background);
    const elsewhere = { listings: 0, editions: 0 };
    expect(await description(await list(host({ db: watchedDb(elsewhere) })))).toBe("First");
    expect(elsewhere).toEqual({ listings: 0, editions: 0 });
  });

  it("show a change in every isolate within 60 s, and without asking D1 before it is time", async () => {
    const platform = host();
    const elsewhere = host();
    await Promise.all([list(platform), list(elsewhere)]);
    await change("Second");
    clockMs += 10_000;
    expect(await description(await list(platform))).toBe("First");
    clockMs += 20_000;
    expect(await description(await list(platform))).toBe("Second");
    expect(await description(await list(elsewhere))).toBe("Second");
  });

  it("ask again behind the answer before the trust ends", async () => {
    const platform = host();
    await list(platform);
    await change("Second");
    clockMs += 25_000;
    expect(await description(await list(platform))).toBe("First");
    await Promise.all(background);
    expect(await description(await list(platform))).toBe("Second");
  });

  it("never bring an old version back once a newer one was seen", async () => {
    let kvText: string | null = null;
    const kv = { get: () => Promise.resolve(kvText), put: () => Promise.resolve(), delete: () => Promise.resolve() };
    const platform = host({ kv });
    const old = JSON.stringify({ version: 1, changedMs: 1_700_000_000_123, defaultLanguage: "en", languages: ["en"], readAtMs: 0 });
    await list(platform);
    await change("Second");
    expect(await description(await list(platform, { "Cache-Control": "no-cache" }))).toBe("Second");
    for (let step = 0; step < 5; step += 1) {
      clockMs += 21_000;
      kvText = JSON.stringify({ ...(JSON.parse(old) as object), readAtMs: clockMs });
      expect(await description(await list(platform))).toBe("Second");
      await Promise.all(background);
      expect(await description(await list(platform))).toBe("Second");
    }
  });

  it("belong to one version even where content changes between the look-up and the rendering", async () => {
    let changed = false;
    const db: Platform["db"] = {
      prepare: (sql) => env.DB.prepare(sql),
      batch: async (statements) => {
        if (!changed) await change("Second");
        changed = true;
        return env.DB.batch(statements as unknown as D1PreparedStatement[]) as never;
      },
    };
    const platform = host({ db });
    const answer = await list(platform);
    expect(answer.headers.get("Last-Modified")).toBe("Tue, 14 Nov 2023 22:13:25 GMT");
    expect(await description(answer)).toBe("Second");
    await Promise.all(background);
    expect(await description(await list(host()))).toBe("Second");
  });

  it("are not believed when they were cut short", async () => {
    const platform = host();
    const etag = (await list(platform)).headers.get("ETag");
    const cut = () => Promise.resolve(new Response("[{", { headers: { ETag: etag ?? "" } }));
    expect(await description(await list(host({ cache: { match: cut, put: () => Promise.resolve() } })))).toBe("First");
  });

  it("are asked anew when the clock goes back", async () => {
    const platform = host();
    await list(platform);
    await change("Second");
    clockMs -= 3_600_000;
    expect(await description(await list(platform))).toBe("Second");
  });
});

describe("faults", () => {
  const kvFaults: Record<string, Platform["kv"]> = {
    "KV rejects": { get: failing, put: failing, delete: failing },
    "KV throws": { get: broken, put: broken, delete: broken },
    "KV never answers": { get: () => NEVER, put: () => NEVER, delete: () => NEVER },
    "KV holds nonsense": { get: () => Promise.resolve("{"), put: failing, delete: failing },
    "KV holds something else": { get: () => Promise.resolve('{"readAtMs":9e15}'), put: failing, delete: failing },
  };
  for (const [name, kv] of Object.entries(kvFaults)) {
    it(`answer from D1 where ${name}`, async () => {
      expect(await description(await list(host({ kv })))).toBe("First");
    });
  }

  const cacheFaults: Record<string, Platform["cache"]> = {
    "the cache rejects": { match: failing, put: failing },
    "the cache throws": { match: broken, put: broken },
    "the cache never answers": { match: () => NEVER, put: () => NEVER },
  };
  for (const [name, cache] of Object.entries(cacheFaults)) {
    it(`answer from D1 where ${name}`, async () => {
      expect(await description(await list(host({ cache })))).toBe("First");
    });
  }

  it("serve what is known while D1 is down, but nothing older than a minute", async () => {
    const state = { listings: 0, editions: 0, down: false };
    const kv = { get: () => Promise.resolve(null), put: () => Promise.resolve(), delete: () => Promise.resolve() };
    const platform = host({ db: watchedDb(state), kv });
    await list(platform);
    clockMs += 29_000;
    await list(platform, { "Cache-Control": "no-cache" });
    state.down = true;
    // The caller's token is believed all the while: this is about the listing.
    const passMs = (ms: number): void => {
      clockMs += ms;
      platform.memory.of(TOKENS).known.forEach((token) => (token.checkedMs = clockMs));
    };
    passMs(45_000);
    expect(await description(await list(platform))).toBe("First");
    passMs(10_000);
    const answer = await list(platform);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("1");
    expect(await answer.json()).toMatchObject({ code: "overloaded" });
  });

  it("tell the client to come back where D1 does not answer in time", async () => {
    const platform = host();
    await list(platform);
    const hanging: Platform["db"] = { prepare: (sql) => env.DB.prepare(sql), batch: () => NEVER };
    await change("Second");
    const answer = await list({ ...platform, db: hanging }, { "Cache-Control": "no-cache" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "overloaded" });
  });

  it("ask D1 alone where a visitor's shared work died with its request", async () => {
    const platform = host();
    platform.memory.of(LISTINGS).editionsUnderWay.set(groupId, NEVER);
    expect(await description(await list(platform))).toBe("First");
  });
});
