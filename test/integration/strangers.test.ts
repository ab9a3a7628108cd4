/** Strangers cannot stop the service (docs/interface.md §10.6): what is refused before anything is read, hashed or asked. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_FAILURES_MAX, FAILURES_MAX, FAILURE_SLICE_MS, HASHES_WAITING_MAX, SHUT_OUT_MS } from "../../src/access/limits.ts";
import { takeHashTurn } from "../../src/access/hash-queue.ts";
import { HASH_QUEUE } from "../../src/access/memory.ts";
import { hashPassword } from "../../src/access/password.ts";
import { mintToken } from "../../src/access/rules/token.ts";
import type { Database } from "../../src/host/database.ts";
import type { KeyValueStore, Platform, RateLimiter } from "../../src/host/context.ts";
import { HEALTH_TRUST_MS } from "../../src/host/limits.ts";
import { requestContext } from "../../src/host/request-context.ts";
import { ask, insertGroups, insertToken, platform } from "../support/in-worker.ts";

const PASSWORD = "correct horse battery";
const FREE: RateLimiter = { limit: async () => ({ success: true }) };
const GOOD = mintToken("key", new Uint8Array(20).fill(7));

/** A platform with RATE_LIMITS on, whose limiters let all pass, and whose clock can be set. */
function limited(overrides: Partial<Platform> = {}): { host: Platform; clock: { ms: number } } {
  const clock = { ms: Date.now() };
  const host = platform({ requestLimiter: FREE, loginLimiter: FREE, demoTokens: false, now: () => clock.ms, ...overrides });
  return { host, clock };
}

function from(address: string, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("CF-Connecting-IP", address);
  return { ...init, headers };
}

const withToken = (token: string): RequestInit => ({ headers: { Authorization: `Bearer ${token}` } });
const unknownKey = (): string => mintToken("key", crypto.getRandomValues(new Uint8Array(20)));

async function statuses(host: Platform, times: number, path: string, init: () => RequestInit): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) all.push((await ask(host, path, init())).status);
  return all;
}

/** Throws where anything is asked of it. */
const untouched: { db: Database; kv: KeyValueStore } = (() => {
  const never = (): never => {
    throw new Error("a store was asked");
  };
  return { db: { prepare: never, batch: never }, kv: { get: never, put: never, delete: never } };
})();

beforeAll(async () => {
  await insertGroups("g1");
  await insertToken(GOOD, "g1", { scopes: ["reservations"] });
  const hash = await hashPassword(PASSWORD, new Uint8Array(16));
  await env.DB.prepare("INSERT INTO users (group_id, email, password_hash) VALUES ('g1', 'ann@g1.test', ?1)").bind(hash).run();
});

describe("an address", () => {
  const soap = (body: string): RequestInit => ({ method: "POST", body, headers: { "Content-Type": "text/xml" } });
  const logOut = (session: string): string => `<LogOut xmlns="${env.SOAP_NAMESPACE}"><SessionID>${session}</SessionID></LogOut>`;
  const PING = '<OTA_PingRQ xmlns="http://www.opentravel.org/OTA/2003/05"/>';
  const partner = (body: string): RequestInit => {
    return { method: "POST", body, headers: { "Content-Type": "text/xml", Authorization: `Basic ${btoa(`pms:${unknownKey()}`)}` } };
  };
  const failures: readonly [name: string, path: string, init: () => RequestInit, status: number][] = [
    ["tokens that are none", "/reservations/g1/x", () => withToken("nonsense"), 401],
    ["unknown tokens", "/reservations/g1/x", () => withToken(unknownKey()), 401],
    ["tokens of another group", "/reservations/g2/x", () => withToken(GOOD), 401],
    ["sessions that are none", "/soap", () => soap(logOut("nonsense")), 200],
    ["unknown sessions", "/soap", () => soap(logOut(mintToken("operator", crypto.getRandomValues(new Uint8Array(20))))), 200],
    ["keys that partners guess", "/ota", () => partner(PING), 200],
    ["messages that cannot be read", "/ota", () => partner("<OTA_PingRQ"), 400],
    ["keys that AlpineBits clients guess", "/alpinebits", () => partner(PING), 401],
    ["XML that cannot be read", "/soap", () => soap("<a>"), 400],
    ["XML of too many names", "/soap", () => soap(`<a>${"<a/>".repeat(600)}</a>`), 400],
  ];

  it.each(failures)("is shut out after 60 failures in a minute: %s", async (_name, path, init, status) => {
    const { host, clock } = limited();
    expect(new Set(await statuses(host, FAILURES_MAX, path, () => from("192.0.2.1", init())))).toEqual(new Set([status]));
    const silent = { ...host, ...untouched };
    for (const [there, request] of [
      ["/soap", soap(logOut("x"))],
      ["/reservations/g1/x", withToken(GOOD)],
      ["/health", {}],
    ] as const) {
      const answer = await ask(silent, there, from("192.0.2.1", request));
      expect([there, answer.status, answer.headers.get("Retry-After")]).toEqual([there, 429, "60"]);
    }
    expect((await ask(host, "/reservations/g1/x", from("192.0.2.2", withToken(GOOD)))).status).toBe(404);
    clock.ms += SHUT_OUT_MS;
    expect((await ask(host, "/reservations/g1/x", from("192.0.2.1", withToken(GOOD)))).status).toBe(404);
  });

  it("is not for failures that took longer than a minute, nor for requests without a token", async () => {
    const { host, clock } = limited();
    const slowly = (): RequestInit => {
      clock.ms += 1_017;
      return from("192.0.2.3", withToken("nonsense"));
    };
    expect(new Set(await statuses(host, 2 * FAILURES_MAX, "/reservations/g1/x", slowly))).toEqual(new Set([401]));
    expect(new Set(await statuses(host, 2 * FAILURES_MAX, "/hotels/g1", () => from("192.0.2.4")))).toEqual(new Set([401]));
  });

  it("is shut out by what other isolates of the place saw", async () => {
    const keys: string[] = [];
    const full: RateLimiter = { limit: async ({ key }) => ({ success: keys.push(key) < 0 }) };
    const { host } = limited({ loginLimiter: full });
    expect((await ask(host, "/hotels/g1", from("192.0.2.5", withToken("nonsense")))).status).toBe(401);
    expect(keys).toEqual(["failure:192.0.2.5"]);
    expect((await ask(host, "/hotels/g1", from("192.0.2.5", withToken("nonsense")))).status).toBe(429);
  });

  it("is never shut out while RATE_LIMITS is off", async () => {
    const host = platform();
    expect(new Set(await statuses(host, 2 * FAILURES_MAX, "/hotels/g1", () => from("192.0.2.6", withToken("nonsense"))))).toEqual(
      new Set([401]),
    );
  });
});

