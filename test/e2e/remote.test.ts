/**
 * Every command with `--remote`, against a stand-in of the platform's API that holds to the deployed limits (docs/interface.md §1.6.1,
 * §19.1): it must do to the deployed databases what its local sibling does to files. The lines of the operations pages run as they stand there.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { day, post } from "../../harness/calls.ts";
import { freePort } from "../../harness/free-port.ts";
import { madeUpBookings } from "../../harness/made-up-bookings.ts";
import { type Installation, type Ran, contentsOf, copyToLocal, makeInstallation } from "../../harness/platform/installation.ts";
import type { Fault } from "../../harness/platform/platform-api.ts";
import { startService, stopServices } from "../../harness/service-process.ts";
import { shardFiles } from "../../src/host/runtime/sqlite-file.ts";

const SHARDS = 3;

let at: Installation;

beforeAll(async () => {
  at = await makeInstallation(SHARDS);
});

afterAll(async () => {
  await stopServices();
  await at.remove();
});

/** Lines of the pages that work on deployed databases, by the page; each is taken once it has been run. */
const lines = new Set(["docs/operations.md", "docs/growing.md"].flatMap(remoteLines));

function remoteLines(page: string): string[] {
  const text = readFileSync(page, "utf8");
  const fenced = Array.from(text.matchAll(/^```sh\n([^]*?)^```/gm), ([, block = ""]) => block.split("\n")).flat();
  const inline = Array.from(text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/`([^`]+)`/g), ([, code = ""]) => code);
  const commands = [...fenced, ...inline].map((line) => line.replace(/\s+#.*$/, "").trim());
  return commands.filter((line) => /^npx wrangler d1 (migrations|execute|export|time-travel) |^npm run \w+ -- .*--remote\b/.test(line));
}

/** Runs a line of the pages with what its placeholders stand for. */
function fromPage(line: string, names: Record<string, string> = {}): Promise<Ran> {
  expect([...lines, ...taken], "the line is on no page").toContain(line);
  lines.delete(line);
  taken.add(line);
  return at.run(Object.entries(names).reduce((told, [name, value]) => told.replace(name, value), line));
}

const taken = new Set<string>();

/** The same command on the deployed databases and on local ones: the same status and words. `words` may differ by side. */
async function both(line: string | ((side: "remote" | "local") => string)): Promise<Ran[]> {
  const of = typeof line === "string" ? () => line : line;
  const ran = await Promise.all([at.run(`${of("remote")} --remote`), at.run(`${of("local")} --host node`)]);
  const [remote, local] = ran.map((one) => ({ status: one.status, out: spoken(one.out), err: spoken(one.err) }));
  expect(remote).toEqual(local);
  return ran;
}

/** What was said, without what is random, tells the time, names the database or hangs on how fast a move went. */
function spoken(text: string): string {
  return text
    .replaceAll(/^(compared .* rows|writes are refused).*\n/gm, "")
    .replaceAll(/tabard_key_\w+/g, "KEY")
    .replaceAll(/\b[0-9a-f]{12}\b/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
    .replaceAll(/[\d,]+ in [\d.]+ s/g, "COUNT in SECONDS")
    .replaceAll(/ (--remote|--host node)\b/g, "")
    .replaceAll(/the deployed D1 tabard(-\d)?|\/\S+\/tabard(-\d)?\.sqlite/g, "DATABASE");
}

/** The deployed databases hold what the local ones hold. */
function expectSame(): void {
  const local = shardFiles(at.local, SHARDS);
  for (const [shard, file] of shardFiles(at.deployed, SHARDS).entries()) {
    const [held, wanted] = [contentsOf(file), contentsOf(local[shard] ?? "")];
    const [known, asked] = [new Set(held), new Set(wanted)];
    const differences = [
      ...held.filter((row) => !asked.has(row)),
      ...wanted.filter((row) => !known.has(row)).map((row) => `missing: ${row}`),
    ];
    expect(differences, `database ${shard}`).toEqual([]);
    expect(held.length).toBe(wanted.length);
  }
}

function write(name: string, content: string): string {
  const file = join(at.folder, name);
  writeFileSync(file, content);
  return file;
}

describe("the first deployment", () => {
  it("migrates every database", async () => {
    const apply = "npx wrangler d1 migrations apply tabard --remote";
    const ran = await Promise.all([
      fromPage(apply),
      fromPage("npx wrangler d1 migrations apply tabard-1 --remote"),
      at.run(apply.replace("tabard", "tabard-2")),
    ]);
    for (const { status, out, err } of ran) expect([status, out, err]).toEqual([0, expect.stringContaining("0001_initial.sql"), ""]);
    const again = await fromPage(apply);
    expect(again.out).toContain("No migrations to apply");
  });
});

/** Two hotels, the second with months in its ledger; every text that SQL could mistake for something else. */
function groupFile(name: string, id = "alpine", own: object = {}): string {
  const position = { latitude: 46, longitude: 7.7, timezone: "Europe/Zurich" };
  const hotel = { checkIn: "15:00", checkOut: "11:00", currencyCode: "CHF", position, periods: "month" };
  const descriptions = { en: 'It\'s "above"; -- the clouds\n/* and */ more; END;', de: "Über den Wolken, 雲の上 🏔" };
  const rates = { FLEX: { price: 240 }, CLUB: { price: 200.5, stopSell: true } };
  const calendar = [{ room: "DBL", from: day(1), to: day(200), units: 10, rates }];
  const rooms = [{ id: "DBL", name: "Double", baseAdults: 2, maxAdults: 3 }];
  const sold = [
    { id: "FLEX", name: "Flexible", saleCode: "ROOM" },
    { id: "CLUB", name: "Club", saleCode: "ROOM" },
  ];
  return JSON.stringify({
    group: { id, name, defaultLanguage: "en" },
    saleCodes: [{ code: "ROOM", description: "Room", nominalCode: "4000", taxCode: "N38", taxPercent: 3.8 }],
    hotels: [`${id}-1`, `${id}-2`].map((hotelId) => ({
      id: hotelId,
      name: `${name} ${hotelId}`,
      ...hotel,
      descriptions,
      rooms,
      rates: sold,
      calendar,
      ...own,
    })),
    users: [{ email: "ann@alpine.test", password: "a long sentence" }],
    operators: [{ site: `${id}-1`, code: "DESK", password: "another long sentence" }],
  });
}

/** With a whole calendar month among them. */
const NIGHTS = 75;

/** So many rooms and rates, each with prices of its own, that a month is longer than a statement may be. */
function largeHotel(): object {
  const rooms = Array.from({ length: 6 }, (_, at) => ({ id: `R${at}`, name: `Room ${at}`, baseAdults: 2, maxAdults: 2 }));
  const rates = Array.from({ length: 70 }, (_, at) => ({ id: `T${at}`, name: `Rate ${at}`, saleCode: "ROOM" }));
  const prices = (at: number): number[] => Array.from({ length: NIGHTS }, (_, index) => 100_000 + at * 100 + index / 100);
  const calendar = rooms.map(({ id }, room) => ({
    room: id,
    from: day(1),
    to: day(NIGHTS),
    units: 3,
    rates: Object.fromEntries(rates.map((rate, at) => [rate.id, { price: prices(room * at) }])),
  }));
  return { rooms, rates, calendar };
}

/** So many lines that they need several imports, in characters of three bytes. */
const LINES = 2_600;

function transactions(siteId = "alpine-2"): string {
  const line = {
    TransactionType: "Invoice",
    AccountNumber: "GUEST",
    AccountType: 1,
    DueDate: "2025-01-02T00:00:00",
    ForDate: "2025-01-02T00:00:00",
    GrossValue: "103.8",
    NettValue: "100",
    TaxValue: "3.8",
    NominalCode: "4000",
    SaleCode: "ROOM",
    TaxCode: "N38",
    SiteId: siteId,
  };
  const rows = Array.from({ length: LINES }, (_, at) => {
    const moment = new Date(Date.UTC(2025, 0, 1, 11) + at * 1000).toISOString().slice(0, 19);
    const own = { TransactionReference: `B${at}`, UniqueReferenceNumber: `B${at}-1`, Description: `'${"宿泊".repeat(40)}'; ${at}` };
    return JSON.stringify({ ...line, ...own, TransactionDate: moment, ModifiedDate: moment });
  });
  return `${rows.join("\n")}\n`;
}

describe("imports", () => {
  it("make of a group what its file says, once", async () => {
    const file = write("alpine.json", groupFile("Alpine"));
    const page = "npm run import -- group FILE.json --remote";
    expect(await fromPage(page, { "FILE.json": file })).toMatchObject({ status: 0, err: "" });
    await at.run(`npm run import -- group ${file} --host node`);
    expectSame();
    await both(`npm run import -- group ${file}`);
    write("alpine.json", groupFile("Alps"));
    const [dry] = await both(`npm run import -- group ${file} --dry-run`);
    expect(dry?.out).toContain("would be updated");
    await both(`npm run import -- group ${file}`);
    expectSame();
  });

  it("put a new group on the database they are told", async () => {
    const page = "npm run import -- group FILE.json --shard 2 --remote";
    expect(await fromPage(page, { "FILE.json": write("eu.json", groupFile("EU", "eu", largeHotel())) })).toMatchObject({
      status: 0,
      err: "",
    });
    await at.run(`npm run import -- group ${join(at.folder, "eu.json")} --shard 2 --host node`);
    expectSame();
  });

  it("load history once, in several imports", async () => {
    const file = write("history.ndjson", transactions());
    const [loaded] = await both(`npm run import -- transactions ${file}`);
    expect(loaded).toMatchObject({ status: 0, out: expect.stringContaining(`${LINES} transactions`) });
    expect(at.platform.requests.filter(({ path }) => path.endsWith("ingest")).length).toBeGreaterThan(1);
    const [again] = await both(`npm run import -- transactions ${file}`);
    expect(again?.status).toBe(1);
    expectSame();
  });

  it("load the data set, once", async () => {
    const file = write("bookings.csv", madeUpBookings());
    const [loaded] = await both(`npm run import -- bookings ${file}`);
    expect(loaded?.status).toBe(0);
    await both(`npm run import -- bookings ${file}`);
    expectSame();
  });
});

describe("every command of admin", () => {
  const admin = (rest: string): Promise<Ran[]> => both(`npm run admin -- ${rest}`);
  const [group, hotel, email] = ["--group alpine", "--hotel alpine-1", "--email ann@alpine.test"];

  it("makes a key that the service takes at once", async () => {
    const made = await fromPage("npm run admin -- key create --group G --remote", { G: "alpine" });
    expect(made).toMatchObject({ status: 0, err: "" });
    await useService();
    copyToLocal(at, SHARDS);
  });

  it("makes, lists, renews and ends keys", async () => {
    const [remote, local] = await admin(`key create ${group} --client web --scopes hotels,events --expires 2999-01-01 --label "It's"`);
    const ids = { remote: idIn(remote), local: idIn(local) };
    await admin(`key list ${group}`);
    await both((side) => `npm run admin -- key rotate --id ${ids[side]} --overlap-hours 1`);
    await both((side) => `npm run admin -- key revoke --id ${ids[side]}`);
    expectSame();
  });

  it("adds and removes users, operators and their sessions", async () => {
    await admin(`user add ${group} --email bob@alpine.test --password "a long; 'sentence'"`);
    await admin(`user password ${group} ${email} --password another-long-one`);
    await admin(`operator add --site alpine --code FINANCE --password "a long sentence" --scopes ledger,export`);
    await admin(`operator password --site alpine --code FINANCE --password another-long-one`);
    await admin(`session revoke ${group}`);
    await admin(`session revoke ${group} --site alpine-1 --code DESK`);
    await admin(`operator remove --site alpine --code FINANCE`);
    await admin(`user remove ${group} --email bob@alpine.test`);
    expectSame();
  });

  it("changes a calendar", async () => {
    const nights = `${hotel} --room DBL --from ${day(20)} --to ${day(22)}`;
    await admin(`ari set ${nights} --rate FLEX --price 251.5 --min-stay 2 --left 4`);
    const [shown] = await admin(`ari show ${hotel} --from ${day(19)} --to ${day(23)}`);
    expect(shown?.out).toContain("251.5");
    expectSame();
  });

  it("closes periods and verifies them", async () => {
    const site = "--site alpine-2";
    await admin(`period list ${site}`);
    const [closed] = await admin(`period close ${site} --period 202501`);
    expect(closed?.out).toContain(`${LINES} lines`);
    await admin(`period verify ${site}`);
    await admin(`period close ${site} --period 202501`);
    expectSame();
  });

  it("shows what partners sent, and stops and resumes webhooks", async () => {
    const messages = await fromPage("npm run admin -- messages --hotel H --remote", { H: "alpine-1" });
    expect(messages.out).toContain("no room; of 'that' name");
    await admin(`messages ${hotel}`);
    const listed = await fromPage("npm run admin -- webhook list --group G --remote", { G: "alpine" });
    const [id = ""] = listed.out.split(" ");
    await admin(`webhook list ${group}`);
    await admin(`webhook disable --id ${id}`);
    await admin(`webhook list ${group}`);
    expect(await fromPage("npm run admin -- webhook resume --id I --remote", { I: id })).toMatchObject({ status: 0, err: "" });
    await at.run(`npm run admin -- webhook resume --id ${id} --host node`);
    expectSame();
  });

  it("erases a guest", async () => {
    const page = "npm run admin -- guest erase --group G --email ada@example.com --remote";
    const erased = await fromPage(page, { G: "alpine" });
    expect(erased).toMatchObject({ status: 0, out: expect.stringContaining("1 booking"), err: "" });
    await at.run(`npm run admin -- guest erase --group alpine --email ada@example.com --host node`);
    await admin(`guest erase ${group} --email ada@example.com`);
    expectSame();
  });

  it("lists groups and databases, and moves a group there and back", async () => {
    await admin("group list");
    const moved = await fromPage("npm run admin -- group move --group G --to 1 --remote", { G: "alpine" });
    expect(moved).toMatchObject({ status: 0, out: expect.stringContaining("has moved from database 0 to database 1"), err: "" });
    await at.run("npm run admin -- group move --group alpine --to 1 --host node");
    expectSame();
    const shards = await fromPage("npm run admin -- shards --remote");
    expect(shards.out).toMatch(/^database 1 [^]*alpine {2}hotels 2 /m);
    // Found where it is now.
    await admin(`key list ${group}`);
    await admin(`group move ${group} --to 1`);
    await admin(`group move ${group} --to 0`);
    await admin(`group move --group eu --to 0`);
    expectSame();
    const [row] = at.platform.databases.values().next().value?.rows("SELECT max(length(packed)) AS longest FROM calendar_months") ?? [];
    expect(row?.longest).toBeGreaterThan(100_000);
  });
});

function idIn(ran: Ran | undefined): string {
  return /^id +(\S+)$/m.exec(ran?.out ?? "")?.[1] ?? "";
}

/** The service on the deployed databases: bookings, one of them over, a webhook, a partner's message, and a replay. */
async function useService(): Promise<void> {
  const scopes = "hotels,availability,reservations,bookings,events";
  const made = await at.run(`npm run admin -- key create --group alpine --scopes ${scopes} --remote`);
  const token = /tabard_key_\w+/.exec(made.out)?.[0] ?? "";
  const service = await startService("node", at.deployed, { SHARDS: String(SHARDS) });
  const ask = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await post(service.url, path, body, {}, token);
    expect([path, answer.status], await answer.clone().text()).toEqual([path, expect.toBeOneOf([200, 201])]);
    return (await answer.json()) as Record<string, string>;
  };
  const stay = { hotelId: "alpine-1", roomId: "DBL", rateId: "FLEX", checkInDate: day(10), checkOutDate: day(12), adult: "2" };
  const billingDetails = { firstname: "Ada", lastname: "O'Hara", email: "ada@example.com" };
  const body = { billingDetails, bookings: [{ ...stay, guest: { useBillingDetails: true } }] };
  const { reservationId = "" } = await ask("/reservations/alpine", body);
  await ask(`/reservations/alpine/${reservationId}/cancellation`, {});
  await ask("/reservations/alpine", { ...body, billingDetails: { ...billingDetails, email: "eve@example.com" } });
  await ask("/webhooks/alpine", { url: "http://127.0.0.1:9/", types: ["booking.*"] });
  const replayed = await at.run(`npm run replay -- ${join(at.folder, "bookings.csv")} --limit 3 --url ${service.url} --remote`);
  expect(JSON.parse(replayed.out)).toMatchObject({ submitted: 3, accepted: 3, oversoldNights: 0 });
  await service.stop();
  const [database] = at.platform.databases.values();
  const detail = JSON.stringify({ errors: ["no room; of 'that' name"] });
  database?.query(
    "INSERT INTO partner_messages VALUES ('alpine', 'alpine-1', ?1, 'm1', 'otas', 'OTA', 'OTA_HotelAvailNotifRQ', NULL, 0, ?2)",
    [Date.now(), detail],
  );
}

describe("where the platform fails", () => {
  const group = "--group alpine";

  afterEach(() => {
    at.platform.faultOf = () => null;
  });

  it("waits where it is asked to, and asks again what only reads", async () => {
    const faults = failing([
      [/query/, /INSERT INTO users/, { status: 429, retryAfter: 1 }],
      [/query/, /SELECT 1 FROM users/, { status: 503 }],
      [/query/, /SELECT 1 FROM users/, "cut before"],
    ]);
    await both(`npm run admin -- user add ${group} --email eve@alpine.test --password "a long sentence"`);
    expect(faults).toEqual([]);
    expectSame();
  });

  it("says that an answer was lost, and finds out in a second run", async () => {
    write("alpine.json", groupFile("Sierra"));
    const line = `npm run import -- group ${join(at.folder, "alpine.json")}`;
    failing([[/query|ingest/, /INSERT INTO hotels/, "cut behind"]]);
    const lost = await at.run(`${line} --remote`);
    expect(lost).toMatchObject({ status: 1, err: expect.stringMatching(/answer was lost \(.+\).*may or may not.*Run the command again/) });
    expect((await at.run(`${line} --remote`)).out).toBe("group alpine: nothing changed\n");
    await at.run(`${line} --host node`);
    expectSame();
  });

  it("loads a history once, wherever the connection breaks", async () => {
    const line = `npm run import -- transactions ${write("more.ndjson", transactions("eu-1"))}`;
    const faults = failing([
      [/files/, /^$/, "cut before"],
      [/poll/, /poll/, { status: 502 }],
    ]);
    const ingests = at.platform.requests.filter(({ path }) => path.endsWith("ingest")).length;
    const early = at.platform.faultOf;
    // The second import breaks off when it has been done.
    at.platform.faultOf = (request) => {
      const done = at.platform.requests.filter(({ path }) => path.endsWith("ingest")).length - ingests;
      return request.path.endsWith("ingest") && done === 2 ? "cut behind" : early(request);
    };
    expect(await at.run(`${line} --remote`)).toMatchObject({ status: 1, err: expect.stringContaining("may or may not") });
    expect(faults).toEqual([]);
    expect(await at.run("npm run import -- transactions --abandon --group eu --remote")).toMatchObject({ status: 0, err: "" });
    expectSame();
    failing([[/query|ingest/, /INSERT INTO ledger_imports/, "cut behind"]]);
    expect(await at.run(`${line} --remote`)).toMatchObject({ status: 1, err: expect.stringContaining("may or may not") });
    expect(await at.run(`${line} --remote`)).toMatchObject({ status: 1, err: expect.stringContaining("was loaded into eu") });
    expect(await at.run(`${line} --host node`)).toMatchObject({ status: 0 });
    expectSame();
  });

  it("ends a move that broke off at its very moment", async () => {
    failing([[/query/, /SET state = 'left', until_ms = 0/, "cut behind"]]);
    const line = `npm run admin -- group move ${group} --to 2`;
    expect(await at.run(`${line} --remote`)).toMatchObject({ status: 1, err: expect.stringContaining("Run the command again") });
    expect(await at.run(`${line} --remote`)).toMatchObject({ status: 0 });
    await at.run(`${line} --host node`);
    expectSame();
  });

  it("says in a sentence what is wrong with the login, the account or the database", async () => {
    const told = (environment: Record<string, string>): Promise<Ran> => at.run("npm run admin -- group list --remote", environment);
    const [strange, silent, only, other] = await Promise.all([
      told({ CLOUDFLARE_API_TOKEN: "no-token" }),
      told({ CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${await freePort()}` }),
      told({ CLOUDFLARE_ACCOUNT_ID: "" }),
      told({ CLOUDFLARE_ACCOUNT_ID: "another" }),
    ]);
    expect(strange).toMatchObject({
      status: 1,
      err: expect.stringMatching(/does not let you in: Authentication error[^]*npx wrangler login/),
    });
    expect(silent).toMatchObject({ status: 1, err: expect.stringMatching(/127.0.0.1:\d+ cannot be reached/) });
    // The only account there is.
    expect(only).toMatchObject({ status: 0, err: "" });
    expect(other).toMatchObject({ status: 1, err: expect.stringMatching(/has no database tabard/) });
    const config = join(at.folder, "config");
    expect(await told({ CLOUDFLARE_API_TOKEN: "", XDG_CONFIG_HOME: config })).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^--remote needs to be logged in: npx wrangler login/),
    });
    mkdirSync(join(config, ".wrangler/config"), { recursive: true });
    const login = { oauth_token: at.platform.environment.CLOUDFLARE_API_TOKEN, expiration_time: "2999-01-01T00:00:00.000Z" };
    const toml = Object.entries(login).map(([name, value]) => `${name} = "${value}"`);
    writeFileSync(join(config, ".wrangler/config/default.toml"), toml.join("\n"));
    expect(await told({ CLOUDFLARE_API_TOKEN: "", XDG_CONFIG_HOME: config })).toMatchObject({ status: 0, err: "" });
  });
});

