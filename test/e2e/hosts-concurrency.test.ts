/**
 * Many reservations at once on the Node and Deno hosts, as test/integration has it for workerd: no night oversold, nothing
 * partial, keys without gaps; and an accounting system that asks on from the last ModifiedDate meanwhile misses nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTarget } from "../../cli/support/database.ts";
import { hashPassword } from "../../src/access/password.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { exportOf, logIn, post, postXml, textOf } from "../../harness/calls.ts";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type ServiceProcess, databaseFile, startService } from "../../harness/service-process.ts";

const UNITS = 7;
const REQUESTS = 300;
const FAR = "2999-12-31T00:00:00";

describe.each(["node", "deno"] as const)("the %s host under many requests at once", (host) => {
  const folder = mkdtempSync(join(tmpdir(), "tabard-concurrency-"));
  let service: ServiceProcess;

  const withTables = async <T>(work: (db: DatabaseSync) => Promise<T>): Promise<T> => {
    const db = new DatabaseSync(databaseFile(host, folder), { timeout: 10_000 });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };

  beforeAll(async () => {
    process.env.TABARD_STATE = folder;
    openTarget({ host }).close();
    const hash = await hashPassword("pass", new Uint8Array(16));
    await withTables(async (db) => {
      db.exec("BEGIN");
      await addBookableGroup(fileDatabase(db), "g1", UNITS);
      db.prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES ('g1', 'FINANCE', ?1)").run(hash);
      db.exec("COMMIT");
    });
    service = await startService(host, folder);
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const reserve = (from: number, nights: number) => {
    const stay = { checkInDate: night(from), checkOutDate: night(from + nights), adult: "2", guest: { useBillingDetails: true } };
    const bookings = [{ hotelId: "g1-euro", roomId: "DBL", rateId: "FLEX", ...stay, extras: [{ id: "PARKING" }] }];
    const body = { billingDetails: { firstname: "Ada", lastname: "L", email: "ada@guest.test" }, bookings };
    return post(service.url, "/reservations/g1", body, {}, "g1-key");
  };

  it("sells each unit once, and an export that asks on misses no document", async () => {
    const session = textOf(await (await postXml(service.url, logIn("g1", "FINANCE", "pass"))).text(), "SessionID") ?? "";
    const seen = new Set<string>();
    let after = "2000-01-01T00:00:00";
    const poll = async () => {
      const xml = await (await postXml(service.url, exportOf(session, after, FAR))).text();
      expect(textOf(xml, "ExceptionCode")).toBe("0");
      for (const [, key = ""] of xml.matchAll(/<ModifiedKey>(\d+)</g)) seen.add(key);
      after = [...xml.matchAll(/<ModifiedDate>([^<]+)</g)].at(-1)?.[1] ?? after;
    };
    const running = { done: false };
    const polling = (async () => {
      while (!running.done) await poll();
    })();
    const counts: Record<number, number> = {};
    const requests = Array.from({ length: REQUESTS }, async (_, at) => {
      // Some for one and the same stay, some overlapping it.
      const answer = await (at % 3 === 0 ? reserve(20, 2) : reserve(40 + (at % 5), 1 + (at % 4)));
      await answer.text();
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    });
    await Promise.all(requests);
    running.done = true;
    await polling;
    await poll();
    expect(Object.keys(counts)).toEqual(["200", "409"]);
    const accounts = await withTables((db) => accountsOf(fileDatabase(db), "g1"));
    expect(accounts).toMatchObject({ reservations: counts[200], bookings: counts[200], newestKey: counts[200], faults: [] });
    expect(seen.size).toBe(counts[200]);
    const sold = await withTables(async (db) => db.prepare("SELECT max(sold) AS sold FROM stock").get());
    expect(sold?.sold).toBe(UNITS);
  });
});
