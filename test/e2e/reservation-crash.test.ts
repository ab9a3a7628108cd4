/**
 * Contract §8: nothing acknowledged is lost when the process is killed at any moment. The service as `npm start` and
 * `npm run start:node` run it, under load, killed with SIGKILL and started again; then the file is read without it.
 * TABARD_KILLS: how often (default 3).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTarget } from "../../cli/support/database.ts";
import type { HostName } from "../../cli/support/serve-host.ts";
import { addBookableGroup, night } from "../support/bookable-group.ts";
import { fileDatabase } from "../support/file-database.ts";
import { type Accounts, accountsOf } from "../support/reservation-accounts.ts";
import { type ServiceProcess, databaseFile, startService } from "../support/service-process.ts";

const KILLS = Number(process.env.TABARD_KILLS ?? 3);
const CLIENTS = 8;
/** A kill comes at a random moment of the load: after the first answer, within this time. */
const LOAD_MS_MAX = 700;
/** How many of the answered requests are asked again after a kill. */
const RETRIED_ANSWERS = 50;
const RETRIES_MAX = 20;
/** First nights to choose from: day 300 of the group is closed to arrival. */
const STAYS = 250;

let host: HostName = "worker";
let folder = "";
let service: ServiceProcess | undefined;

/** By Idempotency-Key: the reservation the client was told of, or null where no answer came. */
const known = new Map<string, string | null>();

/** Answers that were no confirmation. There is room for all: none may come. */
const refusals: string[] = [];

describe.each(["worker", "node"] as const)(`the host %s, killed ${KILLS} times under load,`, (name) => {
  beforeAll(async () => {
    host = name;
    known.clear();
    refusals.length = 0;
    folder = mkdtempSync(join(tmpdir(), "tabard-crash-"));
    process.env.TABARD_STATE = folder;
    openTarget({ host }).close();
    const db = openTables();
    db.exec("BEGIN");
    await addBookableGroup(fileDatabase(db), "g1", 1_000_000);
    db.exec("COMMIT");
    db.close();
  });

  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const timeout = 60_000 + KILLS * 30_000;
  it("keeps all it acknowledged, leaves nothing partial, and answers a retry with the one reservation", { timeout }, async () => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      service = await startService(host, folder);
      await retry();
      await loadAndKill();
      await expectAccounts();
    }
    service = await startService(host, folder);
    await retry();
    const accounts = await expectAccounts();
    expect([...known.values()]).not.toContain(null);
    expect(accounts.reservations).toBe(known.size);
    expect(refusals.filter((answer) => !answer.startsWith("503 "))).toEqual([]);
    expect(new Set(known.values()).size).toBe(known.size);
    console.log(`${host}: ${KILLS} kills, ${known.size} reservations`);
  });
});

/** Every acknowledged reservation is there in full, and stock, bookings and ledger agree: read from the file alone. */
async function expectAccounts(): Promise<Accounts> {
  const db = openTables();
  try {
    const rows = db.prepare("SELECT reservation_id, count(*) AS bookings FROM bookings GROUP BY reservation_id").all();
    const whole = new Set(rows.filter((row) => row.bookings === 2).map((row) => row.reservation_id));
    expect([...known.values()].filter((id) => id !== null && !whole.has(id))).toEqual([]);
    const accounts = await accountsOf(fileDatabase(db), "g1");
    expect(accounts).toMatchObject({ faults: [], reservations: whole.size, newestKey: whole.size * 2 });
    return accounts;
  } finally {
    db.close();
  }
}

/** Clients submit as fast as they can until the service is gone. */
async function loadAndKill(): Promise<void> {
  const killed = new AbortController();
  await submit(newKey());
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!killed.signal.aborted) await submit(newKey());
  });
  await sleep(Math.random() * LOAD_MS_MAX);
  await service?.kill();
  killed.abort();
  await Promise.all(clients);
}

/** Asks again with every key that got no answer and with some that did: those must get the same. */
async function retry(): Promise<void> {
  for (const [key, before] of known) {
    if (before !== null && Math.random() > RETRIED_ANSWERS / known.size) continue;
    const id = await submitUntilAnswered(key);
    expect(before ?? id).toBe(id);
  }
}

/** What a client does that must know: it asks until there is an answer. */
async function submitUntilAnswered(key: string): Promise<string> {
  for (let tries = 0; tries < RETRIES_MAX; tries += 1) {
    const id = await submit(key);
    if (id !== null) return id;
    await sleep(100);
  }
  throw new Error(`${key} was never answered; refusals: ${JSON.stringify(refusals)}`);
}

function newKey(): string {
  const key = `key-${known.size}`;
  known.set(key, null);
  return key;
}

/** The reservation's id, or null where no answer came. */
async function submit(key: string): Promise<string | null> {
  const number = Number(key.slice("key-".length));
  const stay = { checkInDate: night(10 + (number % STAYS)), checkOutDate: night(12 + (number % STAYS) + (number % 5)) };
  const room = { rateId: "FLEX", adult: "2", guest: { useBillingDetails: true }, ...stay };
  const body = {
    billingDetails: { firstname: "Ada", lastname: key, email: "ada@guest.test" },
    bookings: [
      { ...room, hotelId: "g1-euro", roomId: "DBL", extras: [{ id: "BREAKFAST" }, { id: "PARKING" }] },
      { ...room, hotelId: "g1-yen", roomId: "TWN" },
    ],
  };
  const headers = { Authorization: "Bearer g1-key", "Idempotency-Key": key, "Content-Type": "application/json" };
  try {
    const answer = await fetch(`${service?.url ?? ""}/reservations/g1`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status !== 200) {
      refusals.push(`${answer.status} ${text}`);
      return null;
    }
    const { reservationId } = JSON.parse(text) as { reservationId: string };
    known.set(key, reservationId);
    return reservationId;
  } catch {
    return null;
  }
}

function openTables(): DatabaseSync {
  return new DatabaseSync(databaseFile(host, folder), { timeout: 10_000 });
}
