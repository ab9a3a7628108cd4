/** What every path does: request ids, 404, 405, HEAD, OPTIONS (contract §4 "Other answers", §5). */
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

const call = (path: string, method = "GET"): Promise<Response> => exports.default.fetch(`http://tabard.test${path}`, { method });

describe("every answer", () => {
  it("carries a request id and allows any origin", async () => {
    const answer = await call("/health");
    expect(await answer.json()).toEqual({ status: "ok" });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

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
});
