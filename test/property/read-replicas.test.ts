/** Read replicas that lag: docs/interface.md §19.5. However late they are, nothing is sold, priced or refused by what they say. */
import * as fc from "fast-check";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/base/bytes.ts";
import type { Database } from "../../src/host/database.ts";
import { createMemory } from "../../src/host/memory.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { requestContext } from "../../src/host/request-context.ts";
import { exportTransactions } from "../../src/ledger/export-transactions.ts";
import { night } from "../../harness/bookable-group.ts";
import { stampNow } from "../../harness/stamp-group.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../../harness/temporary-database.ts";
import { GROUP, KEY, SESSION, type Service, reservation, startInProcess } from "../../scripts/faults/service-in-process.ts";
import { type LateReplicas, lateReplicas } from "../support/late-replicas.ts";

const RUNS = Number(process.env.TABARD_FUZZ ?? 25);
/** Few: hotels are full now and then. */
const UNITS = 4;
const EURO = `${GROUP}-euro`;
/** Sees its own reservations, and follows no events. */
const WEB_KEY = "web-key";
const WEB_SCOPES = ["hotels", "availability", "reservations"];
const EXPORT = { sessionId: SESSION, fromMs: -8e15, untilMs: 8e15 };

let service: Service;
let replicas: LateReplicas;
/** Where there are several databases, the one the group is not in. */
let other: TemporaryDatabase;
let otherFile: DatabaseSync;
let isOneOfSeveral = false;

beforeAll(async () => {
  service = await startInProcess();
  service.clock.ms = Date.now();
  allUnits(UNITS);
  const insert = `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', ?2, 'web', 'test', ?3, 0)`;
  service.db.prepare(insert).run(sha256Hex(WEB_KEY), GROUP, JSON.stringify(WEB_SCOPES));
  replicas = lateReplicas(service.db);
  other = temporaryDatabase();
  otherFile = openSqliteFile(join(other.folder, "tabard.sqlite"));
  await stampNow(replicas.db, GROUP);
});

beforeEach(() => {
  isOneOfSeveral = false;
  newIsolate();
});

afterAll(() => {
  replicas.close();
  otherFile.close();
  other.remove();
  service.remove();
});

function allUnits(units: number): void {
  const months = service.db.prepare("SELECT rowid, packed FROM calendar_months").all() as { rowid: number; packed: string }[];
  for (const { rowid, packed } of months) {
    const text = packed.replaceAll(
      /("units":\[)([^\]]*)/g,
      (_, head: string, list: string) => head + list.replaceAll(/\d+/g, String(units)),
    );
    service.db.prepare("UPDATE calendar_months SET packed = ?1 WHERE rowid = ?2").run(text, rowid);
  }
  service.db.prepare("UPDATE stock SET units = ?1").run(units);
}

/** An isolate that knows nothing: with read replicas, and one that asks the primary alone. */
function newIsolate(db: Database = replicas.db, readReplicas = true): void {
  const shards = isOneOfSeveral ? [db, sqliteDatabase(otherFile)] : null;
  service.platform = { ...service.platform, db, shards, readReplicas, memory: createMemory() };
}

async function fromPrimary<T>(ask: () => Promise<T>): Promise<T> {
  const { platform } = service;
  newIsolate(replicas.db, false);
  try {
    return await ask();
  } finally {
    service.platform = platform;
  }
}

const stay = (at: number, nights: number): string => `arrival=${night(10 + at)}&departure=${night(10 + at + nights)}&adults=2`;

function book(at: number, nights: number, key = WEB_KEY): Promise<Response> {
  const booking = { hotelId: EURO, roomId: "DBL", rateId: "FLEX", checkInDate: night(10 + at), checkOutDate: night(10 + at + nights) };
  const body = {
    billingDetails: { firstname: "Ada", lastname: "Late", email: "ada@guest.test" },
    bookings: [{ ...booking, adult: "2", guest: { useBillingDetails: true } }],
  };
  return service.ask(`/reservations/${GROUP}`, json("POST", body), key);
}

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function patchOf(version: string): RequestInit {
  const headers = { "Content-Type": "application/json", "If-Match": `"${version}"` };
  return { method: "PATCH", headers, body: JSON.stringify({ billingDetails: { phone: "1" } }) };
}

interface Offer {
  roomId: string;
  rateId: string;
  totalPrice: number;
}