describe("back-up", () => {
  it("gives a copy that any SQLite reads", async () => {
    const page = "npx wrangler d1 export tabard --remote --output tabard.sql";
    expect(await fromPage(page)).toMatchObject({ status: 0, err: "" });
    const copy = join(at.folder, "copy.sqlite");
    // As the sqlite3 command reads it: a table may refer to one that comes later.
    const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    db.exec(`BEGIN; ${readFileSync(join(at.folder, "tabard.sql"), "utf8")}; COMMIT`);
    db.close();
    expect(contentsOf(copy)).toEqual(contentsOf(shardFiles(at.deployed, SHARDS)[0] ?? ""));
  });

  it("goes back to a moment, with versions that nobody has seen", async () => {
    const [file = ""] = shardFiles(at.deployed, SHARDS);
    const [database] = at.platform.databases.values();
    if (database) database.keepsStates = true;
    const before = contentsOf(file);
    const moment = new Date(Date.now() - 1).toISOString();
    expect(await at.run("npm run admin -- key create --group demand --remote")).toMatchObject({ status: 0, err: "" });
    expect(contentsOf(file)).not.toEqual(before);
    const times = { "2026-11-20T08:00:00Z": moment };
    const told = await fromPage("npx wrangler d1 time-travel info tabard --timestamp 2026-11-20T08:00:00Z", times);
    expect(told).toMatchObject({ status: 0, out: expect.stringContaining("--bookmark") });
    const restored = await fromPage("npx wrangler d1 time-travel restore tabard --timestamp 2026-11-20T08:00:00Z", times);
    expect(restored).toMatchObject({ status: 0, err: "" });
    expect(contentsOf(file)).toEqual(before);
    const versions = (): unknown[] => database?.rows("SELECT content_version FROM groups ORDER BY group_id") ?? [];
    const seen = versions() as { content_version: number }[];
    const raise = 'npx wrangler d1 execute tabard --remote --command "UPDATE groups SET content_version = content_version + 1000"';
    expect(await fromPage(raise)).toMatchObject({ status: 0, err: "" });
    expect(versions()).toEqual(seen.map(({ content_version: version }) => ({ content_version: version + 1000 })));
  });
});

describe("of all that takes --remote", () => {
  it("nothing was left out", async () => {
    expect([...lines]).toEqual([]);
    const { out } = await at.run("npm run admin -- --help");
    const commands = Array.from(out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?= --|$)/gm), ([, name = ""]) => name);
    expect(commands.length).toBeGreaterThan(20);
    const ran = at.lines.filter((line) => line.includes("--remote"));
    expect(commands.filter((name) => !ran.some((line) => line.includes(`-- ${name} `)))).toEqual([]);
    expect(["group", "transactions", "bookings"].filter((kind) => !ran.some((line) => line.includes(`import -- ${kind} `)))).toEqual([]);
  });
});

/** Requests by path and body, each with what goes wrong with the first one; gives those that have not come yet. */
function failing(wanted: [path: RegExp, body: RegExp, fault: Fault][]): typeof wanted {
  at.platform.faultOf = ({ path, body }) => {
    const found = wanted.findIndex(([ofPath, ofBody]) => ofPath.test(path) && ofBody.test(body));
    return found < 0 ? null : (wanted.splice(found, 1)[0]?.[2] ?? null);
  };
  return wanted;
}
