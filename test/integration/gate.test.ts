/** The Authorization header in all its forms, and WWW-Authenticate in answer: docs/interface.md §3, RFC 6750 §2.1 and §3. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_TOKEN_CHARS_MAX } from "../../src/access/limits.ts";
import { AUTHORIZATION_CHARS_MAX } from "../../src/http/limits.ts";
import { bearer, insertGroups, insertToken } from "../support/in-worker.ts";

const get = (headers: HeadersInit, method = "GET"): Promise<Response> =>
  exports.default.fetch("http://tabard.test/profile/g1", { method, headers });

beforeAll(async () => {
  await insertGroups("g1", "g2");
  await env.DB.prepare("INSERT INTO users (group_id, email, user_id, password_hash) VALUES ('g1', 'ann@g1.test', 'ann', '')").run();
  const user = { kind: "user", subject: "ann", scopes: ["profile"] } as const;
  await insertToken("good-token", "g1", user);
  await insertToken("t".repeat(DEMO_TOKEN_CHARS_MAX), "g1", user);
  await insertToken("t".repeat(DEMO_TOKEN_CHARS_MAX + 1), "g1", user);
  await insertToken("a-key", "g1", { scopes: ["hotels", "availability", "reservations"] });
});

describe("an Authorization header", () => {
  it.each(["Bearer good-token", "bearer good-token", "BEARER   good-token", "Bearer good-token  "])("%j is taken", async (header) => {
    expect((await get({ Authorization: header })).status).toBe(200);
  });

  it.each(["", "Basic Z29vZDp0b2tlbg==", "good-token", "Bearer", "Bearer ", "Bearergood-token", "Digest Bearer good-token"])(
    "%j brings no token",
    async (header) => {
      const answer = await get({ Authorization: header });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    },
  );

  it.each([
    "Bearer unknown",
    "Bearer good-token extra",
    'Bearer "good-token"',
    "Bearer good-token,",
    "Bearer tök€n".replace("€", "\u00e9"),
    "Bearer good-token=x",
    "Bearer\tgood-token",
    `Bearer ${"x".repeat(AUTHORIZATION_CHARS_MAX)}`,
  ])("%j brings an invalid one", async (header) => {
    const answer = await get({ Authorization: header });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
    expect(await answer.json()).toMatchObject({ code: "unauthorized" });
  });

  it("sent twice is not guessed at", async () => {
    const headers = new Headers({ Authorization: "Bearer good-token" });
    headers.append("Authorization", "Bearer good-token");
    const answer = await get(headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  });

  it("may carry a token of the longest length and none above", async () => {
    expect((await get(bearer("t".repeat(DEMO_TOKEN_CHARS_MAX)).headers!)).status).toBe(200);
    expect((await get(bearer("t".repeat(DEMO_TOKEN_CHARS_MAX + 1)).headers!)).status).toBe(401);
  });

  it("works for HEAD as for GET", async () => {
    const head = await get({ Authorization: "Bearer good-token" }, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get({}, "HEAD")).status).toBe(401);
  });
});

describe("an API key", () => {
  it("is not a session: it reads no profile, and DELETE /sessions does not end it", async () => {
    for (const [path, method] of [
      ["/profile/g1", "GET"],
      ["/sessions/g1", "DELETE"],
    ] as const) {
      const answer = await exports.default.fetch(`http://tabard.test${path}`, { method, ...bearer("a-key") });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    }
    const live = await env.DB.prepare("SELECT count(*) AS live FROM tokens WHERE kind = 'key' AND revoked_ms IS NULL").first("live");
    expect(live).toBe(1);
  });
});