/** What the primary would sell a double room for; null where there is none. */
async function trueTotal(query: string): Promise<number | null> {
  const { offers } = JSON.parse(await fromPrimary(() => textOf(`/offers/${GROUP}/${EURO}?${query}`))) as { offers: Offer[] };
  return offers.find(({ roomId, rateId }) => roomId === "DBL" && rateId === "FLEX")?.totalPrice ?? null;
}

async function textOf(path: string, key = KEY): Promise<string> {
  const answer = await service.ask(path, {}, key);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

type Step =
  | { do: "book" | "offers" | "availability"; at: number; nights: number }
  | { do: "sell"; at: number }
  | { do: "price"; at: number; price: number }
  | { do: "read" | "cancel"; which: number }
  | { do: "catch up" | "new isolate" };

const at = fc.nat(12);
const nights = fc.constantFrom(1, 2, 25);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("book" as const, "offers" as const, "availability" as const), at, nights }),
  fc.record({ do: fc.constantFrom("book" as const, "offers" as const, "availability" as const), at, nights }),
  fc.record({ do: fc.constant("sell" as const), at }),
  fc.record({ do: fc.constant("price" as const), at, price: fc.integer({ min: 50, max: 900 }) }),
  fc.record({ do: fc.constantFrom("read" as const, "cancel" as const), which: fc.nat(50) }),
  fc.record({ do: fc.constantFrom("catch up" as const, "new isolate" as const) }),
);

/** Reservations of this run: each version as the primary told it. */
type Told = Map<string, string[]>;

async function noteVersion(told: Told, reservationId: string): Promise<void> {
  const text = await fromPrimary(() => textOf(`/reservations/${GROUP}/${reservationId}`, WEB_KEY));
  const versions = told.get(reservationId) ?? [];
  if (versions.at(-1) !== text) told.set(reservationId, [...versions, text]);
}

