/**
 * A service under load, killed with SIGKILL at random moments and started again, as often as told; then the file is read
 * without it. Nothing acknowledged may be lost, nothing partial left: docs/interface.md §8. One run at a time.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { openTarget } from "../cli/support/database.ts";
import type { HostName } from "../cli/support/serve-host.ts";
import { addBookableGroup, night } from "./bookable-group.ts";
import { fileDatabase } from "./file-database.ts";
import { type Accounts, accountsOf } from "./reservation-accounts.ts";
import { type ServiceProcess, databaseFile, startService } from "./service-process.ts";

const CLIENTS = 8;
/** A kill comes at a random moment of the load: after the first answer, within this time. */
const LOAD_MS_MAX = 700;
/** How many of the answered requests are asked again after a kill. */
const RETRIED_ANSWERS = 50;
const RETRIES_MAX = 20;

let host: HostName = "worker";
let folder = "";
let service: ServiceProcess | undefined;

/** By Idempotency-Key: the reservation the client was told of, or null where no answer came. */
const known = new Map<string, string | null>();

/** Answers that were no confirmation. There is room for all: none may come. */
const refusals: string[] = [];

/** Kills the service so many times. Says what it saw; throws an AssertionError where a promise is broken. */
export async function killUnderLoad(onHost: HostName, kills: number): Promise<string> {
  host = onHost;
  known.clear();
  refusals.length = 0;
  folder = mkdtempSync(join(tmpdir(), "tabard-crash-"));
  process.env.TABARD_STATE = folder;
  try {
    await fill();
    for (let killed = 0; killed < kills; killed += 1) {
      service = await startService(host, folder);
      await retry();
      await loadAndKill();
      await checkAccounts();
    }
    service = await startService(host, folder);
    await retry();
    const accounts = await checkAccounts();
    assert.ok(![...known.values()].includes(null), "a key was never answered");
    assert.equal(accounts.reservations, known.size);
    assert.deepEqual(
      refusals.filter((answer) => !answer.startsWith("503 ")),
      [],
    );
    assert.equal(new Set(known.values()).size, known.size, "two keys got one reservation");
    return `${kills} kills, ${known.size} reservations, none lost, none partial, none twice`;
  } finally {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(): Promise<void> {
  openTarget({ host }).close();
  const db = openTables();
  db.exec("BEGIN");
  await addBookableGroup(fileDatabase(db), "g1", 1_000_000);
  db.exec("COMMIT");
  db.close();
}

/** Every acknowledged reservation is there in full, and stock, bookings and ledger agree: read from the file alone. */
async function checkAccounts(): Promise<Accounts> {
  const db = openTables();
  try {
    const rows = db.prepare("SELECT reservation_id, count(*) AS bookings FROM bookings GROUP BY reservation_id").all();
    const whole = new Set(rows.filter((row) => row.bookings === 2).map((row) => row.reservation_id));
    assert.deepEqual(
      [...known.values()].filter((id) => id !== null && !whole.has(id)),
      [],
    );
    const accounts = await accountsOf(fileDatabase(db), "g1");
    const { faults, reservations, newestKey } = accounts;
    assert.deepEqual({ faults, reservations, newestKey }, { faults: [], reservations: whole.size, newestKey: whole.size * 2 });
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
    assert.equal(before ?? id, id);
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
  const stay = { checkInDate: night(10 + (number % 250)), checkOutDate: night(12 + (number % 250) + (number % 5)) };
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
