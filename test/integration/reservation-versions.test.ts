/** Prices that change between a reservation's pricing and its batch, and batches whose outcome is lost: docs/interface.md §4, §8. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Database, type Statement, bindAll } from "../../src/host/database.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import { NEWEST_SEQUENCE, stampTerms } from "../../src/selling/rows/stamps.ts";
import type { PreparedStatement } from "../../src/host/database.ts";
import { parseReservation } from "../../src/http/reservation-schema.ts";
import type { CallerCtx } from "../../src/access/caller.ts";
import { submitReservation } from "../../src/reservations/submit-reservation.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { testCtx } from "../support/ledger.ts";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { booking, reservation } from "../support/reserve.ts";
import { stampGroup } from "../../harness/stamp-group.ts";

let groups = 0;

/** A new group and a caller of it, over a database that can be made to fail. */
async function caller(batch?: (real: Database["batch"], statements: PreparedStatement[]) => Promise<{ results: never[]; meta: object }[]>) {
  const groupId = `g${(groups += 1)}`;
  const { euro, yen } = await addBookableGroup(env.DB, groupId, 3);
  const real = env.DB as Database;
  const bookings = new WeakSet<PreparedStatement>();
  const isReservation = (statements: PreparedStatement[]): boolean => statements.some((one) => bookings.has(one));
  const db: Database = {
    prepare: (sql) => {
      const statement = real.prepare(sql);
      if (!sql.startsWith("INSERT INTO reservations ")) return statement;
      // What counts is the statement that is bound.
      return { ...statement, bind: (...values) => remembered(statement.bind(...values), bookings) };
    },
    batch: <T>(statements: PreparedStatement[]) =>
      (batch && isReservation(statements) ? batch(real.batch.bind(real), statements) : real.batch(statements)) as ReturnType<
        typeof real.batch<T>
      >,
  };
  const principal = keyOf(groupId);
  const ctx: CallerCtx = { ...testCtx(db), principal };
  const submit = (bookings: Record<string, unknown>[] = [booking(euro)], key?: string) =>
    submitReservation(
      ctx,
      parseReservation(reservation(bookings)),
      key === undefined ? null : { groupId, callerId: "key:test", operation: "POST /reservations/x", key, bodySha256: "body" },
    );
  return { groupId, euro, yen, submit };
}

function remembered(statement: PreparedStatement, known: WeakSet<PreparedStatement>): PreparedStatement {
  known.add(statement);
  return statement;
}

const lost = () => new Error("D1_ERROR: Network connection lost.");

function keyOf(groupId: string) {
  return {
    kind: "key",
    groupId,
    tokenSha256: "",
    hotelId: null,
    logName: "test",
    subject: "test",
    callerId: "client:test",
    scopes: ["reservations"],
  } as const;
}

describe("a price list that changes while memory holds the old one", () => {
  it("is booked at the new price", async () => {
    const { groupId, euro, submit } = await caller();
    await submit();
    await env.DB.batch([
      env.DB.prepare("UPDATE calendar_months SET packed = replace(packed, '1000000', '1500000') WHERE hotel_id = ?1").bind(euro),
      ...stampGroup(env.DB, groupId),
    ]);
    expect(await submit()).toMatchObject({ ok: true, value: { reservation: { bookings: [{ roomPrice: 3_000_000 }] } } });
    expect((await accountsOf(env.DB, groupId)).faults).toEqual([]);
  });

  it("is asked before anything is refused", async () => {
    const { groupId, euro, submit } = await caller();
    const extra = [booking(euro, { extras: [{ id: "PARKING", price: 9 }] })];
    expect(await submit(extra)).toMatchObject({ ok: false, failure: { code: "price_changed" } });
    await env.DB.batch([
      env.DB.prepare("UPDATE extras SET price = 90000 WHERE group_id = ?1 AND extra_id = 'PARKING'").bind(groupId),
      ...stampGroup(env.DB, groupId),
    ]);
    expect(await submit(extra)).toMatchObject({ ok: true, value: { reservation: { bookings: [{ extrasPrice: 180_000 }] } } });
  });

  it("is overloaded where it changes before every attempt", async () => {
    const changed = { groupId: "" };
    const { groupId, submit } = await caller(async (real, statements) => {
      await env.DB.batch(stampGroup(env.DB, changed.groupId));
      return real(statements);
    });
    changed.groupId = groupId;
    expect(await submit()).toMatchObject({ ok: false, failure: { code: "overloaded" } });
    expect(await accountsOf(env.DB, groupId)).toMatchObject({ reservations: 0, faults: [] });
  });

  it("matters where it is the stay's own hotel's, or holds for all hotels", async () => {
    const batches = { count: 0 };
    const { groupId, euro, yen, submit } = await caller((real, statements) => {
      batches.count += 1;
      return real(statements) as never;
    });
    /** Batches of the second of two reservations with a change between them that the isolate is not told of. */
    const batchesAfter = async (change: Statement[], day: number): Promise<number> => {
      const stay = [booking(euro, { checkInDate: night(day), checkOutDate: night(day + 1) })];
      expect(await submit(stay)).toMatchObject({ ok: true });
      const event = { type: "ari.changed", subject: "/", hotelId: null, data: {} } as const;
      await env.DB.batch(bindAll(env.DB, [...appendEvents(groupId, 0, [event]), ...change]) as D1PreparedStatement[]);
      batches.count = 0;
      expect(await submit(stay)).toMatchObject({ ok: true });
      return batches.count;
    };
    const raised = (hotelId: string): Statement[] => [
      { sql: `UPDATE hotels SET calendar_version = ${NEWEST_SEQUENCE} WHERE group_id = ?1 AND hotel_id = ?2`, values: [groupId, hotelId] },
    ];
    expect(await batchesAfter(raised(yen), 20)).toBe(1);
    expect(await batchesAfter(raised(euro), 30)).toBe(2);
    expect(await batchesAfter([stampTerms(groupId)], 40)).toBe(2);
  });
});

