/** What the platform bills per operation: rows of D1 and operations of KV, once warm. docs/operations.md turns them into money. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type Bill, billedDatabase, billedKeyValue, emptyBill } from "../../bench/support/billed-bindings.ts";
import type { Platform } from "../../src/host/context.ts";
import { night } from "../../harness/bookable-group.ts";
import { ask, platform } from "../support/in-worker.ts";
import { booking, reservation } from "../support/reserve.ts";
import { PASSWORD, addGroup, tokenOf } from "../support/two-groups.ts";

const bill = emptyBill();

let host: Platform;

/** Asks twice and gives the second answer's bill: what is remembered is remembered by then. */
async function billOf(request: (turn: number) => Promise<Response>): Promise<Bill> {
  for (const turn of [1, 2]) {
    Object.assign(bill, emptyBill());
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
  host = platform({ db: billedDatabase(env.DB, bill), kv: billedKeyValue(env.KV, bill) });
});

describe("once warm,", () => {
  const stay = `arrival=${night(20)}&departure=${night(22)}`;

  it("a listing asks no storage", async () => {
    expect(await billOf(() => ask(host, "/hotels/g1", as("g1-key")))).toEqual(emptyBill());
  });

  it("an availability asks what is newer, and little is read for it", async () => {
    const cost = await billOf((turn) => ask(host, `/availabilities/g1?${stay}&adults=${turn}`, as("g1-key")));
    expect(cost).toMatchObject({ rowsWritten: 0, kvReads: 0, kvWrites: 0, kvDeletes: 0 });
    expect(cost.rowsRead).toBeLessThanOrEqual(16);
  });

  it("a reservation of one booking for two nights reads and writes what the page of costs says", async () => {
    const body = reservation([booking("g1-euro", { checkInDate: night(20), checkOutDate: night(22) })]);
    const cost = await billOf((turn) => ask(host, "/reservations/g1", as("g1-key", body, { "Idempotency-Key": `key-${turn}` })));
    expect(cost).toMatchObject({ kvReads: 0, kvWrites: 0, kvDeletes: 0 });
    expect(cost.rowsRead).toBeLessThanOrEqual(65);
    expect(cost.rowsWritten).toBeLessThanOrEqual(21);
  });

  it("a reservation and its cancellation read no more in a group of many documents", async () => {
    const stay = { checkInDate: night(30), checkOutDate: night(31) };
    const one = reservation([booking("g1-euro", stay)]);
    const many = (ahead: number) =>
      reservation(Array.from({ length: 20 }, () => booking("g1-euro", { checkInDate: night(ahead), checkOutDate: night(ahead + 1) })));
    const cancel = async (): Promise<Response> => {
      const made = await ask(host, "/reservations/g1", as("g1-key", one));
      const { reservationId } = await made.json<{ reservationId: string }>();
      Object.assign(bill, emptyBill());
      return ask(host, `/reservations/g1/${reservationId}/cancellation`, as("g1-key", {}));
    };
    const costs: [reserved: number, cancelled: number][] = [];
    for (const _ of [1, 2]) {
      const reserved = await billOf(() => ask(host, "/reservations/g1", as("g1-key", one)));
      const cancelled = await billOf(cancel);
      costs.push([reserved.rowsRead, cancelled.rowsRead]);
      for (const ahead of [31, 32, 33]) expect((await ask(host, "/reservations/g1", as("g1-key", many(ahead)))).status).toBe(200);
    }
    const [[reserved, cancelled] = [0, 0], [reservedLater, cancelledLater] = [0, 0]] = costs;
    expect(reservedLater - reserved).toBeLessThan(10);
    expect(cancelledLater - cancelled).toBeLessThan(10);
    expect(cancelled).toBeLessThanOrEqual(100);
  });

  it("a log-in writes a session, a copy of it and the address it came from", async () => {
    const cost = await billOf(() => ask(host, "/sessions/g1", as("", { email: "ann@g1.test", password: PASSWORD })));
    expect(cost).toMatchObject({ kvReads: 0, kvWrites: 2, kvDeletes: 0 });
    expect(cost.rowsWritten).toBeLessThanOrEqual(4);
  });

  it("an export reads each of its lines once, and little more", async () => {
    const body =
      `<cim_FinancialExportReportV2 xmlns="urn:tabard:financial-export"><sessionId>${tokenOf("g1", "operator")}</sessionId>` +
      "<beforeTimestamp>2999-01-01T00:00:00</beforeTimestamp><afterTimestamp>2000-01-01T00:00:00</afterTimestamp></cim_FinancialExportReportV2>";
    const cost = await billOf(() => ask(host, "/soap", { method: "POST", headers: { "Content-Type": "text/xml" }, body }));
    const lines = await env.DB.prepare("SELECT count(*) AS lines FROM ledger_lines WHERE group_id = 'g1'").first<{ lines: number }>();
    expect(cost).toMatchObject({ rowsWritten: 0, kvReads: 0, kvWrites: 0, kvDeletes: 0 });
    expect(cost.rowsRead).toBeLessThanOrEqual((lines?.lines ?? 0) + 12);
  });
});
