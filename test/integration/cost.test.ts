/** What the platform bills per operation: rows of D1 and operations of KV, once warm. docs/operations.md turns them into money. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database, Statement } from "../../src/db/database.ts";
import type { Platform } from "../../src/service/context.ts";
import { night } from "../support/bookable-group.ts";
import { ask, platform } from "../support/in-worker.ts";
import { booking, reservation } from "../support/reserve.ts";
import { PASSWORD, addGroup, tokenOf } from "../support/two-groups.ts";

const bill = { rowsRead: 0, rowsWritten: 0, kvReads: 0, kvWrites: 0 };

/** D1 itself; what each of its answers says it read and wrote is added to the bill. */
function billed(db: D1Database): Database {
  const add = (meta: D1Meta): void => {
    bill.rowsRead += meta.rows_read;
    bill.rowsWritten += meta.rows_written;
  };
  const real = new WeakMap<Statement, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): Statement => {
    const all = async <T>() => {
      const answer = await statement.all<T>();
      add(answer.meta);
      return answer;
    };
    const wrapped: Statement = {
      bind: (...values) => wrap(statement.bind(...values)),
      first: async <T>() => (await all<T>()).results[0] ?? null,
      all,
      raw: async <T extends unknown[]>() => (await all<Record<string, unknown>>()).results.map((row) => Object.values(row) as T),
      run: () => all(),
    };
    real.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (sql) => wrap(db.prepare(sql)),
    batch: async <T>(statements: Statement[]) => {
      const results = await db.batch<T>(statements.map((one) => real.get(one) as D1PreparedStatement));
      for (const { meta } of results) add(meta);
      return results;
    },
  };
}

let host: Platform;

/** Asks twice and gives the second answer's bill: what is remembered is remembered by then. */
async function billOf(request: (turn: number) => Promise<Response>): Promise<typeof bill> {
  for (const turn of [1, 2]) {
    Object.assign(bill, { rowsRead: 0, rowsWritten: 0, kvReads: 0, kvWrites: 0 });
    const answer = await request(turn);
    expect(answer.status).toBe(200);
    await answer.text();
  }
  return { ...bill };
}

function as(token: string, body?: unknown, headers: Record<string, string> = {}): RequestInit {
  const authorization = { Authorization: `Bearer ${token}`, ...headers };
  if (body === undefined) return { headers: authorization };
  return { method: "POST", headers: { ...authorization, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

beforeAll(async () => {
  await addGroup("g1");
  const kv = {
    get: (key: string) => ((bill.kvReads += 1), env.KV.get(key)),
    put: (key: string, value: string, options?: { expirationTtl?: number }) => ((bill.kvWrites += 1), env.KV.put(key, value, options)),
    delete: (key: string) => ((bill.kvWrites += 1), env.KV.delete(key)),
  };
  host = platform({ db: billed(env.DB), kv });
});

describe("once warm,", () => {
  const stay = `arrival=${night(20)}&departure=${night(22)}`;

  it("a listing asks no storage", async () => {
    expect(await billOf(() => ask(host, "/hotels/g1", as("g1-key")))).toEqual({ rowsRead: 0, rowsWritten: 0, kvReads: 0, kvWrites: 0 });
  });

  it("an availability reads the version and the short nights", async () => {
    const cost = await billOf((turn) => ask(host, `/availabilities/g1?${stay}&adults=${turn}`, as("g1-key")));
    expect(cost).toMatchObject({ rowsWritten: 0, kvReads: 0, kvWrites: 0 });
    expect(cost.rowsRead).toBeLessThanOrEqual(2);
  });

  it("a reservation of one booking for two nights reads and writes what the page of costs says", async () => {
    const body = reservation([booking("g1-euro", { checkInDate: night(20), checkOutDate: night(22) })]);
    const cost = await billOf((turn) => ask(host, "/reservations/g1", as("g1-key", body, { "Idempotency-Key": `key-${turn}` })));
    expect(cost).toMatchObject({ kvReads: 0, kvWrites: 0 });
    expect(cost.rowsRead).toBeLessThanOrEqual(25);
    expect(cost.rowsWritten).toBeLessThanOrEqual(15);
  });

  it("a log-in writes a session and a copy of it", async () => {
    const cost = await billOf(() => ask(host, "/sessions/g1", as("", { email: "ann@g1.test", password: PASSWORD })));
    expect(cost.kvWrites).toBe(1);
    expect(cost.rowsWritten).toBeLessThanOrEqual(4);
  });

  it("an export reads each of its lines once, and little more", async () => {
    const body =
      `<cim_FinancialExportReportV2 xmlns="urn:tabard:financial-export"><sessionId>${tokenOf("g1", "operator")}</sessionId>` +
      "<beforeTimestamp>2999-01-01T00:00:00</beforeTimestamp><afterTimestamp>2000-01-01T00:00:00</afterTimestamp></cim_FinancialExportReportV2>";
    const cost = await billOf(() => ask(host, "/soap", { method: "POST", headers: { "Content-Type": "text/xml" }, body }));
    const lines = await env.DB.prepare("SELECT count(*) AS lines FROM ledger_lines WHERE group_id = 'g1'").first<{ lines: number }>();
    expect(cost).toMatchObject({ rowsWritten: 0, kvWrites: 0 });
    expect(cost.rowsRead).toBeLessThanOrEqual((lines?.lines ?? 0) + 12);
  });
});
