/** Sessions of users and the gate of the JSON interface: docs/interface.md §3. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../src/access/password.ts";

const base = "http://tabard.test";

function call(path: string, init: RequestInit = {}, token?: string): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (init.body) headers.set("Content-Type", "application/json");
  return exports.default.fetch(`${base}${path}`, { ...init, headers });
}

function logIn(email: string, password: string, groupId = "g1"): Promise<Response> {
  return call(`/sessions/${groupId}`, { method: "POST", body: JSON.stringify({ email, password }) });
}

beforeAll(async () => {
  const hash = await hashPassword("right", new Uint8Array(16));
  await env.DB.batch([
    env.DB.prepare("INSERT INTO sites VALUES ('g1', 'g1', 'group'), ('g2', 'g2', 'group')"),
    env.DB.prepare(
      "INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('g1', 'One', 'en', 0), ('g2', 'Two', 'en', 0)",
    ),
    env.DB.prepare(
      "INSERT INTO users (group_id, email, password_hash, firstname, mail_list) VALUES ('g1', 'ann@g1.test', ?1, 'Ann', 1)",
    ).bind(hash),
  ]);
});

describe("POST /sessions/{groupId}", () => {
  it("opens a session that reads its own user's profile", async () => {
    const answer = await logIn("Ann@g1.test", "right");
    expect(answer.status).toBe(200);
    const { sessionId, expiresAt } = await answer.json<{ sessionId: string; expiresAt: string }>();
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000);
    const profile = await call("/profile/g1", {}, sessionId);
    expect(await profile.json()).toMatchObject({ firstname: "Ann", email: "ann@g1.test", mailList: true, country: "" });
  });

  it("refuses a wrong password, an unknown user and an unknown group alike", async () => {
    const answers = await Promise.all([logIn("ann@g1.test", "wrong"), logIn("bob@g1.test", "right"), logIn("ann@g1.test", "right", "g9")]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: "unauthorized", detail: "The group, the name or the password is wrong." });
      // No token was sent that could be invalid.
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  it("names every missing field", async () => {
    const answer = await call("/sessions/g1", { method: "POST", body: "{}" });
    expect(answer.status).toBe(400);
    const { errors } = await answer.json<{ errors: { pointer: string }[] }>();
    expect(errors.map((error) => error.pointer)).toEqual(["/email", "/password"]);
  });
});

describe("a profile", () => {
  it("ends with its user", async () => {
    await env.DB.prepare(
      "INSERT INTO users (group_id, email, password_hash, firstname, mail_list) SELECT group_id, 'cy@g1.test', password_hash, 'Cy', 0 FROM users WHERE email = 'ann@g1.test'",
    ).run();
    const { sessionId } = await (await logIn("cy@g1.test", "right")).json<{ sessionId: string }>();
    expect((await call("/profile/g1", {}, sessionId)).status).toBe(200);
    await env.DB.prepare("DELETE FROM users WHERE email = 'cy@g1.test'").run();
    const after = await call("/profile/g1", {}, sessionId);
    expect(after.status).toBe(401);
    expect(after.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  });
});

describe("DELETE /sessions/{groupId}", () => {
  it("ends the session at once", async () => {
    const { sessionId } = await (await logIn("ann@g1.test", "right")).json<{ sessionId: string }>();
    expect((await call("/sessions/g1", { method: "DELETE" }, sessionId)).status).toBe(204);
    const after = await call("/profile/g1", {}, sessionId);
    expect(after.status).toBe(401);
    expect(after.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  });
});

describe("the gate", () => {
  it("never lets a token of one group into another", async () => {
    const { sessionId } = await (await logIn("ann@g1.test", "right")).json<{ sessionId: string }>();
    expect((await call("/profile/g2", {}, sessionId)).status).toBe(401);
    expect((await call("/profile/nowhere", {}, sessionId)).status).toBe(401);
  });

  it("asks for a token where none was sent", async () => {
    const answer = await call("/profile/g1");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });
});
