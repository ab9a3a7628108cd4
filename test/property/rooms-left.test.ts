/**
 * Rooms left, counted late (docs/interface.md §14): a property system counts its house from the feed, its counts travel while Tabard
 * goes on selling and taking back; no room is sold that the house had not got when it counted, and none is lost.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addBookableGroup, night, today } from "../../harness/bookable-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import type { CallerCtx } from "../../src/access/caller.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import { type Statement, bindAll } from "../../src/host/database.ts";
import { createMemory } from "../../src/host/memory.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { changeCalendar } from "../../src/selling/change-calendar.ts";

const RUNS = 150;
const UNITS = 5;
/** Nights of one run, so that runs do not meet. */
const FIRST = 20;

let folder: string;
let file: DatabaseSync;
let ctx: CallerCtx;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tabard-test-"));
  file = openSqliteFile(join(folder, "tabard.sqlite"));
  await addBookableGroup(fileDatabase(file), "house", UNITS);
  ctx = {
    db: sqliteDatabase(file),
    memory: createMemory(),
    now: () => Date.now(),
    log: () => {},
    background: () => {},
    principal: {
      kind: "key",
      groupId: "house",
      hotelId: null,
      scopes: ["rates"],
      subject: "pms",
      callerId: "client:pms",
      logName: "pms",
      tokenSha256: "",
    },
  } as unknown as CallerCtx;
});

afterAll(() => {
  file.close();
  rmSync(folder, { recursive: true });
});

/** What the house knows: its rooms, and the feed up to an event. */
interface Count {
  left: number;
  asOf: number;
  rooms: number;
}

type Step =
  | { kind: "sell"; nights: number }
  | { kind: "takeBack"; nights: number }
  /** The house follows the feed to its end. */
  | { kind: "read" }
  /** The house has so many rooms from now on: some are closed or open again. */
  | { kind: "rooms"; rooms: number }
  /** It counts; the count arrives so many steps later. */
  | { kind: "count"; delay: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("sell" as const), nights: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("takeBack" as const), nights: fc.constant(1) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "read" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rooms" as const), rooms: fc.integer({ min: 0, max: UNITS + 2 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("count" as const), delay: fc.integer({ min: 0, max: 4 }) }) },
);

/** Sells a room of the nights or gives one back, with its event, as a reservation's batch does; false where the database refuses. */
async function sell(from: number, nights: number, units: number): Promise<boolean> {
  const until = from + nights;
  const statements: Statement[] = [
    {
      sql: `UPDATE stock SET sold = sold + ?4 WHERE group_id = 'house' AND hotel_id = ?1 AND room_id = 'DBL' AND night >= ?2 AND night < ?3`,
      values: ["house-euro", from, until, units],
    },
    ...appendEvents("house", 0, [
      {
        type: units > 0 ? "reservation.created" : "booking.cancelled",
        subject: "",
        hotelId: null,
        data: {},
        sold: [{ hotelId: "house-euro", roomId: "DBL", from, until, units }],
      },
    ]),
  ];
  return ctx.db.batch(bindAll(ctx.db, statements)).then(
    () => true,
    (error: unknown) => {
      if (String(error).includes("stock_not_oversold") || String(error).includes("sold >= 0")) return false;
      throw error;
    },
  );
}

const newest = (): number => Number(file.prepare("SELECT max(sequence) AS n FROM events").get()?.n);
const stockOf = (at: number) =>
  file.prepare("SELECT units, sold FROM stock WHERE hotel_id = 'house-euro' AND room_id = 'DBL' AND night = ?1").get(at) as {
    units: number;
    sold: number;
  };
/** What the feed up to an event says is sold of a night. */
const soldBy = (sequence: number, at: number): number =>
  Number(
    file
      .prepare(
        `SELECT coalesce(sum(s.value ->> 4), 0) AS n FROM events e, json_each(e.sold) s
         WHERE e.sequence <= ?1 AND s.value ->> 2 <= ?2 AND s.value ->> 3 > ?2`,
      )
      .get(sequence, at)?.n,
  );

async function deliver({ left, asOf }: Count, ahead: number): Promise<void> {
  const entry = { room: "DBL", from: night(ahead), to: night(ahead), left, asOf, rates: {} };
  expect(await changeCalendar(ctx, { hotelId: "house-euro", entries: [entry], problems: [] }, null)).toMatchObject({ ok: true });
}

it("never sells a room twice against the house's own count, and loses none", async () => {
  let ahead = FIRST;
  let refused = 0;
  let late = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      ahead = ahead >= 390 ? FIRST : ahead + 3;
      const at = today + ahead;
      file
        .prepare(
          "UPDATE stock SET units = ?2, sold = 0 WHERE hotel_id = 'house-euro' AND room_id = 'DBL' AND night >= ?1 AND night <= ?1 + 2",
        )
        .run(at, UNITS);
      const before = soldBy(newest(), at);
      let seen = newest();
      let rooms = UNITS;
      /** What the house had when it made the count that Tabard last took. */
      let known = UNITS;
      const onTheWay: (Count & { arrives: number })[] = [];
      for (const [turn, one] of steps.entries()) {
        if (one.kind === "sell") {
          const { units, sold } = stockOf(at);
          const done = await sell(at, one.nights, 1);
          // Free rooms are sold, and never one beyond what the house had when it counted.
          if (one.nights === 1) expect(done).toBe(sold < units);
          if (done) expect(stockOf(at).sold).toBeLessThanOrEqual(known);
          else refused += 1;
        } else if (one.kind === "takeBack") await sell(at, one.nights, -1);
        else if (one.kind === "read") seen = newest();
        else if (one.kind === "rooms") rooms = one.rooms;
        else {
          const sold = soldBy(seen, at) - before;
          // What it knows is sold it has.
          const house = Math.max(rooms, sold);
          onTheWay.push({ left: house - sold, asOf: seen, rooms: house, arrives: turn + one.delay });
        }
        while (onTheWay[0] && onTheWay[0].arrives <= turn) {
          const count = onTheWay.shift()!;
          await deliver(count, ahead);
          // A house with fewer rooms than are sold is overbooked, which no count can undo.
          known = Math.max(count.rooms, stockOf(at).sold);
          if (newest() - 1 > count.asOf) late += 1;
          const { units, sold } = stockOf(at);
          expect(units - sold).toBe(Math.max(0, count.left - (soldBy(newest(), at) - soldBy(count.asOf, at))));
        }
      }
    }),
    { numRuns: RUNS },
  );
  // Counts that were never late, or rooms that were never short, would prove nothing.
  expect(refused).toBeGreaterThan(RUNS / 20);
  expect(late).toBeGreaterThan(RUNS / 20);
});
