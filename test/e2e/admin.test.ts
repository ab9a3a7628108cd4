/** npm run admin: docs/interface.md §1. Against the Node host's database and the service that serves it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile } from "../../cli/support/database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";

const state = mkdtempSync(join(tmpdir(), "tabard-admin-"));
const file = join(state, "tabard.sqlite");
const settings: Record<string, string> = { TABARD_STATE: state, PORT: "0", RATE_LIMITS: "off", REQUEST_LOG: "off" };
const env = { ...process.env, ...settings } as NodeJS.ProcessEnv;
const secrets: string[] = [];

function admin(args: string, input = ""): { status: number | null; out: string; err: string } {
  const host = args.includes("--remote") ? [] : ["--host", "node"];
  const done = spawnSync(process.execPath, ["cli/admin.ts", ...args.split(" "), ...host], { env, input, encoding: "utf8" });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

function createKey(options: string): { id: string; key: string } {
  const { out } = admin(`key create --group g1 ${options}`);
  const [, id = "", key = ""] = /^id +(\S+)$[^]*^key +(\S+)$/m.exec(out) ?? [];
  secrets.push(key);
  return { id, key };
}

let base = "";
let service: ChildProcess;

beforeAll(async () => {
  openSqliteFile(file).close();
  const db = openFile(file);
  await db.apply([
    "INSERT INTO sites VALUES ('g1', 'g1', 'group'), ('h1', 'g1', 'hotel'), ('g2', 'g2', 'group')",
    "INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('g1', 'One', 'en', 0), ('g2', 'Two', 'en', 0)",
  ]);
  db.close();
  service = spawn(process.execPath, ["src/host/runtime/node.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(service.stdout!, "data")) as [Buffer];
  base = `http://127.0.0.1:${(JSON.parse(line.toString()) as { port: number }).port}`;
});

afterAll(async () => {
  service.kill();
  await once(service, "exit");
  rmSync(state, { recursive: true });
});

describe("admin key", () => {
  it("makes a key with every scope a key may have, lists it without its secret and ends it", async () => {
    const { id, key } = createKey("--label web");
    expect(key).toMatch(/^[\w-]{43}$/);
    const listed = admin("key list --group g1").out;
    expect(listed).toContain(id);
    expect(listed).toContain("hotels,availability,reservations  web");
    expect(listed).not.toContain(key);
    const before = await fetch(`${base}/profile/g1`, { headers: { Authorization: `Bearer ${key}` } });
    expect(before.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    expect(admin(`key revoke --id ${id}`).status).toBe(0);
    expect(admin("key list --group g1").out).toContain("revoked");
    expect(admin(`key revoke --id ${id}`).out).toContain("was revoked");
  });

  it("limits a key to the scopes given", () => {
    const { id } = createKey("--scopes reservations,hotels");
    expect(admin("key list --group g1").out).toMatch(new RegExp(`${id}.*live  hotels,reservations`));
  });

  it.each([
    [1, "key create --group nowhere", 'there is no group "nowhere"'],
    [2, "key create --group g1 --scopes profile", '--scopes: "profile" is not one of hotels, availability, reservations'],
    [2, "key create --group g1 --scopes ,", '--scopes: "" is not one of'],
    [2, "key create", "key create needs --group G; try --help"],
    [2, "key create --label --group", "; try --help"],
    [1, "key revoke --id 0123", 'there is no key "0123"'],
    [2, "key list --group g1 --colour red", "Unknown option '--colour'; try --help"],
    [2, "key create --group g1 extra", "Unexpected argument 'extra'"],
    [2, "key destroy", '"key destroy" is not a command; there are key create,'],
    [2, "key list --group g1 --remote --host node", "--remote is the deployed D1"],
  ])("ends with status %i and one line for %s", (wanted, args, message) => {
    const { status, out, err } = admin(args);
    expect({ status, out }).toEqual({ status: wanted, out: "" });
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("admin user, operator, session", () => {
  it("adds a user who may log in, from standard input, and ends the group's sessions", async () => {
    secrets.push("pass word");
    expect(admin("user add --group g1 --email Ann@g1.test --password -", "pass word\n").status).toBe(0);
    const body = JSON.stringify({ email: "ann@g1.test", password: "pass word" });
    const session = await fetch(`${base}/sessions/g1`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    expect(session.status).toBe(200);
    const { sessionId } = (await session.json()) as { sessionId: string };
    secrets.push(sessionId);
    expect(admin("session revoke --group g2").out).toContain("revoked: 0;");
    expect(admin("session revoke --group g1").out).toContain("revoked: 1;");
  });

  it("adds operators of a hotel and of a group", () => {
    secrets.push("desk-secret-1");
    expect(admin("operator add --site h1 --code DESK --password desk-secret-1").out).toContain("hotel h1");
    expect(admin("operator add --site g1 --code FINANCE --password desk-secret-1").out).toContain("group g1");
    expect(admin("operator add --site h1 --code DESK --password x").err).toBe('site "h1" has an operator "DESK"\n');
  });

  it.each([
    [1, "user add --group g1 --email ann@g1.test --password x", 'group "g1" has a user "ann@g1.test"'],
    [2, "user add --group g1 --email nobody --password x", "is not an e-mail address"],
    [2, "user add --group g1 --email a@b --password -", "the password is empty"],
    [2, "user add --group g1 --email a@b", "user add needs --password P|-"],
    [1, "operator add --site h9 --code A --password x", 'there is no hotel or group "h9"'],
    [1, "session revoke --group g9", 'there is no group "g9"'],
  ])("ends with status %i for %s", (wanted, args, message) => {
    const { status, err } = admin(args);
    expect(status).toBe(wanted);
    expect(err).toContain(message);
  });

  it("explains itself", () => {
    const { status, out } = admin("--help");
    expect(status).toBe(0);
    expect(out).toContain("operator add --site S --code C --password P|-");
  });
});

it("leaves no secret in the database's files", () => {
  const stored = readdirSync(state).map((name) => readFileSync(join(state, name)));
  expect(secrets).toHaveLength(5);
  for (const secret of secrets) {
    expect(secret).not.toBe("");
    for (const bytes of stored) expect(bytes.includes(secret)).toBe(false);
  }
});
