/** D1 failing, slow, late, or losing the answer of what it has done. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { LISTING_D1_WAIT_MS_MAX } from "../../src/listing/limits.ts";
import { textOf } from "../../harness/calls.ts";
import { AVAILABILITY, EXPORT, LISTING, RESERVATIONS, askAll, expectOverloaded, expectReservations, textOfOk } from "./answers.ts";
import { type AroundCall, faultyDatabase } from "./faulty-ports.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import { GROUP, KEY, type Service, forgetAll, reservation, startInProcess } from "./service-in-process.ts";
import { RUNNING_EXPORTS } from "../../src/ledger/memory.ts";

/** What D1 says of itself (developers.cloudflare.com/d1/observability/debug-d1), not of the statement. */
const D1_OUTAGES = [
  "Network connection lost.",
  "D1 DB is overloaded. Requests queued for too long.",
  "D1 DB is overloaded. Too many requests queued.",
  "D1 DB storage operation exceeded timeout which caused object to be reset.",
  "Internal error in D1 DB storage caused object to be reset.",
  "Internal error while starting up D1 DB storage caused object to be reset.",
  "D1 DB reset because its code was updated.",
  "D1 DB's isolate exceeded its memory limit and was reset.",
  "D1 DB exceeded its CPU time limit and was reset.",
  "Cannot resolve D1 DB due to transient issue on remote node.",
];

const SLOW_MS = 100;
/** As many exports as one session may run. */
const CLIENTS = 4;
const RESERVATIONS_LOST = 40;
/** Lines enough for several pages of an export. */
const RESERVATIONS_EXPORTED = 400;

export const databaseFaults: Scenarios = {
  "d1 is down": inService(d1IsDown),
  "d1 is slow": inService(d1IsSlow),
  "d1 answers too late": inService(d1IsTooLate),
  "d1 loses answers": inService((service) => losesAnswers(service, async (work) => void (await work()))),
  "d1 commits behind a lost answer": inService((service) =>
    losesAnswers(service, async (work) => void setTimeout(() => void work().catch(() => {}), Math.random() * 20)),
  ),
  "d1 never gets the request": inService((service) => losesAnswers(service, () => Promise.resolve())),
  "d1 fails in the middle of an export": inService(failsInExport),
};

function inService(scenario: (service: Service) => Promise<string>): Scenario {
  return async () => {
    const service = await startInProcess();
    try {
      return await scenario(service);
    } finally {
      await service.settle();
      service.remove();
    }
  };
}

async function d1IsDown(service: Service): Promise<string> {
  const wanted = await askAll(service);
  const { db } = service.platform;
  for (const outage of D1_OUTAGES) {
    // Reads are tried again for a while, so the outages together last longer than a listing is believed: each begins afresh.
    service.platform.db = db;
    forgetAll(service);
    assert.equal(await textOfOk(service.ask(LISTING)), wanted.hotels);
    service.platform.db = faultyDatabase(db, () => Promise.reject(new Error(`D1_ERROR: ${outage}`)));
    assert.equal(await textOfOk(service.ask(LISTING)), wanted.hotels);
    await expectOverloaded(service.ask(AVAILABILITY));
    await expectOverloaded(service.ask(RESERVATIONS, reservation(1)));
    await expectOverloaded(service.ask("/health", {}, ""));
    const answer = await textOfOk(service.ask("/soap", EXPORT, ""));
    assert.equal(textOf(answer, "ExceptionCode"), "90500");
  }
  forgetAll(service);
  for (const path of [LISTING, AVAILABILITY]) await expectOverloaded(service.ask(path));
  service.platform.db = db;
  assert.deepEqual(await askAll(service), wanted);
  await expectReservations(service, 2);
  return `${D1_OUTAGES.length} kinds of outage: listings go on from memory, the rest says 503 or 90500; whole again at once`;
}

