/** A stolen copy of D1 and KV holds no usable secret: every token and password issued here is looked for in it (docs/interface.md §3). */
import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { hashPassword } from "../../src/access/password.ts";
import { insertGroups, insertToken, platform, ask, bearer } from "../support/in-worker.ts";

const password = "a-password-nobody-else-has";
const secrets: string[] = [password];

/** Every row of every table, and every key and value of KV. */
async function dump(): Promise<string> {
  const { results: tables } = await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all<{
    name: string;
    sql: string;
  }>();
  const parts: unknown[] = [tables];
  for (const { name } of tables.filter((table) => !table.name.startsWith("_cf"))) {
    parts.push((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
  }
  const { keys } = await env.KV.list();
  for (const { name } of keys) parts.push(name, await env.KV.get(name));
  return JSON.stringify(parts);
}

beforeAll(async () => {
  await insertGroups("g1");
  const hash = await hashPassword(password, new Uint8Array(16));
  await env.DB.prepare("INSERT INTO users (group_id, email, password_hash) VALUES ('g1', 'ann@g1.test', ?1)").bind(hash).run();
  await env.DB.prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES ('g1', 'DESK', ?1)").bind(hash).run();
});

it("holds no token and no password", async () => {
  const key = crypto.randomUUID();
  await insertToken(key, "g1", { scopes: ["hotels"] });
  const logIn = await ask(platform(), "/sessions/g1", { method: "POST", body: JSON.stringify({ email: "ann@g1.test", password }) });
  const { sessionId } = await logIn.json<{ sessionId: string }>();
  const ns = env.SOAP_NAMESPACE;
  const soap = await exports.default.fetch("http://tabard.test/soap?op=LogIn", {
    method: "POST",
    headers: { "Content-Type": "text/xml" },
    body: `<LogIn xmlns="${ns}"><SiteID>g1</SiteID><OperatorCode>DESK</OperatorCode><Password>${password}</Password></LogIn>`,
  });
  const operatorSession = /<SessionID>(.*)<\/SessionID>/.exec(await soap.text())?.[1] ?? "";
  secrets.push(key, sessionId, operatorSession);
  // All of them used, so that KV holds what it will.
  for (const token of secrets) await ask(platform(), "/profile/g1", bearer(token));
  const stored = await dump();
  expect(stored).toContain("session:");
  expect(stored).toContain("scrypt$");
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(btoa(secret));
  }
});
