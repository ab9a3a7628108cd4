/** Log-in under attack: limits, hashes that rise, names that hold anything (docs/interface.md §3). */
import { scryptSync } from "node:crypto";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { base64Url } from "../../src/base/bytes.ts";
import { PASSWORD_CHARS_MAX } from "../../src/access/limits.ts";
import { EMAIL_CHARS_MAX } from "../../src/base/limits.ts";
import type { Platform, RateLimiter } from "../../src/host/context.ts";
import { isOutdated } from "../../src/access/password.ts";
import { ask, insertGroups, platform } from "../support/in-worker.ts";

function logIn(host: Platform, email: string, password: string, address?: string): Promise<Response> {
  const headers = address === undefined ? {} : { "CF-Connecting-IP": address };
  return ask(host, "/sessions/g1", { method: "POST", body: JSON.stringify({ email, password }), headers });
}

/** Lets everything through and keeps the keys it was asked for. */
function recordingLimiter(): RateLimiter & { keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    limit: async ({ key }) => {
      keys.push(key);
      return { success: true };
    },
  };
}

/** A hash of half today's cost. */
function weakHash(password: string): string {
  const salt = new Uint8Array(16).fill(7);
  const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1, maxmem: 2 ** 26 });
  return `scrypt$${2 ** 14}$8$1$${base64Url(salt)}$${base64Url(key)}`;
}

beforeAll(async () => {
  await insertGroups("g1");
  await env.DB.prepare("INSERT INTO users (group_id, email, password_hash) VALUES ('g1', 'ann@g1.test', ?1)").bind(weakHash("right")).run();
});

describe("the hash of a password", () => {
  const stored = async (): Promise<string> =>
    (await env.DB.prepare("SELECT password_hash FROM users WHERE email = 'ann@g1.test'").first<string>("password_hash")) ?? "";

  it("stays where the password is wrong", async () => {
    expect((await logIn(platform(), "ann@g1.test", "wrong")).status).toBe(401);
    expect(await stored()).toBe(weakHash("right"));
  });

  it("is made anew with today's parameters at the next log-in, and once", async () => {
    expect(isOutdated(await stored())).toBe(true);
    expect((await logIn(platform(), "ann@g1.test", "right")).status).toBe(200);
    const upgraded = await stored();
    expect(isOutdated(upgraded)).toBe(false);
    expect((await logIn(platform(), "ann@g1.test", "right")).status).toBe(200);
    expect(await stored()).toBe(upgraded);
  });
});

describe("log-ins", () => {
  const full = async (key: string): Promise<void> => {
    while ((await env.LOGIN_LIMITER.limit({ key })).success);
  };

  it("are limited per address, whatever RATE_LIMITS says", async () => {
    await full("address:203.0.113.9");
    const answer = await logIn(platform({ requestLimiter: null }), "ann@g1.test", "right", "203.0.113.9");
    expect(answer.status).toBe(429);
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(await answer.json()).toMatchObject({ code: "too_many_requests" });
    expect((await logIn(platform(), "ann@g1.test", "right", "203.0.113.10")).status).toBe(200);
  });

  it("are limited per account from any address, known or not", async () => {
    const limiter = recordingLimiter();
    await logIn(platform({ loginLimiter: limiter }), "Nobody@g1.test", "x", "203.0.113.11");
    const [address, account = ""] = limiter.keys;
    expect(account).toMatch(/^account:[0-9a-f]{64}$/);
    expect(address).toBe("address:203.0.113.11");
    await full(account);
    expect((await logIn(platform(), "nobody@g1.test", "x", "203.0.113.12")).status).toBe(429);
  });

  it("count the /64 of an IPv6 address as one", async () => {
    const limiter = recordingLimiter();
    const host = platform({ loginLimiter: limiter });
    for (const address of ["2001:db8:0:1::1", "2001:0DB8:0:1:ffff::", "2001:db8::1:2:3:4:5", "::1", "::ffff:192.0.2.1"]) {
      await logIn(host, "a@b", "x", address);
    }
    expect(limiter.keys.filter((key) => key.startsWith("address:"))).toEqual([
      "address:2001:db8:0:1::/64",
      "address:2001:db8:0:1::/64",
      "address:2001:db8:0:1::/64",
      "address:0:0:0:0::/64",
      "address:192.0.2.1",
    ]);
  });

  const broken: Readonly<Record<string, RateLimiter["limit"]>> = {
    throws: () => {
      throw new Error("limiter is down");
    },
    "never answers": () => new Promise<never>(() => {}),
  };
  it.each(Object.entries(broken))("go on where the limiter %s", async (_how, limit) => {
    expect((await logIn(platform({ loginLimiter: { limit }, requestLimiter: { limit } }), "ann@g1.test", "right")).status).toBe(200);
  });
});

describe("a log-in's body", () => {
  it.each([
    [{ email: "a".repeat(EMAIL_CHARS_MAX), password: "p".repeat(PASSWORD_CHARS_MAX) }, 401],
    [{ email: "a".repeat(EMAIL_CHARS_MAX + 1), password: "x" }, 400],
    [{ email: "a@b", password: "p".repeat(PASSWORD_CHARS_MAX + 1) }, 400],
    [{ email: "a\u0000b", password: "\u0000" }, 401],
    [{ email: "\ud800", password: "\udfff" }, 401],
    [{ email: "' OR 1=1 --", password: "' OR 1=1 --" }, 401],
    [{ email: ["ann@g1.test"], password: "right" }, 400],
    [{ email: { toLowerCase: 1 }, password: "right" }, 400],
    [null, 400],
    [[], 400],
    ["right", 400],
  ])("case %# is answered without a fault", async (body, status) => {
    const answer = await ask(platform(), "/sessions/g1", { method: "POST", body: JSON.stringify(body) });
    expect(answer.status).toBe(status);
  });
});