describe("a text that was never issued", () => {
  it.each([
    ["a demo token where there is no demo", "demo-key"],
    ["noise", crypto.randomUUID()],
    ["a token with a wrong checksum", `${GOOD.slice(0, -1)}${GOOD.endsWith("0") ? "1" : "0"}`],
    ["a token of a kind that is none", GOOD.replace("_key_", "_admin_")],
  ])("is refused without asking any store: %s", async (_name, token) => {
    const { host } = limited(untouched);
    expect((await ask(host, "/hotels/g1", withToken(token))).status).toBe(401);
    for (const operation of ["LogOut", "cim_FinancialExportReportV2"]) {
      const name = operation === "LogOut" ? "SessionID" : "sessionId";
      const times = "<beforeTimestamp>2999-01-01T00:00:00</beforeTimestamp><afterTimestamp>2000-01-01T00:00:00</afterTimestamp>";
      const body = `<${operation} xmlns="${env.SOAP_NAMESPACE}"><${name}>${token}</${name}>${operation === "LogOut" ? "" : times}</${operation}>`;
      const answer = await ask(host, "/soap", { method: "POST", body, headers: { "Content-Type": "text/xml" } });
      expect(await answer.text()).toContain("<ExceptionCode>7007<");
    }
  });
});

describe("GET /health", () => {
  it("asks D1 at most once a second, however many ask", async () => {
    let asked = 0;
    const db: Database = { ...untouched.db, prepare: (sql) => ((asked += 1), env.DB.prepare(sql)) };
    const { host, clock } = limited({ db });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(host, "/health")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await statuses(host, 20, "/health", () => ({}));
    expect(asked).toBe(1);
    clock.ms += HEALTH_TRUST_MS;
    await statuses(host, 20, "/health", () => ({}));
    expect(asked).toBe(2);
  });

  it("tells an outage, and its end a second later", async () => {
    const { host, clock } = limited(untouched);
    expect((await ask(host, "/health")).status).toBe(503);
    const again = { ...host, db: env.DB as unknown as Database };
    expect((await ask(again, "/health")).status).toBe(503);
    clock.ms += HEALTH_TRUST_MS;
    expect((await ask(again, "/health")).status).toBe(200);
  });
});

