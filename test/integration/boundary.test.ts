/** What every path does: request ids, headers, 404, 405, HEAD, OPTIONS, hostile URLs, the log (docs/interface.md §4.10, §5). */
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ROUTES } from "../../src/app.ts";
import type { Platform } from "../../src/host/context.ts";
import { ask, bearer, insertGroups, insertToken, platform } from "../support/in-worker.ts";

const call = (path: string, method = "GET", headers: HeadersInit = {}): Promise<Response> =>
  exports.default.fetch(`http://tabard.test${path}`, { method, headers, redirect: "manual" });

beforeAll(async () => {
  await insertGroups("g1");
  await insertToken("key", "g1", { scopes: ["hotels"] });
});

describe("every answer", () => {
  it("carries a request id and allows any origin", async () => {
    const answer = await call("/health");
    expect(await answer.json()).toEqual({ status: "ok", version: manifest.version });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  it("has a request id of the service's own, whatever the client sends", async () => {
    const answer = await call("/health", "GET", { "X-Request-Id": "mine", "CF-Ray": "mine", traceparent: "mine" });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["/health", "GET"],
    ["/", "HEAD"],
    ["/profile/g1", "GET"],
    ["/nothing", "GET"],
    ["/health", "POST"],
    ["/sessions/g1", "OPTIONS"],
    ["/sessions/g1", "POST"],
  ])("is guarded: %s by %s", async (path, method) => {
    const { headers } = await call(path, method);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("X-Request-Id"),
      "server-timing": expect.stringMatching(/^total;dur=\d+$/),
    });
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
  });

  it.each(["/soap", "/ota", "/alpinebits", "/book/g1", "/console", "/console/today"])(
    "of %s is read by no page of another origin",
    async (path) => {
      for (const method of ["GET", "OPTIONS"]) {
        const { headers } = await call(path, method);
        expect([method, ...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    },
  );

  it("is a problem for an unknown path", async () => {
    const answer = await call("/nothing");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ code: "not_found", requestId: answer.headers.get("X-Request-Id") });
  });

  it("is 405 with Allow for another method on a known path", async () => {
    const answer = await call("/health", "POST");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  });

  it("has no body for HEAD", async () => {
    const answer = await call("/health", "HEAD");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  it("answers a preflight", async () => {
    const answer = await call("/sessions/g1", "OPTIONS");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Methods")).toBe("POST, DELETE, OPTIONS");
    expect(answer.headers.get("Access-Control-Allow-Headers")).toContain("Idempotency-Key");
  });

  it("answers a preflight for an unknown path too, so that a browser sees the 404", async () => {
    const answer = await call("/nothing", "OPTIONS");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Methods")).toContain("DELETE");
  });
});

describe("a hostile path or method", () => {
  const segments = [
    "%",
    "%E0%A4%A",
    "%C0%80",
    "%00",
    "%FF%FE",
    "%ED%A0%80",
    "..%2f..",
    "a%2Fb",
    "g1%00",
    "😀",
    "%F0%9F%98%80",
    "'--",
    "*",
    ":groupId",
  ];
  const paths = ROUTES.map((route) => route.path).filter((path) => path.includes(":"));

  it.each(segments)("with %j as its ids is refused like any unknown one", async (segment) => {
    for (const path of paths) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await call(path.replaceAll(/:\w+/g, segment), method, { Authorization: "Bearer key" });
        // 303: the desk's pages lead whoever has not signed in to the sign-in.
        const toSignIn = answer.status === 303 && answer.headers.get("Location") === "/console";
        if (!toSignIn) expect([400, 401, 404, 405, 415]).toContain(answer.status);
      }
    }
  });

  it.each([
    "//",
    "/.",
    "/..;/",
    "/health/",
    "/HEALTH",
    "/health%20",
    "/?%",
    "/health?%ZZ=%",
    "/sessions",
    "/sessions/",
    "/sessions//g1",
    "/sessions/%2e%2e",
    "/assets/%2e%2e/src",
  ])("%j gives no fault", async (path) => {
    expect((await call(path)).status).toBeLessThan(500);
  });

  it.each(["PUT", "PATCH", "PROPFIND", "MKCOL", "PURGE", "SEARCH"])(
    "%s is 405 on every known path that does not have it",
    async (method) => {
      const known = ROUTES.filter(({ path }) => !ROUTES.some((route) => route.path === path && route.method === method));
      for (const { path } of known) expect((await call(path.replaceAll(/:\w+/g, "g1"), method)).status).toBe(405);
    },
  );
});

describe("the log", () => {
  async function linesOf(host: Partial<Platform>, path: string, init: RequestInit = {}): Promise<Record<string, unknown>[]> {
    const written = vi.spyOn(console, "log").mockImplementation(() => {});
    await ask(platform(host), path, init);
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    written.mockRestore();
    return lines;
  }

  it("has one line per request: who, where, what came of it, and what it cost", async () => {
    await insertToken("another-key", "g1", { subject: "pms", scopes: ["hotels"] });
    const lines = await linesOf({ requestLog: true }, "/profile/g1?secret=1", bearer("another-key"));
    expect(lines).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: "request",
        method: "GET",
        route: "/profile/:groupId",
        group: "g1",
        principal: "key",
        caller: "pms",
        refusal: "unauthorized",
        status: 401,
        ms: expect.any(Number),
        rowsRead: 1,
      },
    ]);
  });

  it("names nothing that a client chose freely", async () => {
    const body = JSON.stringify({ email: "ann@g1.test", password: "pass-word" });
    const lines = [
      ...(await linesOf({ requestLog: true }, "/ann@g1.test?q=asked", bearer("no-such-token"))),
      ...(await linesOf({ requestLog: true }, "/sessions/group-of-ann", { method: "POST", body })),
      ...(await linesOf({ requestLog: true }, "/profile/group-of-ann", bearer("no-such-token"))),
    ];
    expect(lines.map(({ event, route, group, refusal }) => [event, route, group, refusal])).toEqual([
      ["request", null, null, "not_found"],
      ["log_in", undefined, null, undefined],
      ["request", "/sessions/:groupId", null, "log_in_refused"],
      ["request", "/profile/:groupId", null, "invalid_token"],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/ann|pass-word|no-such|asked/);
  });

  it("is silent about requests where it is off, and never about faults", async () => {
    expect(await linesOf({}, "/profile/g1", bearer("key"))).toEqual([]);
    const boom = (): never => {
      throw new Error("boom");
    };
    const db = { prepare: boom, batch: boom };
    expect(await linesOf({ db }, "/health")).toMatchObject([{ event: "health_failed" }]);
  });
});

describe("a fault", () => {
  it.each([
    ["near SELECT secret FROM tokens: syntax error at /src/access/rows/tokens.ts:12", 500, "internal"],
    ["D1_ERROR: database is locked: SQLITE_BUSY", 503, "overloaded"],
  ])("%j shows nothing of itself", async (message, status, code) => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const boom = (): never => {
      throw new Error(message);
    };
    const answer = await ask(platform({ db: { prepare: boom, batch: boom } }), "/profile/g1", bearer("not-seen-before"));
    vi.restoreAllMocks();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Retry-After")).toBe(status === 503 ? "1" : null);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code, requestId: answer.headers.get("X-Request-Id") });
    expect(text).not.toMatch(/SELECT|tokens|SQLITE|\.ts|D1/);
  });
});
