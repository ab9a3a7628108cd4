/** npm run admin: docs/interface.md §1. Against the Node host's database and the service that serves it. */
import { createHash } from "node:crypto";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openFile } from "../../cli/support/database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";

const state = mkdtempSync(join(tmpdir(), "tabard-admin-"));
const file = join(state, "tabard.sqlite");
const settings: Record<string, string> = { TABARD_STATE: state, PORT: "0", RATE_LIMITS: "off", REQUEST_LOG: "off", DEMO_TOKENS: "on" };
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
    `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
       check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities)
     VALUES ('g1', 'h1', 'Hotel', '', '', '', '', '', '', 'PT', '15', '00', '11', '00', '4', 0, 0, 'Europe/Lisbon', 'EUR', '[]', '[]')`,
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
  it("makes a key with the first three scopes, lists it without its secret and ends it", async () => {
    const { id, key } = createKey("--label web");
    expect(key).toMatch(/^tabard_key_[0-9a-f]{40}_[0-9a-f]{8}$/);
    const listed = admin("key list --group g1").out;
    expect(listed).toContain(id);
    expect(listed).toMatch(
      new RegExp(
        `^${id}  client ${id}  all hotels  hotels,availability,reservations  created \\S+  never used  no expiry  live  web$`,
        "m",
      ),
    );
    expect(listed).not.toContain(key);
    const before = await fetch(`${base}/profile/g1`, { headers: { Authorization: `Bearer ${key}`, Connection: "close" } });
    expect(before.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    const today = new Date().toISOString().slice(0, 10);
    await vi.waitFor(() => expect(admin("key list --group g1").out).toContain(`last used ${today}`));
    expect(admin(`key revoke --id ${id}`).status).toBe(0);
    expect(admin("key list --group g1").out).toContain("revoked");
    expect(admin(`key revoke --id ${id}`).out).toContain("was revoked");
  });

  it("limits a key to the scopes given", () => {
    const { id } = createKey("--scopes reservations,hotels");
    expect(admin("key list --group g1").out).toMatch(new RegExp(`${id}.*  hotels,reservations  `));
  });

  it("binds a key to a client, a hotel and a date, and rotates it", async () => {
    const { id, key } = createKey("--client desk --hotel h1 --scopes bookings,ledger --expires 2999-12-31");
    const state = (row: string) => new RegExp(`^${row}$`, "m").test(admin("key list --group g1").out);
    expect(state(`${id}  client desk  hotel h1  bookings,ledger  .*  expires 3000-01-01T00:00:00.000Z  live`)).toBe(true);
    const { out } = admin(`key rotate --id ${id} --overlap-hours 1`);
    const [, next = "", nextKey = ""] = /^id +(\S+)$[^]*^key +(tabard\S+)$/m.exec(out) ?? [];
    secrets.push(nextKey);
    expect(state(`${next}  client desk  hotel h1  bookings,ledger  .*  expires 3000-01-01T00:00:00.000Z  live`)).toBe(true);
    expect(out).toMatch(new RegExp(`^key ${id} ends ${new Date(Date.now() + 3_600_000).toISOString().slice(0, 15)}`, "m"));
    const refusalOf = async (token: string) =>
      (await fetch(`${base}/hotels/g1`, { headers: { Authorization: `Bearer ${token}`, Connection: "close" } })).headers.get(
        "WWW-Authenticate",
      );
    expect([await refusalOf(key), await refusalOf(nextKey)]).toEqual(Array(2).fill('Bearer error="insufficient_scope"'));
    const last = admin(`key rotate --id ${next} --overlap-hours 0`).out;
    secrets.push(/^key +(tabard\S+)$/m.exec(last)?.[1] ?? "");
    expect(last).toContain(`key ${next} is revoked`);
    expect(admin(`key rotate --id ${next}`).err).toContain("was revoked");
  });

  it.each([
    [2, "key create --group g1 --hotel h1 --scopes hotels", '--scopes: "hotels" is not one of bookings, ledger'],
    [2, "key create --group g1 --hotel h1", "--hotel needs --scopes, of bookings, ledger"],
    [1, "key create --group g1 --hotel h9 --scopes bookings", 'group "g1" has no hotel "h9"'],
    [2, "key create --group g1 --client a:b", "--client is a name without colons"],
    [2, "key create --group g1 --expires 2026-02-30", '--expires "2026-02-30" is not a date'],
    [2, "key create --group g1 --expires 2020-01-01", "--expires 2020-01-01 is over"],
    [1, "key rotate --id 0123", 'there is no key "0123"'],
    [2, "key rotate --id 0123 --overlap-hours -1", "--overlap-hours"],
    [2, "key rotate --id 0123 --overlap-hours 1.5", "--overlap-hours is a whole number from 0 to 8760"],
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
    secrets.push("pass word of Ann");
    expect(admin("user add --group g1 --email Ann@g1.test --password -", "pass word of Ann\n").status).toBe(0);
    const body = JSON.stringify({ email: "ann@g1.test", password: "pass word of Ann" });
    const session = await fetch(`${base}/sessions/g1`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", Connection: "close" },
    });
    expect(session.status).toBe(200);
    const { sessionId } = (await session.json()) as { sessionId: string };
    secrets.push(sessionId);
    expect(admin("session revoke --group g2").out).toContain("revoked: 0;");
    expect(admin("session revoke --group g1").out).toContain("revoked: 1;");
  });

  it("changes passwords, takes people back and ends sessions of one person", async () => {
    const post = (path: string, body: object) =>
      fetch(`${base}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", Connection: "close" },
      });
    const open = async (body: object): Promise<string> => {
      const { sessionId: session = "" } = (await (await post("/sessions/g1", body)).json()) as { sessionId?: string };
      secrets.push(session);
      return session;
    };
    const isLive = async (token: string): Promise<boolean> => {
      const answer = await fetch(`${base}/explanations-of-nothing/g1`, {
        headers: { Authorization: `Bearer ${token}`, Connection: "close" },
      });
      expect(answer.status).toBe(404);
      const file = openFile(join(state, "tabard.sqlite"));
      const [row] = await file.query<{ revoked_ms: number | null }>(
        `SELECT revoked_ms FROM tokens WHERE token_sha256 = '${createHash("sha256").update(token).digest("hex")}'`,
      );
      file.close();
      return row?.revoked_ms === null;
    };
    const [first, second] = ["a first password", "another password"] as const;
    secrets.push(first, second);
    expect(admin("user add --group g1 --email bob@g1.test --password -", first).status).toBe(0);
    expect(admin("operator add --site h1 --code BOB --scopes bookings,export --password -", first).out).toContain("bookings,export");
    const user = { email: "bob@g1.test", password: first };
    const operator = { siteId: "h1", operatorCode: "BOB", password: first };
    const [ofUser, ofOperator] = [await open(user), await open(operator)];
    expect(admin("session revoke --group g1 --user bob@g1.test").out).toContain("user bob@g1.test revoked: 1;");
    expect([await isLive(ofUser), await isLive(ofOperator)]).toEqual([false, true]);
    expect(admin("session revoke --group g1 --site h1 --code BOB").out).toContain("operator BOB of hotel h1 revoked: 1;");
    expect(await isLive(ofOperator)).toBe(false);

    const [again, atDesk] = [await open(user), await open(operator)];
    expect(admin("user password --group g1 --email bob@g1.test --password -", second).status).toBe(0);
    expect(admin("operator password --site h1 --code BOB --password -", second).status).toBe(0);
    expect([await isLive(again), await isLive(atDesk)]).toEqual([false, false]);
    expect([(await post("/sessions/g1", user)).status, (await post("/sessions/g1", operator)).status]).toEqual([401, 401]);
    const last = await open({ ...user, password: second });
    expect(admin("user remove --group g1 --email bob@g1.test").status).toBe(0);
    expect(admin("operator remove --site h1 --code BOB").status).toBe(0);
    expect(await isLive(last)).toBe(false);
    expect((await post("/sessions/g1", { ...operator, password: second })).status).toBe(401);
  });

  it("adds operators of a hotel and of a group", () => {
    secrets.push("desk-secret-1");
    expect(admin("operator add --site h1 --code DESK --password desk-secret-1").out).toContain("hotel h1");
    expect(admin("operator add --site g1 --code FINANCE --password desk-secret-1").out).toContain("group g1");
    expect(admin("operator add --site h1 --code DESK --password desk-secret-1").err).toBe(
      'site "h1" has an operator "DESK"; operator password changes the password\n',
    );
  });

  it.each([
    [1, "user add --group g1 --email ann@g1.test --password twelve-letters", 'group "g1" has a user "ann@g1.test"'],
    [2, "user add --group g1 --email nobody --password x", "is not an e-mail address"],
    [2, "user add --group g1 --email a@b --password -", "the password has fewer than 12 characters"],
    [2, "user add --group g1 --email a@b --password elevenchars", "the password has fewer than 12 characters"],
    [1, "user password --group g1 --email b@g1.test --password twelve-letters", 'group "g1" has no user "b@g1.test"'],
    [1, "user remove --group g1 --email b@g1.test", 'group "g1" has no user "b@g1.test"'],
    [1, "operator remove --site g1 --code NOBODY", 'site "g1" has no operator "NOBODY"'],
    [2, "operator add --site g1 --code A --scopes hotels --password twelve-letters", '--scopes: "hotels" is not one of bookings,'],
    [2, "session revoke --group g1 --site h1", "session revoke takes --user E, or --site S and --code C"],
    [1, "session revoke --group g2 --site h1 --code DESK", 'site "h1" is not of group "g2"'],
    [2, "user add --group g1 --email a@b", "user add needs --password P|-"],
    [1, "operator add --site h9 --code A --password twelve-letters", 'there is no hotel or group "h9"'],
    [1, "session revoke --group g9", 'there is no group "g9"'],
  ])("ends with status %i for %s", (wanted, args, message) => {
    const { status, err } = admin(args);
    expect(status).toBe(wanted);
    expect(err).toContain(message);
  });

  it("explains itself", () => {
    const { status, out } = admin("--help");
    expect(status).toBe(0);
    expect(out).toContain("operator add --site S --code C --password P|- [--scopes a,b]");
  });
});

describe("admin messages", () => {
  it("prints what partners sent of a hotel", async () => {
    expect(admin("messages --hotel h1").out).toContain('no partner sent anything of hotel "h1" within 14 days');
    const { key } = createKey("--client pms --scopes rates");
    const body = `<OTA_HotelAvailNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="1.0" EchoToken="e-1">
      <AvailStatusMessages HotelCode="h1"><AvailStatusMessage BookingLimit="1">
        <StatusApplicationControl Start="2027-01-01" End="2027-01-02" InvTypeCode="ATTIC"/>
      </AvailStatusMessage></AvailStatusMessages></OTA_HotelAvailNotifRQ>`;
    const answered = await fetch(`${base}/ota`, {
      method: "POST",
      body,
      headers: { "Content-Type": "text/xml", Authorization: `Basic ${btoa(`pms:${key}`)}`, Connection: "close" },
    });
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain('<Errors><Error Type="12" Code="402">');
    const { out } = admin("messages --hotel h1");
    expect(out).toContain("  pms  OTA  OTA_HotelAvailNotifRQ  refused  ");
    expect(out).toContain("e-1");
    expect(out).toContain("\n    Room type code not found for this hotel");
    expect(admin("messages --hotel h9")).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^there is no hotel "h9" in .+\n$/) as string,
    });
  });
});

it("leaves no secret in the database's files", () => {
  const stored = readdirSync(state).map((name) => readFileSync(join(state, name)));
  expect(secrets.length).toBeGreaterThanOrEqual(15);
  for (const secret of secrets) {
    expect(secret).not.toBe("");
    for (const bytes of stored) expect(bytes.includes(secret)).toBe(false);
  }
});
