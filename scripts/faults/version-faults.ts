/**
 * Two versions of the service on one database, as while a new one is rolled out: two processes under load, and in the middle
 * of it a migration of the newer one that the older knows nothing of: a new table, a new column, a new index.
 * TABARD_OTHER_VERSION: the folder of another checkout, from which the second process is started.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { resolve } from "node:path";
import { startService } from "../../harness/service-process.ts";
import { RESERVATIONS } from "./answers.ts";
import { prepareState } from "./running-service.ts";
import type { Scenarios } from "./scenario.ts";
import { KEY, reservation } from "./service-in-process.ts";

export const versionFaults: Scenarios = { "two versions on one database": twoVersions };

/** What an additive migration does; anything else takes two releases. */
const MIGRATION = `
  ALTER TABLE reservations ADD COLUMN channel TEXT NOT NULL DEFAULT '';
  ALTER TABLE bookings ADD COLUMN arrival_time TEXT;
  ALTER TABLE ledger_lines ADD COLUMN cost_centre TEXT NOT NULL DEFAULT '';
  ALTER TABLE tokens ADD COLUMN last_used_ms INTEGER;
  CREATE TABLE waiting_list (group_id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (group_id, position)) STRICT;
  CREATE INDEX reservations_by_channel ON reservations (group_id, channel);`;

const CLIENTS = 4;
const PHASE_MS = 1500;
/** A process waits for the other's write for 2 s and then says 503: a client comes back. */
const TRIES = 5;

async function twoVersions(): Promise<string> {
  const state = await prepareState("node");
  try {
    const older = await startService("node", state.folder);
    const newer = await startOther(state.folder);
    const stored = new Map<string, string>();
    const ending = new AbortController();
    let number = 0;
    const client = async (at: number): Promise<void> => {
      while (!ending.signal.aborted) {
        const key = `version-${number++}`;
        const [one, other] = at % 2 === 0 ? [older.url, newer.url] : [newer.url, older.url];
        const id = await submit(one, key);
        stored.set(key, id);
        assert.equal(await submit(other, key), id, "the other version answers the same key with the same reservation");
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
    const work = async (): Promise<void> => {
      await sleep(PHASE_MS);
      const db = state.openTables();
      db.exec(`BEGIN IMMEDIATE; ${MIGRATION} COMMIT`);
      db.close();
      await sleep(PHASE_MS);
    };
    await Promise.all([work().finally(() => ending.abort()), clients]);
    assert.equal(await older.stop(), 0);
    assert.equal(await newer.stop(), 0);
    const accounts = await state.accounts();
    assert.deepEqual({ faults: accounts.faults, reservations: accounts.reservations }, { faults: [], reservations: stored.size });
    return `${stored.size} reservations through both, a migration in the middle; each key answered alike by both`;
  } finally {
    state.remove();
  }
}

/** The second process: of another checkout where one is named. */
async function startOther(folder: string): Promise<Awaited<ReturnType<typeof startService>>> {
  const { TABARD_OTHER_VERSION: other } = process.env;
  if (other === undefined) return startService("node", folder);
  const here = process.cwd();
  // Services are started from the folder of their checkout.
  process.chdir(resolve(other));
  try {
    return await startService("node", folder);
  } finally {
    process.chdir(here);
  }
}

async function submit(url: string, key: string): Promise<string> {
  const number = Number(key.slice("version-".length));
  const init = reservation(number, key);
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url + RESERVATIONS, { ...init, headers: { ...init.headers, Authorization: `Bearer ${KEY}` } });
    const text = await answer.text();
    if (answer.status === 200) return (JSON.parse(text) as { reservationId: string }).reservationId;
    assert.ok(answer.status === 503 && tries < TRIES, `${answer.status} ${text}`);
    await sleep(100);
  }
}
