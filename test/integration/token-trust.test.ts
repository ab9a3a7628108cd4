/** How long a token is believed, and what KV may do to it: docs/interface.md §3. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/base/bytes.ts";
import { CLOCK_SKEW_MS_MAX, TOKEN_RENEW_MS, TOKEN_TRUST_MS } from "../../src/access/limits.ts";
import type { KeyValueStore, Platform } from "../../src/host/context.ts";
import { countedTrips } from "../support/round-trips.ts";
import { ask, bearer, insertGroups, insertToken, platform, revokeInDatabase } from "../support/in-worker.ts";

/** A clock that stands until it is set. */
function clock() {
  const startMs = Date.now();
  const state = { afterMs: 0 };
  return { set: (afterMs: number) => (state.afterMs = afterMs), now: () => startMs + state.afterMs };
}

async function profileStatus(host: Platform, token: string): Promise<number> {
  return (await ask(host, "/profile/g1", bearer(token))).status;
}

function newSession(token: string, fields: { expiresMs?: number } = {}): Promise<void> {
  return insertToken(token, "g1", { kind: "user", subject: "ann", scopes: ["profile"], ...fields });
}

beforeAll(async () => {
  await insertGroups("g1");
  await env.DB.prepare("INSERT INTO users (group_id, email, user_id, password_hash) VALUES ('g1', 'ann@g1.test', 'ann', '')").run();
});

describe("a token revoked in the database alone", () => {
  it("is believed for less than a minute by an isolate that knows it", async () => {
    const { set, now } = clock();
    const isolate = platform({ now });
    await newSession("revoked-1");
    expect(await profileStatus(isolate, "revoked-1")).toBe(200);
    await revokeInDatabase("revoked-1");
    set(TOKEN_TRUST_MS - 1);
    expect(await profileStatus(isolate, "revoked-1")).toBe(200);
    set(TOKEN_TRUST_MS);
    expect(await profileStatus(isolate, "revoked-1")).toBe(401);
    expect(TOKEN_TRUST_MS + CLOCK_SKEW_MS_MAX).toBeLessThan(60_000);
  });

  it("gains no time by passing through KV into another isolate, nor by KV's own staleness", async () => {
    const { set, now } = clock();
    await newSession("revoked-2");
    expect(await profileStatus(platform({ now }), "revoked-2")).toBe(200);
    await revokeInDatabase("revoked-2");
    const copy = await env.KV.get(`session:${sha256Hex("revoked-2")}`);
    const staleKv: KeyValueStore = { get: async () => copy, put: async () => {}, delete: async () => {} };
    set(TOKEN_TRUST_MS - 1);
    const other = platform({ now, kv: staleKv });
    expect(await profileStatus(other, "revoked-2")).toBe(200);
    set(TOKEN_TRUST_MS);
    expect(await profileStatus(other, "revoked-2")).toBe(401);
    expect(await profileStatus(platform({ now, kv: staleKv }), "revoked-2")).toBe(401);
  });

  it("is not believed on the word of a clock that runs ahead", async () => {
    await newSession("revoked-3");
    const ahead = Date.now() + CLOCK_SKEW_MS_MAX + 1000;
    expect(await profileStatus(platform({ now: () => ahead }), "revoked-3")).toBe(200);
    await revokeInDatabase("revoked-3");
    expect(await profileStatus(platform(), "revoked-3")).toBe(401);
  });
});

describe("a token in use", () => {
  const counted = (host: Platform): { host: Platform; asked: () => number } => {
    let asked = 0;
    const db = { prepare: (sql: string) => ((asked += sql.includes("FROM tokens") ? 1 : 0), env.DB.prepare(sql)), batch: boom };
    return { host: { ...host, db }, asked: () => asked };
  };

  it("never waits for D1: its trust is renewed behind an answer from two thirds on", async () => {
    const { set, now } = clock();
    const { host, asked } = counted(platform({ now }));
    await newSession("in-use");
    expect(await profileStatus(host, "in-use")).toBe(200);
    set(TOKEN_RENEW_MS - 1);
    expect(await profileStatus(host, "in-use")).toBe(200);
    expect(asked()).toBe(1);
    for (const at of [1, 2, 3, 4]) {
      set(at * TOKEN_RENEW_MS);
      const late = { ...host, db: env.DB as unknown as Platform["db"] };
      expect(await profileStatus(at % 2 === 0 ? late : host, "in-use")).toBe(200);
    }
    expect(asked()).toBe(3);
  });

  it("is forgotten by the renewal that finds it revoked", async () => {
    const { set, now } = clock();
    const isolate = platform({ now });
    await newSession("in-use-revoked");
    expect(await profileStatus(isolate, "in-use-revoked")).toBe(200);
    await revokeInDatabase("in-use-revoked");
    set(TOKEN_RENEW_MS);
    expect(await profileStatus(isolate, "in-use-revoked")).toBe(200);
    expect(await profileStatus(isolate, "in-use-revoked")).toBe(401);
    expect(await profileStatus(platform({ now }), "in-use-revoked")).toBe(401);
  });

  it("goes on while D1 cannot renew it, until its trust ends", async () => {
    const { set, now } = clock();
    await newSession("in-use-outage");
    const isolate = platform({ now });
    expect(await profileStatus(isolate, "in-use-outage")).toBe(200);
    const down = { prepare: (sql: string) => (sql.includes("FROM tokens") ? boom() : env.DB.prepare(sql)), batch: boom };
    set(TOKEN_RENEW_MS);
    expect(await profileStatus({ ...isolate, db: down }, "in-use-outage")).toBe(200);
    set(TOKEN_TRUST_MS);
    expect(await profileStatus({ ...isolate, db: down }, "in-use-outage")).toBe(500);
  });
});

