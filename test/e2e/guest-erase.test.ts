/** npm run admin -- guest erase: docs/interface.md §19.3. Of a group on the second database, beside the service that serves it. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTarget } from "../../cli/support/database.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { call, post } from "../../harness/calls.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { type ServiceProcess, startService, stopServices } from "../../harness/service-process.ts";
import { shardFiles } from "../../src/host/runtime/sqlite-file.ts";

const folder = mkdtempSync(join(tmpdir(), "tabard-erase-"));
const settings = { TABARD_STATE: folder, SHARDS: "2" };
const EMAIL = "ada@guest.test";
let service: ServiceProcess;

interface Ran {
  status: number;
  out: string;
  err: string;
}

function admin(...args: string[]): Promise<Ran> {
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["cli/admin.ts", ...args, "--host", "node"], { env }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, out: stdout.trimEnd(), err: stderr }),
    );
  });
}

/** The service ends idle connections while commands run: none is used twice. */
const ALONE = { Connection: "close" };

const erase = (email = EMAIL) => admin("guest", "erase", "--group", "g1", "--email", email);

beforeAll(async () => {
  Object.assign(process.env, settings);
  openTarget({ host: "node" }).close();
  const db = new DatabaseSync(shardFiles(folder, 2)[0] ?? "");
  await addBookableGroup(fileDatabase(db), "g1");
  db.close();
  for (const key of Object.keys(settings)) delete process.env[key];
  expect((await admin("group", "move", "--group", "g1", "--to", "1")).status).toBe(0);
  service = await startService("node", folder, { SHARDS: "2" });
});

afterAll(async () => {
  await stopServices();
  rmSync(folder, { recursive: true });
});

interface Made {
  reservationId: string;
  reference: string;
  bookings: { reference: string }[];
}

async function book(token: string, ahead: number): Promise<Made> {
  const stay = { checkInDate: night(ahead), checkOutDate: night(ahead + 1), adult: "2", guest: { useBillingDetails: true } };
  const bookings = [{ hotelId: "g1-euro", roomId: "DBL", rateId: "FLEX", ...stay }];
  const body = { billingDetails: { firstname: "Ada", lastname: "Lovelace", email: EMAIL.toUpperCase() }, bookings };
  const answer = await post(service.url, "/reservations/g1", body, ALONE, token);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Made;
}

async function cancel({ reservationId }: Made): Promise<void> {
  expect((await post(service.url, `/reservations/g1/${reservationId}/cancellation`, {}, ALONE, "g1-key")).status).toBe(200);
}

it("says in words what it blanked and what it kept, and does nothing when it is run again", async () => {
  expect(await erase()).toEqual({ status: 0, out: `group "g1" holds nothing of "${EMAIL}"`, err: "" });
  expect((await admin("user", "add", "--group", "g1", "--email", EMAIL, "--password", "a-long-password")).status).toBe(0);
  const logIn = await post(service.url, "/sessions/g1", { email: EMAIL, password: "a-long-password" }, ALONE, "");
  const { sessionId } = (await logIn.json()) as { sessionId: string };
  const over = await book("g1-key", 20);
  const own = await book(sessionId, 30);
  await cancel(over);
  const [overBooking, ownBooking] = [over, own].map(({ bookings }) => bookings[0]?.reference);
  const kept = [
    `kept: user ${EMAIL}, who has a booking that is not over`,
    `kept: booking ${ownBooking} of hotel g1-euro, since it is confirmed, departure ${night(31)}`,
    "billing details stay with the bookings kept; run this again when they are over",
  ];
  const blanked = (booking?: string, reservation?: string) => [
    `names of guests blanked in 1 booking: ${booking}`,
    `billing details blanked in 1 reservation: ${reservation}`,
  ];
  expect(await erase("ADA@Guest.Test")).toEqual({ status: 0, out: [...blanked(overBooking, over.reference), ...kept].join("\n"), err: "" });
  expect(await erase()).toEqual({ status: 0, out: kept.join("\n"), err: "" });
  const read = await call(service.url, `/reservations/g1/${over.reservationId}`, { headers: ALONE }, "g1-key");
  expect(await read.json()).toMatchObject({ version: 3, billingDetails: { email: "" }, bookings: [{ guest: { firstname: "" } }] });

  await cancel(own);
  const removed = `user ${EMAIL} is removed, with all sessions`;
  expect((await erase()).out.split("\n")).toEqual([...blanked(ownBooking, own.reference), removed]);
  expect((await erase()).out).toBe(`group "g1" holds nothing of "${EMAIL}"`);
  await service.stop();
  for (const file of shardFiles(folder, 2)) {
    const db = new DatabaseSync(file, { readOnly: true });
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const dump = JSON.stringify(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all())).toLowerCase();
    db.close();
    expect([dump.includes(EMAIL), dump.includes("lovelace")]).toEqual([false, false]);
  }
});

it.each([
  [1, ["--group", "nowhere", "--email", EMAIL], 'there is no group "nowhere"'],
  [2, ["--group", "g1"], "guest erase needs --email E"],
  [2, ["--group", "g1", "--email", " "], "--email is empty"],
])("is status %i of %j", async (status, args, says) => {
  const done = await admin("guest", "erase", ...args);
  expect([done.status, done.out]).toEqual([status, ""]);
  expect(done.err).toContain(says);
  expect(done.err).toMatch(/^[^\n]+\n$/);
});