async function d1IsSlow(service: Service): Promise<string> {
  const wanted = await askAll(service);
  service.platform.db = faultyDatabase(service.platform.db, async (work) => {
    await sleep(SLOW_MS * Math.random());
    return work();
  });
  forgetAll(service);
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => askAll(service)));
  for (const answer of answers) assert.deepEqual(answer, wanted);
  await expectReservations(service, CLIENTS + 1);
  return `${CLIENTS} clients got what they get of a fast one`;
}

async function d1IsTooLate(service: Service): Promise<string> {
  const wanted = await askAll(service);
  const { db } = service.platform;
  service.platform.db = faultyDatabase(db, async (work) => {
    await sleep(LISTING_D1_WAIT_MS_MAX + 500);
    return work();
  });
  const late = service.ask(LISTING, { headers: { "Cache-Control": "no-cache" } });
  assert.equal(await textOfOk(service.ask(LISTING)), wanted.hotels);
  await expectOverloaded(late);
  await sleep(1000);
  assert.equal(await textOfOk(service.ask(LISTING)), wanted.hotels);
  service.platform.db = db;
  assert.deepEqual(await askAll(service), wanted);
  return `a visitor who insists is told 503 after ${LISTING_D1_WAIT_MS_MAX} ms, others are served meanwhile`;
}

/** Every client's first write fails as a lost connection does; `fate` is what became of it. */
async function losesAnswers(service: Service, fate: (work: () => Promise<unknown>) => Promise<void>): Promise<string> {
  const { db } = service.platform;
  let writes = 0;
  const around: AroundCall = async (work, isWrite) => {
    if (!isWrite || writes++ % 2 === 1) return work();
    await fate(work);
    throw new Error("D1_ERROR: Network connection lost.");
  };
  await textOfOk(service.ask(AVAILABILITY));
  service.platform.db = faultyDatabase(db, around);
  const numbers = Array.from({ length: RESERVATIONS_LOST }, (_, number) => number);
  const ids = new Map<number, string>();
  for (const number of numbers) {
    const init = reservation(number, `lost-${number}`);
    let answer = await service.ask(RESERVATIONS, init);
    // A client that is told to come back comes back.
    for (let tries = 0; answer.status === 503 && tries < 10; tries += 1)
      answer = await service.ask(RESERVATIONS, reservation(number, `lost-${number}`));
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    ids.set(number, (JSON.parse(text) as { reservationId: string }).reservationId);
  }
  await sleep(50);
  service.platform.db = db;
  for (const [number, id] of ids) {
    const replayed = JSON.parse(await textOfOk(service.ask(RESERVATIONS, reservation(number, `lost-${number}`)))) as {
      reservationId: string;
    };
    assert.equal(replayed.reservationId, id);
  }
  await expectReservations(service, RESERVATIONS_LOST);
  return `${RESERVATIONS_LOST} reservations, each stored once and answered with its own id`;
}

async function failsInExport(service: Service): Promise<string> {
  for (let number = 0; number < RESERVATIONS_EXPORTED; number += 1) await textOfOk(service.ask(RESERVATIONS, reservation(number)));
  const whole = await textOfOk(service.ask("/soap", EXPORT, ""));
  assert.match(whole, /Response>\s*$/);
  const { db } = service.platform;
  let calls = 0;
  service.platform.db = faultyDatabase(db, (work) =>
    ++calls > 1 ? Promise.reject(new Error("D1_ERROR: Network connection lost.")) : work(),
  );
  const answer = await service.ask("/soap", EXPORT, "");
  await assert.rejects(answer.text());
  service.platform.db = db;
  assert.equal(await textOfOk(service.ask("/soap", EXPORT, "")), whole);
  assert.equal(service.platform.memory.of(RUNNING_EXPORTS).size, 0, `a place of ${GROUP} and ${KEY} is still taken`);
  return `broken off after ${calls - 1} calls and never closed; the next export is whole`;
}