describe("a batch whose answer is lost", () => {
  it("is read back where it was stored", async () => {
    const { groupId, submit } = await caller(async (real, statements) => {
      await real(statements);
      throw lost();
    });
    expect(await submit(undefined, "k")).toMatchObject({ ok: true, value: { replayed: false } });
    expect(await submit(undefined, "k")).toMatchObject({ ok: true, value: { replayed: true } });
    expect(await accountsOf(env.DB, groupId)).toMatchObject({ reservations: 1, faults: [] });
  });

  it("is tried again where it was not stored, and stored once", async () => {
    let calls = 0;
    const { groupId, submit } = await caller((real, statements) =>
      (calls += 1) === 1 ? Promise.reject(lost()) : (real(statements) as never),
    );
    expect(await submit()).toMatchObject({ ok: true });
    expect(await accountsOf(env.DB, groupId)).toMatchObject({ reservations: 1, faults: [] });
  });

  it("is stored once even where it arrives after it was looked for", async () => {
    let late: Promise<unknown> | undefined;
    const { groupId, submit } = await caller(async (real, statements) => {
      if (late) {
        await late;
        return real(statements) as never;
      }
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => real(statements));
      throw lost();
    });
    expect(await submit()).toMatchObject({ ok: true });
    expect(await accountsOf(env.DB, groupId)).toMatchObject({ reservations: 1, faults: [] });
  });

  it("is overloaded where D1 never takes it, and nothing is stored", async () => {
    const { groupId, submit } = await caller(() => Promise.reject(lost()));
    expect(await submit()).toMatchObject({ ok: false, failure: { code: "overloaded" } });
    expect(await accountsOf(env.DB, groupId)).toMatchObject({ reservations: 0, faults: [] });
  });

  it("throws what is neither a refusal nor a lost connection", async () => {
    const { submit } = await caller(() => Promise.reject(new Error("D1_ERROR: no such table: reservations")));
    await expect(submit()).rejects.toThrow("no such table");
  });
});

describe("references", () => {
  it("are unique in the group: one that is taken is drawn again", async () => {
    const { groupId, euro } = await caller();
    const principal = keyOf(groupId);
    let draws = 0;
    const randomBytes = (size: number): Uint8Array =>
      size === 8 && (draws += 1) < 3 ? new Uint8Array(8) : crypto.getRandomValues(new Uint8Array(size));
    const ctx: CallerCtx = { ...testCtx(), principal, randomBytes };
    const input = parseReservation(reservation([booking(euro, { checkInDate: night(30), checkOutDate: night(31) })]));
    expect(await submitReservation(ctx, input, null)).toMatchObject({ ok: true, value: { reservation: { reference: "00000000" } } });
    expect(await submitReservation(ctx, input, null)).toMatchObject({ ok: true });
    expect(draws).toBe(3);
  });
});
