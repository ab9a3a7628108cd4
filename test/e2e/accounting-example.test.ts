/** The worked example of docs/accounting.md: a stay from its booking to a closed month, and a correction behind it. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { night } from "../../harness/bookable-group.ts";
import { exportOf } from "../../harness/calls.ts";
import { GROUP, type Service, openSession, startInProcess } from "../../scripts/faults/service-in-process.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

type Json = Record<string, unknown>;

const run = promisify(execFile);
const HOTEL = `${GROUP}-euro`;
const [ARRIVAL, DEPARTURE] = [night(10), night(12)];

let service: Service;
let folder: string;

beforeAll(async () => {
  service = await startInProcess();
  folder = mkdtempSync(join(tmpdir(), "tabard-accounting-"));
  service.db.exec(`UPDATE hotels SET periods = 'month' WHERE group_id = '${GROUP}'`);
  service.db.exec(`INSERT INTO pay_codes VALUES ('${GROUP}', 'CARD', 'Card', '1210')`);
});

afterAll(() => {
  service.remove();
  rmSync(folder, { recursive: true });
});

/** The JSON of an answer that is not an error. */
async function ask(path: string, body?: Json): Promise<Json> {
  const headers = { "Content-Type": "application/json" };
  const answer = await service.ask(path, body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect([path, answer.status, text]).toEqual([path, expect.toSatisfy((status) => status === 200 || status === 201), text]);
  return JSON.parse(text) as Json;
}

const post = (body: Json): Promise<Json> => ask(`/documents/${GROUP}`, body);
const close = (periodId: unknown): Promise<Json> => ask(`/periods/${GROUP}/${HOTEL}/${String(periodId)}/close`, {});
const on = (day: string, hour: number): number => (service.clock.ms = Date.parse(`${day}T${String(hour).padStart(2, "0")}:00:00Z`));
const monthOf = (day: string): number => Number(day.slice(0, 7).replace("-", ""));

it("goes from the booking through deposit, stay, correction and refund to closed months that the export proves", async () => {
  on(night(0), 23);
  const billingDetails = { firstname: "Ana", lastname: "Silva", email: "ana@example.com" };
  const stay = { hotelId: HOTEL, roomId: "DBL", rateId: "FLEX", checkInDate: ARRIVAL, checkOutDate: DEPARTURE, adult: "2" };
  const reservation = await ask(`/reservations/${GROUP}`, { billingDetails, bookings: [{ ...stay, guest: { useBillingDetails: true } }] });
  const [{ bookingId, reference }] = reservation.bookings as [{ bookingId: string; reference: string }];
  const change = (what: string): Promise<Json> => ask(`/reservations/${GROUP}/${String(reservation.reservationId)}/${what}`, {});
  const deposit = await post({ transactionType: "Payment", bookingId, payCode: "CARD", gross: 50, externalReference: "TX-4711" });
  expect(deposit).toMatchObject({ uniqueReferenceNumber: `${reference}-2`, periodId: monthOf(night(0)) });

  on(ARRIVAL, 16);
  await change("check-in");
  await post({ transactionType: "Proforma", bookingId, lines: [{ saleCode: "MEAL", gross: 36, description: "Dinner" }] });
  expect(await ask(`/accounts/${GROUP}/${reference}`)).toMatchObject({ expected: 236, charged: 0, paid: 50, balance: -50 });

  on(DEPARTURE, 10);
  await change("check-out");
  const paid = await post({ transactionType: "Payment", bookingId, payCode: "CARD", gross: 186 });
  expect(await ask(`/accounts/${GROUP}/${reference}`)).toMatchObject({ expected: 0, charged: 236, paid: 236, balance: 0 });

  // The month is over and closed; then the guest complains about the dinner.
  on(new Date(Date.parse(DEPARTURE) + 35 * DAY_MS).toISOString().slice(0, 10), 9);
  const { periods } = (await ask(`/periods/${GROUP}/${HOTEL}`)) as { periods: { periodId: number }[] };
  const statements: Json[] = [];
  for (const { periodId } of periods) if (periodId <= monthOf(DEPARTURE)) statements.push(await close(periodId));
  const statement = statements.at(-1)!;
  expect(statement).toMatchObject({ periodId: monthOf(DEPARTURE), sums: { Invoice: { gross: 236 } } });
  const invoice = `${HOTEL}-I-000001`;
  const credit = await post({
    transactionType: "CreditNote",
    invoice,
    lines: [{ saleCode: "MEAL", gross: 36 }],
    transactionDate: DEPARTURE,
  });
  const refund = await post({ transactionType: "Payment", payCode: "CARD", gross: 36, refundOf: paid.uniqueReferenceNumber });
  for (const document of [credit, refund]) expect(document.periodId).toBeGreaterThan(monthOf(DEPARTURE));
  expect(await ask(`/accounts/${GROUP}/${reference}`)).toMatchObject({ expected: 0, charged: 200, paid: 200, balance: 0 });
  expect(await close(statement.periodId)).toEqual(statement);

  const answer = await service.ask(
    "/soap",
    {
      method: "POST",
      headers: { "Content-Type": "text/xml" },
      body: exportOf(openSession(service, "operator"), "2000-01-01T00:00:00", "9999-01-01T00:00:00"),
    },
    "",
  );
  const xml = await answer.text();
  if (spawnSync("python3", ["--version"]).status !== 0) return;
  writeFileSync(join(folder, "export.xml"), xml);
  for (const one of statements) {
    writeFileSync(join(folder, "statement.json"), JSON.stringify(one));
    const { stdout } = await run("python3", [
      "examples/python/verify_period.py",
      join(folder, "export.xml"),
      join(folder, "statement.json"),
    ]);
    expect(stdout).toContain(`${HOTEL} ${String(one.periodId)}: ${String(one.lines)} lines are what the statement says`);
  }
});