describe("a replica that is late", () => {
  it("sells, prices and refuses nothing by what it says", { timeout: 240_000 }, async () => {
    const seen = { replica: 0, sold: 0, full: 0, late: 0 };
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 6, maxLength: 24 }), async (several, steps) => {
        isOneOfSeveral = several;
        newIsolate();
        const told: Told = new Map();
        /** By reservation: the newest version this isolate has shown or made. */
        let shown = new Map<string, number>();
        for (const one of steps) {
          if (one.do === "catch up") replicas.catchUp();
          else if (one.do === "new isolate") {
            newIsolate();
            shown = new Map();
          } else if (one.do === "sell") {
            const sold = await fromPrimary(() => book(one.at, 1));
            const { reservationId } = (await sold.json()) as { reservationId?: string };
            if (reservationId !== undefined) await noteVersion(told, reservationId);
          } else if (one.do === "price") {
            const rates = { FLEX: { price: one.price } };
            const body = { calendar: [{ room: "DBL", from: night(10 + one.at), to: night(11 + one.at), rates }] };
            expect((await fromPrimary(() => service.ask(`/ari/${GROUP}/${EURO}`, json("POST", body)))).status).toBe(200);
          } else if (one.do === "offers" || one.do === "availability") {
            const where = one.do === "offers" ? `/offers/${GROUP}/${EURO}` : `/availabilities/${GROUP}`;
            const path = `${where}?${stay(one.at, one.nights)}`;
            expect(await textOf(path, WEB_KEY)).toBe(await fromPrimary(() => textOf(path, WEB_KEY)));
          } else if (one.do === "book") {
            const total = await trueTotal(stay(one.at, one.nights));
            const answer = await book(one.at, one.nights);
            expect(answer.status).toBe(total === null ? 409 : 200);
            seen[total === null ? "full" : "sold"] += 1;
            if (total === null) continue;
            const { reservationId, totals } = (await answer.json()) as { reservationId: string; totals: { totalPrice: number }[] };
            expect(totals[0]?.totalPrice).toBe(total);
            await noteVersion(told, reservationId);
          } else if ((one.do === "read" || one.do === "cancel") && told.size > 0) {
            const [reservationId, versions] = [...told][one.which % told.size] ?? ["", []];
            const path = `/reservations/${GROUP}/${reservationId}`;
            if (one.do === "cancel") {
              const { status } = await service.ask(`${path}/cancellation`, { method: "POST" }, WEB_KEY);
              expect([200, 409]).toContain(status);
              await noteVersion(told, reservationId);
              shown.set(reservationId, (told.get(reservationId)?.length ?? 0) - 1);
            } else {
              const version = versions.indexOf(await textOf(path, WEB_KEY));
              expect(version).toBeGreaterThanOrEqual(shown.get(reservationId) ?? 0);
              shown.set(reservationId, version);
              seen.late += version < versions.length - 1 ? 1 : 0;
              expect(await textOf(path)).toBe(versions.at(-1));
            }
          }
        }
        seen.replica = replicas.answered.replica;
      }),
      // One database goes through all runs: a shorter run would begin elsewhere.
      { numRuns: RUNS, endOnFailure: true },
    );
    for (const [what, times] of Object.entries(seen)) if (what !== "late") expect([what, times > 0]).toEqual([what, true]);
  });

  it("shows a reservation late to its own caller, and never to one who follows events, nor after this isolate has changed it", async () => {
    replicas.catchUp();
    const made = (await (await fromPrimary(() => book(40, 1))).json()) as { reservationId: string };
    const path = `/reservations/${GROUP}/${made.reservationId}`;
    // The replica has none: the primary is asked.
    expect(JSON.parse(await textOf(path, WEB_KEY))).toMatchObject({ bookings: [{ status: "confirmed" }] });
    replicas.catchUp();
    await fromPrimary(() => service.ask(`${path}/cancellation`, { method: "POST" }, WEB_KEY));
    newIsolate();
    const showsAs = async (key: string, status: string): Promise<void> =>
      expect(JSON.parse(await textOf(path, key))).toMatchObject({ bookings: [{ status }] });
    await showsAs(WEB_KEY, "confirmed");
    // What was shown late is refused by the primary, whose version is known from then on.
    const changed = await service.ask(path, patchOf("v1"), WEB_KEY);
    expect([changed.status, await changed.json()]).toMatchObject([412, { code: "version_conflict" }]);
    await showsAs(WEB_KEY, "cancelled");
    newIsolate();
    await showsAs(WEB_KEY, "confirmed");
    await showsAs(KEY, "cancelled");
    await showsAs(WEB_KEY, "cancelled");
  });

  it("is passed over where it fails, or is of another past than the primary", async () => {
    const path = `/offers/${GROUP}/${EURO}?${stay(60, 2)}`;
    const truth = await fromPrimary(() => textOf(path));
    const fails: Database = {
      prepare: () => {
        throw new Error("D1_ERROR: no such table: groups");
      },
      batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost")),
    };
    newIsolate({ ...replicas.db, withSession: () => fails });
    expect(await textOf(path, WEB_KEY)).toBe(truth);
    // As after a restore: what the replica has seen since never happened.
    replicas.catchUp();
    const restored = replicas.db.withSession?.("first-unconstrained");
    if (!restored) throw new Error("there are no sessions");
    const before = replicas.answered.replica;
    await fromPrimary(() => book(60, 2));
    newIsolate({ ...restored, withSession: () => ({ ...replicas.db, withSession: undefined }) });
    expect(await textOf(path, KEY)).toBe(truth);
    expect(replicas.answered.replica).toBeGreaterThan(before);
  });
});

describe("an export from replicas", () => {
  it("misses no line and doubles none, whatever is posted meanwhile", { timeout: 240_000 }, async () => {
    for (let number = 0; number < 20; number += 1) await service.ask(`/reservations/${GROUP}`, reservation(number));
    const keysOf = async (db: Database, between: () => Promise<void>): Promise<number[]> => {
      newIsolate(db);
      const ctx = requestContext(service.platform, { waitUntil: () => {} });
      const pages = await exportTransactions(ctx, EXPORT, (page) => ({ rows: page === 0 ? 3 : 4, textOctets: null }));
      if (!pages.ok) throw new Error(pages.failure.code);
      const keys: number[] = [];
      for await (const page of pages.value) {
        keys.push(...page.map(({ modifiedKey }) => modifiedKey));
        await between();
      }
      return keys;
    };
    const primary: Database = { ...replicas.db, withSession: undefined };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("post", "catch up", "wait"), { maxLength: 12 }), async (steps) => {
        const truth = await keysOf(primary, async () => {});
        expect(truth.length).toBeGreaterThan(20);
        const { replica } = replicas.answered;
        const left = [...steps];
        const keys = await keysOf(replicas.db, async () => {
          const next = left.shift();
          if (next === "catch up") replicas.catchUp();
          if (next === "post") await fromPrimary(() => service.ask(`/reservations/${GROUP}`, reservation(100 + left.length)));
        });
        expect(keys).toEqual(truth);
        if (steps[0] === "catch up") expect(replicas.answered.replica).toBeGreaterThan(replica);
      }),
      // One database goes through all runs: a shorter run would begin elsewhere.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
