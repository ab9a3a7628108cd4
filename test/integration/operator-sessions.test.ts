/** Operators at the JSON interface (docs/interface.md §10.4), and what a log-in leaves in the log (§10.7). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { DESK_SESSION_TTL_MS } from "../../src/access/limits.ts";
import { hashPassword } from "../../src/access/password.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { ask, bearer, insertGroups, platform } from "../support/in-worker.ts";

const PASSWORD = "correct horse battery";

const logIn = (groupId: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  ask(platform(), `/sessions/${groupId}`, { method: "POST", body: JSON.stringify(body), headers });
const asOperator = (siteId: string, operatorCode: string, password = PASSWORD) => ({ siteId, operatorCode, password });

interface StoredSession {
  kind: string;
  group_id: string;
  hotel_id: string | null;
  subject: string;
  scopes: string;
  created_ms: number;
  expires_ms: number;
}

async function stored(answer: Response): Promise<StoredSession | null> {
  const { sessionId } = await answer.json<{ sessionId: string }>();
  expect(sessionId).toMatch(/^tabard_operator_/);
  return env.DB.prepare("SELECT * FROM tokens WHERE token_sha256 = ?1").bind(sha256Hex(sessionId)).first<StoredSession>();
}

beforeAll(async () => {
  await insertGroups("g1", "g2");
  const hash = await hashPassword(PASSWORD, new Uint8Array(16));
  await env.DB.batch([
    env.DB.prepare("INSERT INTO sites VALUES ('h1', 'g1', 'hotel')"),
    env.DB.prepare("INSERT INTO users (group_id, email, password_hash) VALUES ('g1', 'ann@g1.test', ?1)").bind(hash),
    env.DB.prepare(
      `INSERT INTO operators (site_id, operator_code, password_hash, scopes) VALUES
        ('g1', 'FINANCE', ?1, '["bookings","ledger","rates","content","events","explain","export"]'), ('h1', 'DESK', ?1, '["bookings","export"]'),
        ('g1', 'BOOKS', ?1, '["export"]'), ('g1', 'RATES', ?1, '["rates"]')`,
    ).bind(hash),
  ]);
});

describe("POST /sessions/{groupId} of an operator", () => {
  it("gives eight hours with all scopes but export, for a hotel's operator in that hotel", async () => {
    const ofGroup = await logIn("g1", asOperator("g1", "FINANCE"));
    expect(ofGroup.status).toBe(200);
    const { expiresAt } = await ofGroup.clone().json<{ expiresAt: string }>();
    const session = await stored(ofGroup);
    expect(session).toMatchObject({ kind: "operator", group_id: "g1", hotel_id: null, subject: "FINANCE" });
    expect(JSON.parse(session!.scopes)).toEqual(["bookings", "ledger", "rates", "content", "events", "explain"]);
    expect(session!.expires_ms - session!.created_ms).toBe(DESK_SESSION_TTL_MS);
    expect(Date.parse(expiresAt)).toBe(session!.expires_ms);
    expect(await stored(await logIn("g1", asOperator("h1", "DESK")))).toMatchObject({ hotel_id: "h1", scopes: '["bookings"]' });
  });

  it("is ended by DELETE, and is not a session of the XML interface", async () => {
    const { sessionId } = await (await logIn("g1", asOperator("h1", "DESK"))).json<{ sessionId: string }>();
    const body = `<LogOut xmlns="${env.SOAP_NAMESPACE}"><SessionID>${sessionId}</SessionID></LogOut>`;
    const logOut = await ask(platform(), "/soap", { method: "POST", body, headers: { "Content-Type": "text/xml" } });
    expect(await logOut.text()).toContain("<ExceptionCode>70004<");
    expect((await ask(platform(), "/sessions/g1", { method: "DELETE", ...bearer(sessionId) })).status).toBe(204);
    expect((await ask(platform(), "/sessions/g1", { method: "DELETE", ...bearer(sessionId) })).status).toBe(401);
  });

  it.each([
    ["a wrong password", "g1", asOperator("g1", "FINANCE", "wrong")],
    ["an unknown operator", "g1", asOperator("g1", "NOBODY")],
    ["another case of the code", "g1", asOperator("g1", "finance")],
    ["an unknown site", "g1", asOperator("h9", "DESK")],
    ["a site of another group", "g2", asOperator("h1", "DESK")],
    ["a group that is none", "nowhere", asOperator("g1", "FINANCE")],
  ])("refuses %s alike", async (_name, groupId, body) => {
    const answer = await logIn(groupId, body);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await answer.json()).toMatchObject({ code: "unauthorized", detail: "The group, the name or the password is wrong." });
  });

  it("refuses an operator of the XML interface alone, as the XML interface does one without export", async () => {
    const answer = await logIn("g1", asOperator("g1", "BOOKS"));
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, 'Bearer error="insufficient_scope"']);
    const inner = `<SiteID>g1</SiteID><OperatorCode>RATES</OperatorCode><Password>${PASSWORD}</Password>`;
    const body = `<LogIn xmlns="${env.SOAP_NAMESPACE}">${inner}</LogIn>`;
    const xml = await ask(platform(), "/soap", { method: "POST", body, headers: { "Content-Type": "text/xml" } });
    const refused = await xml.text();
    expect(refused).toContain("<ExceptionCode>70004<");
    expect(refused).toContain("Not permitted: the scope export is missing");
  });

  it("names every field that is missing", async () => {
    const answer = await logIn("g1", { operatorCode: "FINANCE" });
    expect(answer.status).toBe(400);
    const { errors } = await answer.json<{ errors: { pointer: string }[] }>();
    expect(errors.map((error) => error.pointer)).toEqual(["/siteId", "/password"]);
  });
});

describe("a body without Content-Type", () => {
  const send = (path: string, text: string, headers: Record<string, string>): Promise<Response> =>
    ask(platform(), path, { method: "POST", body: new TextEncoder().encode(text), headers });
  const user = JSON.stringify({ email: "ann@g1.test", password: PASSWORD });
  const xml = `<LogIn xmlns="${env.SOAP_NAMESPACE}"><SiteID>g1</SiteID><OperatorCode>FINANCE</OperatorCode><Password>${PASSWORD}</Password></LogIn>`;

  it.each([
    ["/sessions/g1", user],
    ["/soap", xml],
  ])("logs nobody in at %s from another origin", async (path, text) => {
    for (const origin of ["https://evil.test", "null"]) expect((await send(path, text, { Origin: origin })).status).toBe(415);
    expect((await send(path, text, { Origin: "http://tabard.test" })).status).toBe(200);
    expect((await send(path, text, {})).status).toBe(200);
  });
});

describe("the XML interface", () => {
  it("lets no page of another origin read it", async () => {
    for (const method of ["GET", "POST", "OPTIONS", "DELETE"]) {
      const { headers } = await ask(platform(), "/soap", { method, headers: { Origin: "https://evil.test" } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("what a page says of the request's Host", () => {
  it.each(["/", "/soap", "/soap?op=LogIn", "/soap?wsdl", "/docs", "/docs/errors"])("is kept by no cache: %s", async (path) => {
    const answer = await ask(platform(), path, { headers: { Accept: "text/html" } });
    const reflects = (await answer.text()).includes("tabard.test");
    expect(answer.headers.get("Cache-Control")).toBe(reflects ? "no-store" : "public, max-age=300");
  });
});

describe("a log-in", () => {
  it("leaves one line, accepted or refused, with the reason, and names nobody", async () => {
    const written = vi.spyOn(console, "log").mockImplementation(() => {});
    const headers = { "CF-Connecting-IP": "203.0.113.77" };
    const { sessionId } = await (await logIn("g1", { email: "Ann@g1.test", password: PASSWORD }, headers)).json<{ sessionId: string }>();
    await logIn("g1", { email: "ann@g1.test", password: "wrong" }, headers);
    await logIn("g1", { email: "bob@g1.test", password: "wrong" }, headers);
    await logIn("g1", asOperator("g1", "BOOKS"), headers);
    await ask(platform({ requestLog: true }), "/profile/g1", bearer(sessionId));
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string | null>);
    written.mockRestore();
    const logIns = lines.filter(({ event }) => event === "log_in");
    expect(logIns.map(({ kind, outcome, reason }) => `${kind} ${outcome} ${reason}`)).toEqual([
      "user accepted accepted",
      "user refused wrong_password",
      "user refused unknown_account",
      "operator refused not_permitted",
    ]);
    const [first, second, third] = logIns;
    expect(first?.account).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.account).toBe(first?.account);
    expect(third?.account).not.toBe(first?.account);
    expect(new Set(logIns.map(({ address }) => address)).size).toBe(1);
    expect(lines.at(-1)).toMatchObject({ event: "request", principal: "user", caller: first?.account });
    expect(JSON.stringify(lines)).not.toMatch(/ann|bob|203\.0|correct|wrong"|BOOKS/i);
  });
});
