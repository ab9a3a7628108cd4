/**
 * Bookings made, amended and cancelled under load, the service killed with SIGKILL at random moments and started again. Every
 * answer is kept: asked again with its Idempotency-Key it must be the same, byte for byte; stock and books must agree.
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
import { accountsOf } from "./reservation-accounts.ts";
import { type ServiceProcess, databaseFile, startService } from "./service-process.ts";

const CLIENTS = 6;
/** A kill comes at a random moment of the load: after the first answer, within this time. */
const LOAD_MS_MAX = 900;
const RETRIES_MAX = 50;
const UNITS = 1_000_000;

/** A booking and what happened to it: by step, the answer, or null while there is none. */
interface Life {
  number: number;
  answers: Map<string, string | null>;
}

const STEPS = ["book", "amend", "cancel"] as const;

/** Kills the service so many times. Says what it saw; throws an AssertionError where a promise is broken. */
export async function killLives(host: HostName, kills: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-lives-"));
  const lives: Life[] = [];
  let service: ServiceProcess | undefined;
  process.env.TABARD_STATE = folder;
  try {
    await fill(host, folder);
    for (let killed = 0; killed <= kills; killed += 1) {
      service = await startService(host, folder);
      const { url } = service;
      // Whatever has no answer is asked again until it has one; the others give the same one.
      for (const life of lives) for (const step of life.answers.keys()) await settle(url, life, step);
      await check(host, folder, lives.length);
      if (killed === kills) break;
      await loadAndKill(service, lives);
    }
    return `${kills} kills, ${lives.length} bookings amended and cancelled, none lost, none twice, every answer the same again`;
  } finally {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(host: HostName, folder: string): Promise<void> {
  openTarget({ host }).close();
  const db = new DatabaseSync(databaseFile(host, folder), { timeout: 10_000 });
  db.exec("BEGIN");
  await addBookableGroup(fileDatabase(db), "g1", UNITS);
  db.exec("COMMIT");
  db.close();
}

async function loadAndKill(service: ServiceProcess, lives: Life[]): Promise<void> {
  const killed = new AbortController();
  const client = async (): Promise<void> => {
    while (!killed.signal.aborted) {
      const life: Life = { number: lives.length, answers: new Map() };
      lives.push(life);
      for (const step of STEPS) {
        life.answers.set(step, null);
        const answer = await ask(service.url, life, step);
        if (answer === null) break;
        life.answers.set(step, answer);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await sleep(100 + Math.random() * LOAD_MS_MAX);
  await service.kill();
  killed.abort();
  await Promise.all(clients);
}

async function settle(url: string, life: Life, step: string): Promise<void> {
  const before = life.answers.get(step) ?? null;
  for (let tries = 0; tries < RETRIES_MAX; tries += 1) {
    const answer = await ask(url, life, step);
    if (answer === null) {
      await sleep(100);
      continue;
    }
    assert.equal(answer, before ?? answer);
    life.answers.set(step, answer);
    return;
  }
  throw new Error(`booking ${life.number}: ${step} was never answered`);
}

/** The answer's text, or null where none came. A refusal is a fault: nothing here may be refused. */
async function ask(url: string, { number, answers }: Life, step: string): Promise<string | null> {
  const made = JSON.parse(answers.get("book") ?? "null") as { reservationId: string; bookings: { bookingId: string }[] } | null;
  const stay = 10 + (number % 250);
  const booked = {
    billingDetails: { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" },
    bookings: [
      {
        hotelId: "g1-euro",
        roomId: "DBL",
        rateId: "FLEX",
        checkInDate: night(stay),
        checkOutDate: night(stay + 2),
        adult: "2",
        guest: { useBillingDetails: true },
      },
    ],
  };
  const bodies: Record<string, [path: string, body: object]> = {
    book: ["", booked],
    amend: [
      `/${made?.reservationId}/amendment`,
      { bookings: [{ bookingId: made?.bookings[0]?.bookingId, checkOutDate: night(stay + 3) }] },
    ],
    cancel: [`/${made?.reservationId}/cancellation`, {}],
  };
  const [path, body] = bodies[step] ?? ["", {}];
  const headers = { Authorization: "Bearer g1-key", "Idempotency-Key": `${step}-${number}`, "Content-Type": "application/json" };
  try {
    const answer = await fetch(`${url}/reservations/g1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status === 503) return null;
    assert.equal(answer.status, 200, text);
    return text;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return null;
  }
}

/** Stock, books and events agree, and there are as many reservations as were asked for: read from the file alone. */
async function check(host: HostName, folder: string, reservations: number): Promise<void> {
  const db = new DatabaseSync(databaseFile(host, folder), { timeout: 10_000 });
  try {
    const accounts = await accountsOf(fileDatabase(db), "g1");
    assert.deepEqual({ faults: accounts.faults, reservations: accounts.reservations }, { faults: [], reservations });
  } finally {
    db.close();
  }
}
