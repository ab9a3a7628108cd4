/** No room left for the local state: writes are refused as 503, reads go on, nothing acknowledged is lost, and room heals it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { night } from "../../harness/bookable-group.ts";
import { databaseFile, startService } from "../../harness/service-process.ts";
import { AVAILABILITY, EXPORT, LISTING, RESERVATIONS, expectOverloaded, expectReservations, textOfOk } from "./answers.ts";
import { GROUP, prepareState } from "./running-service.ts";
import type { Scenarios } from "./scenario.ts";
import { KEY, reservation, startInProcess } from "./service-in-process.ts";

const SPARE_PAGES = 20;
const SPARE_BYTES = 1024 * 1024;
const RESERVATIONS_MAX = 2000;
/** How often a full disk is tried again. */
const REFUSALS = 5;

export const diskFaults: Scenarios = {
  "the database may grow no more": fullDatabase,
  ...(canLimitFiles() ? { "the disk takes no more bytes (node)": fullDisk } : {}),
};

/** SQLite's own bound: SQLITE_FULL, as ENOSPC is and as D1's 10 GB are. */
async function fullDatabase(): Promise<string> {
  const service = await startInProcess();
  try {
    await textOfOk(service.ask(LISTING));
    const { page_count: pages } = service.db.prepare("PRAGMA page_count").get() as { page_count: number };
    service.db.exec(`PRAGMA max_page_count = ${pages + SPARE_PAGES}`);
    let stored = 0;
    while (stored < RESERVATIONS_MAX) {
      const answer = await service.ask(RESERVATIONS, reservation(stored, `full-${stored}`));
      await answer.text();
      if (answer.status !== 200) break;
      stored += 1;
    }
    for (let times = 0; times < REFUSALS; times += 1)
      await expectOverloaded(service.ask(RESERVATIONS, reservation(stored, `full-${stored}`)));
    await expectReservations(service, stored);
    for (const path of [LISTING, AVAILABILITY]) await textOfOk(service.ask(path));
    assert.match(await textOfOk(service.ask("/soap", EXPORT, "")), /Response>\s*$/);
    service.db.exec("PRAGMA max_page_count = 1000000");
    await textOfOk(service.ask(RESERVATIONS, reservation(stored, `full-${stored}`)));
    await expectReservations(service, stored + 1);
    return `${stored} stored, then 503; reads and exports went on; with room the same key was stored once`;
  } finally {
    await service.settle();
    service.remove();
  }
}

/** A limit on the size of files, taken away again: the Node host's writes fail in the middle, as on a disk that is full. */
async function fullDisk(): Promise<string> {
  const state = await prepareState("node");
  try {
    const service = await startService("node", state.folder);
    const pid = String(service.groupPid);
    const submit = async (number: number): Promise<number> => {
      const init = reservation(number, `disk-${number}`);
      const headers = { ...init.headers, Authorization: `Bearer ${KEY}` };
      const answer = await fetch(`${service.url}${RESERVATIONS}`, { ...init, headers });
      await answer.text();
      return answer.status;
    };
    const wal = `${databaseFile("node", state.folder)}-wal`;
    const bytes = existsSync(wal) ? statSync(wal).size : 0;
    limitFiles(pid, String(bytes + SPARE_BYTES));
    let stored = 0;
    while (stored < RESERVATIONS_MAX && (await submit(stored)) === 200) stored += 1;
    for (let times = 0; times < REFUSALS; times += 1) assert.equal(await submit(stored), 503);
    for (const path of [LISTING, `/availabilities/${GROUP}?arrival=${night(20)}&departure=${night(22)}`]) {
      const answer = await fetch(service.url + path, { headers: { Authorization: `Bearer ${KEY}` } });
      await answer.text();
      assert.equal(answer.status, 200, path);
    }
    limitFiles(pid, "unlimited");
    assert.equal(await submit(stored), 200);
    await service.kill();
    const accounts = await state.accounts();
    assert.deepEqual({ faults: accounts.faults, reservations: accounts.reservations }, { faults: [], reservations: stored + 1 });
    return `${stored} stored, then 503; reads went on; with room the same key was stored once, and a kill lost nothing`;
  } finally {
    state.remove();
  }
}

function limitFiles(pid: string, bytes: string): void {
  const done = spawnSync("prlimit", ["--pid", pid, `--fsize=${bytes}:unlimited`], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
}

/** Linux with util-linux. */
function canLimitFiles(): boolean {
  return spawnSync("prlimit", ["--version"]).status === 0;
}
