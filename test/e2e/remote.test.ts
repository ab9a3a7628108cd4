/**
 * Every command with `--remote`, against a stand-in of the platform's API that holds to the deployed limits (docs/interface.md §1.6.1,
 * §19.1): it must do to the deployed databases what its local sibling does to files. The lines of the operations pages run as they stand there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { day, post } from "../../harness/calls.ts";
import { madeUpBookings } from "../../harness/made-up-bookings.ts";
import { type Installation, type Ran, contentsOf, copyToLocal, makeInstallation } from "../../harness/platform/installation.ts";
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
  return commands.filter((line) => /^npx wrangler d1 (?!create)|^npm run \w+ -- .*--remote\b/.test(line));
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

/** What was said, without what is random, tells the time or names the database. */
function spoken(text: string): string {
  return text
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
function groupFile(name: string): string {
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
    group: { id: "alpine", name, defaultLanguage: "en" },
    saleCodes: [{ code: "ROOM", description: "Room", nominalCode: "4000", taxCode: "N38", taxPercent: 3.8 }],
    hotels: ["alpine-1", "alpine-2"].map((id) => ({ id, name: `${name} ${id}`, ...hotel, descriptions, rooms, rates: sold, calendar })),
    users: [{ email: "ann@alpine.test", password: "a long sentence" }],
    operators: [{ site: "alpine-1", code: "DESK", password: "another long sentence" }],
  });
}

/** So many lines that they need several imports, in characters of three bytes. */
const LINES = 3_000;

function transactions(): string {
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
    SiteId: "alpine-2",
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
    const other = JSON.stringify({ group: { id: "eu", name: "EU", defaultLanguage: "en" }, hotels: [] });
    const page = "npm run import -- group FILE.json --shard 2 --remote";
    expect(await fromPage(page, { "FILE.json": write("eu.json", other) })).toMatchObject({ status: 0, err: "" });
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
    expectSame();
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