function boom(): never {
  throw new Error("D1 is down");
}

describe("a session's end", () => {
  it("is final once it was seen, though the clock is set back", async () => {
    const { set, now } = clock();
    await newSession("set-back", { expiresMs: now() + 10_000 });
    const isolate = platform({ now });
    expect(await profileStatus(isolate, "set-back")).toBe(200);
    set(10_000);
    expect(await profileStatus(isolate, "set-back")).toBe(401);
    for (const afterMs of [9_999, 5_000, 0]) {
      set(afterMs);
      expect(await profileStatus(isolate, "set-back")).toBe(401);
      expect(await profileStatus(platform({ now }), "set-back")).toBe(401);
    }
  });

  it("holds in memory, in KV and in D1", async () => {
    const { set, now } = clock();
    await newSession("ends-soon", { expiresMs: now() + 10_000 });
    const isolate = platform({ now });
    set(9_999);
    expect(await profileStatus(isolate, "ends-soon")).toBe(200);
    set(10_000);
    expect(await env.KV.get(`session:${sha256Hex("ends-soon")}`)).not.toBeNull();
    expect(await profileStatus(isolate, "ends-soon")).toBe(401);
    expect(await profileStatus(platform({ now }), "ends-soon")).toBe(401);
  });
});

describe("an unknown token", () => {
  it("is known the moment it is issued", async () => {
    const isolate = platform();
    expect(await profileStatus(isolate, "to-be-issued")).toBe(401);
    await newSession("to-be-issued");
    expect(await profileStatus(isolate, "to-be-issued")).toBe(200);
  });
});

describe("KV", () => {
  const never = new Promise<never>(() => {});
  const broken: Readonly<Record<string, () => never | Promise<never>>> = {
    "that rejects": () => Promise.reject(new Error("KV is down")),
    "that throws": () => {
      throw new Error("KV is down");
    },
    "that never answers": () => never,
  };

  it.each(Object.entries(broken))("%s denies nobody and breaks nothing", async (_how, failing) => {
    const isolate = platform({ kv: { get: failing, put: failing, delete: failing } });
    const token = crypto.randomUUID();
    await newSession(token);
    expect(await profileStatus(isolate, token)).toBe(200);
    expect((await ask(isolate, "/sessions/g1", { method: "DELETE", ...bearer(token) })).status).toBe(204);
    expect(await profileStatus(isolate, token)).toBe(401);
  });

  it.each(["", "null", "{}", "[]", "nonsense", '{"principal":{"tokenSha256":"another"},"checkedMs":9e15}'])(
    "that holds %j under a token's name is not believed",
    async (text) => {
      const token = crypto.randomUUID();
      await env.KV.put(`session:${sha256Hex(token)}`, text);
      expect(await profileStatus(platform(), token)).toBe(401);
      await newSession(token);
      expect(await profileStatus(platform(), token)).toBe(200);
    },
  );

  it("answers without D1 once it knows a token", async () => {
    const token = crypto.randomUUID();
    await newSession(token);
    await profileStatus(platform(), token);
    const statements: string[] = [];
    const db: Platform["db"] = {
      prepare: (sql) => {
        statements.push(sql);
        return env.DB.prepare(sql);
      },
      batch: () => Promise.reject(new Error("not here")),
    };
    expect(await profileStatus(platform({ db }), token)).toBe(200);
    expect(statements.filter((sql) => sql.includes("FROM tokens"))).toEqual([]);
  });
});

it("is looked up in a new isolate beside what its request needs: a listing takes two round trips, and none afterwards", async () => {
  const { db, trips } = countedTrips(env.DB);
  const nothing: KeyValueStore = { get: async () => null, put: async () => {}, delete: async () => {} };
  const cache = { match: async () => undefined, put: async () => {} };
  await insertToken("listing-key", "g1", { scopes: ["hotels"] });
  const isolate = platform({ db, kv: nothing, cache });
  const today = Math.floor(Date.now() / 86_400_000);
  await env.DB.prepare("UPDATE tokens SET last_used_day = ?1").bind(today).run();
  expect((await ask(isolate, "/hotels/g1", bearer("listing-key"))).status).toBe(200);
  expect(trips()).toBe(2);
  expect((await ask(isolate, "/hotels/g1", bearer("listing-key"))).status).toBe(200);
  expect(trips()).toBe(2);
});