describe("the line for password hashes", () => {
  const ctxOf = (host: Platform) => requestContext(host, { waitUntil: () => {} });

  it.each([1, 2])("lets %i run at once, first come first served, and refuses whoever would be one too many", async (atOnce) => {
    const host = platform({ passwordHashes: { atOnce, restMs: 0 } });
    let running = 0;
    let most = 0;
    const began: number[] = [];
    const work = (at: number) => async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      began.push(at);
      await new Promise((resolve) => setTimeout(resolve, 60));
      running -= 1;
    };
    // The first take their turn at once; then the line fills.
    const first = Array.from({ length: atOnce }, (_, at) => takeHashTurn(ctxOf(host), work(at)));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const rest = Array.from({ length: HASHES_WAITING_MAX + 3 }, (_, at) => takeHashTurn(ctxOf(host), work(atOnce + at)));
    const outcomes = await Promise.all([...first, ...rest]);
    expect(outcomes.filter(({ ok }) => !ok)).toHaveLength(3);
    expect(outcomes.slice(-3).every(({ ok }) => !ok)).toBe(true);
    expect(most).toBe(atOnce);
    expect(began).toEqual(began.toSorted((a, b) => a - b));
  });

  it("goes on where a waiter or a hash has ended without a word, or failed", async () => {
    const host = platform();
    const queue = host.memory.of(HASH_QUEUE);
    queue.waiting.push({ beats: 0 });
    await expect(takeHashTurn(ctxOf(host), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(queue).toMatchObject({ running: [], waiting: [] });
    queue.running.push({ beats: 0 });
    expect(await takeHashTurn(ctxOf(host), async () => 7)).toEqual({ ok: true, value: 7 });
    expect(queue).toMatchObject({ running: [], waiting: [] });
  });

  it("answers 429 at once to the log-in that finds it full", async () => {
    const host = platform();
    const queue = host.memory.of(HASH_QUEUE);
    queue.running.push({ beats: 0 });
    queue.waiting.push(...Array.from({ length: HASHES_WAITING_MAX }, () => ({ beats: 0 })));
    const body = JSON.stringify({ email: "ann@g1.test", password: PASSWORD });
    const answer = await ask(host, "/sessions/g1", from("198.51.100.1", { method: "POST", body }));
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "5"]);
  });

  it("rests behind each hash for longer than it took", async () => {
    const host = platform({ passwordHashes: { atOnce: 1, restMs: 30 } });
    const began: number[] = [];
    const work = async (): Promise<void> => {
      began.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, 40));
    };
    await Promise.all(Array.from({ length: 3 }, () => takeHashTurn(ctxOf(host), work)));
    for (const at of [1, 2]) expect(began[at]! - began[at - 1]!).toBeGreaterThan(90);
  });
});

describe("an account under attack", () => {
  const logIn = (host: Platform, address: string, password: string, email = "ann@g1.test"): Promise<Response> =>
    ask(host, "/sessions/g1", from(address, { method: "POST", body: JSON.stringify({ email, password }) }));
  beforeEach(() => env.DB.prepare("DELETE FROM log_in_failures").run());
  const setFailures = (nowMs: number, tries: number) =>
    env.DB.prepare("UPDATE log_in_failures SET tries = ?1, slice = ?2")
      .bind(tries, Math.floor(nowMs / FAILURE_SLICE_MS))
      .run();

  it("takes 200 failed tries an hour from all the world, and always its owner's address", async () => {
    const { host, clock } = limited();
    expect((await logIn(host, "203.0.113.1", PASSWORD)).status).toBe(200);
    expect((await logIn(host, "203.0.113.2", "wrong")).status).toBe(401);
    await setFailures(clock.ms, ACCOUNT_FAILURES_MAX - 1);
    expect((await logIn(host, "203.0.113.3", "wrong")).status).toBe(401);
    expect((await logIn(host, "203.0.113.4", PASSWORD)).status).toBe(429);
    expect((await logIn(host, "203.0.113.1", "wrong")).status).toBe(401);
    expect((await logIn(platform({ ...host, memory: platform().memory }), "203.0.113.1", PASSWORD)).status).toBe(200);
    clock.ms += 70 * 60_000;
    expect((await logIn(host, "203.0.113.4", PASSWORD)).status).toBe(200);
  });

  it("is the same for one that does not exist", async () => {
    const { host, clock } = limited();
    expect((await logIn(host, "203.0.113.2", "wrong", "nobody@g1.test")).status).toBe(401);
    await setFailures(clock.ms, ACCOUNT_FAILURES_MAX);
    expect((await logIn(host, "203.0.113.2", "wrong", "nobody@g1.test")).status).toBe(429);
  });

  it("spares its owner's address the limit of a minute, too", async () => {
    const full: RateLimiter = { limit: async ({ key }) => ({ success: !key.startsWith("account:") }) };
    const { host } = limited();
    expect((await logIn(host, "203.0.113.7", PASSWORD)).status).toBe(200);
    const flooded = { ...host, loginLimiter: full };
    expect((await logIn(flooded, "203.0.113.8", PASSWORD)).status).toBe(429);
    expect((await logIn(flooded, "203.0.113.7", PASSWORD)).status).toBe(200);
  });

  it("leaves no address and no name in KV", async () => {
    await logIn(platform(), "203.0.113.9", PASSWORD);
    const { keys } = await env.KV.list();
    expect(keys.some(({ name }) => /^known:[0-9a-f]{32}$/.test(name))).toBe(true);
    for (const { name } of keys) expect(`${name} ${await env.KV.get(name)}`).not.toMatch(/203\.0\.113|ann@|nobody@/);
  });

  it("has its log-ins counted by address first: one that is over its own limit costs the account nothing", async () => {
    const keys: string[] = [];
    const full: RateLimiter = { limit: async ({ key }) => ({ success: (keys.push(key), !key.startsWith("address:")) }) };
    const { host } = limited({ ...untouched, loginLimiter: full });
    expect((await logIn(host, "203.0.113.10", PASSWORD)).status).toBe(429);
    expect(keys).toEqual(["address:203.0.113.10"]);
  });
});
