/** Requests that share questions to the database, in any order of events: docs/interface.md §4.3 and §19 "Busy groups". */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/base/bytes.ts";
import type { CallerCtx } from "../../src/access/caller.ts";
import { type Database, bindAll } from "../../src/host/database.ts";
import { createMemory } from "../../src/host/memory.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { listOffers } from "../../src/selling/list-offers.ts";
import { prepareCalendar } from "../../src/selling/prepare-calendar.ts";
import { aroundCalls } from "../../harness/around-calls.ts";
import { addBookableGroup, today } from "../../harness/bookable-group.ts";
import { sellUnits } from "../../harness/stamp-group.ts";
import { join } from "node:path";
import { type TemporaryDatabase, temporaryDatabase } from "../../harness/temporary-database.ts";

const RUNS = Number(process.env.TABARD_FUZZ ?? 150);
const UNITS = 10_000;
const ARRIVAL = today + 10;

/** The key that addBookableGroup makes. */
const CLAIM = { groupId: "g1", tokenSha256: sha256Hex("g1-key"), scope: "reservations" } as const;

let files: TemporaryDatabase;
let real: Database;
let euro = "";

beforeAll(async () => {
  files = temporaryDatabase();
  real = sqliteDatabase(openSqliteFile(join(files.folder, "tabard.sqlite")));
  ({ euro } = await addBookableGroup(real, "g1", UNITS));
});

afterAll(() => files.remove());

/** The database, every call of which comes to it and comes back when the scheduler says so. Counts the calls. */
function slowDatabase(scheduler: fc.Scheduler): { db: Database; calls: () => number } {
  let calls = 0;
  const late = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    await scheduler.schedule(Promise.resolve(), "to the database");
    const answer = await call();
    await scheduler.schedule(Promise.resolve(), "back");
    return answer;
  };
  return { db: aroundCalls(real, late), calls: () => calls };
}

async function soldNow(): Promise<number> {
  const row = await real
    .prepare("SELECT sold FROM stock WHERE hotel_id = ?1 AND room_id = 'DBL' AND night = ?2")
    .bind(euro, ARRIVAL)
    .first<{ sold: number }>();
  return row?.sold ?? Number.NaN;
}

describe("requests of one isolate that come at any moments", () => {
  it("show what was committed when they came, and nothing that was not when they were answered", { timeout: 120_000 }, async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        fc.integer({ min: 2, max: 12 }),
        fc.nat({ max: 4 }),
        fc.array(fc.constantFrom(1, 2), { maxLength: 12 }),
        async (scheduler, isWarm, requests, preparations, sales) => {
          const { db, calls } = slowDatabase(scheduler);
          const ctx = { db, memory: createMemory(), background: () => {}, now: () => today * 86_400_000, principal: { groupId: "g1" } };
          const query = { arrival: ARRIVAL, departure: ARRIVAL + 1, adults: 2, children: 0, rooms: 1, promoCode: "" };
          if (isWarm) await listOffers({ ...ctx, db: real } as unknown as CallerCtx, euro, query);
          const before = await soldNow();
          // Sales only, so that the count tells the moment.
          const count = { begun: before, committed: before };
          const asked = Array.from({ length: requests }, async () => {
            await scheduler.schedule(Promise.resolve(), "a request");
            const atLeast = count.committed;
            const answer = await listOffers(ctx as unknown as CallerCtx, euro, query);
            if (!answer.ok) throw new Error(answer.failure.code);
            const offering = answer.value.offerings.find(({ room }) => room.id === "DBL");
            const shown = UNITS - (offering?.unitsLeft ?? Number.NaN);
            expect(shown).toBeGreaterThanOrEqual(atLeast);
            expect(shown).toBeLessThanOrEqual(count.begun);
          });
          const sold = sales.map(async (units) => {
            await scheduler.schedule(Promise.resolve(), "a sale");
            count.begun += units;
            await real.batch(bindAll(real, sellUnits("g1", { hotelId: euro, roomId: "DBL", from: ARRIVAL, until: ARRIVAL + 1, units })));
            count.committed += units;
          });
          // Reservations whose callers are not proved yet ask by themselves, and bring what they read into the same memory.
          const prepared = Array.from({ length: preparations }, async () => {
            await scheduler.schedule(Promise.resolve(), "a reservation begins");
            const stay = { hotelId: euro, arrival: ARRIVAL, departure: ARRIVAL + 1 };
            await prepareCalendar(ctx as unknown as CallerCtx, CLAIM, [stay]);
          });
          await scheduler.waitFor(Promise.all([...asked, ...sold, ...prepared]));
          if (calls() < requests) shared += 1;
        },
      ),
      { numRuns: RUNS },
    );
    expect(shared).toBeGreaterThan(RUNS / 10);
  });
});
