/**
 * Availability: groups of 10, 100 and 500 hotels with 8 rooms and 3 rates, stays of 1, 7 and 30 nights on many dates, so that
 * no answer is a repetition of the last; against its limit, the textbook's SQL and a peer. And the first answer after the
 * calendar has changed. With --full stays of up to 90 nights, 1 to 64 clients, and up to 80 changes a second.
 */
import { type ChangedCalendars, calendarChange, changeCalendars } from "../support/calendar-changes.ts";
import { type Inventory, insertInventory, insertTextbook } from "../support/calendar-data.ts";
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { startPeer } from "../support/node-peer.ts";
import { listingRequest, stayRequest } from "../support/requests.ts";
import { type Ratio, ratio } from "../support/ratio.ts";
import { GROWING_CLIENTS, type Measured, asGrowth, compare } from "../support/rounds.ts";
import { ask, requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { median, quantile, threeDigits } from "../../cli/support/statistics.ts";
import { store } from "../support/store.ts";
import { type Host, seedDatabase, startWorker } from "../support/worker-host.ts";

const SIZES = [10, 100, 500];
const STAYS = [1, 7, 30];
/** Growth, in a group without restrictions: with them, some night of every long stay is closed, and the answer is empty. */
const GROWING_STAYS = [1, 7, 14, 30, 60, 90];
const OPEN_GROUP = "open";
/** What the targets of docs/interface.md §8 are about. */
const TARGET = { hotels: 500, nights: 7 };
const NIGHTS_ON_SALE = 120;
const NIGHTS_ON_SALE_IN_FULL = 365;
const ARRIVALS = 60;
const CONNECTIONS = 8;
const LONG = { rounds: 24, roundMs: 300, isHeadline: true };
const SHORT = { rounds: 3, roundMs: 500 };
/** One at a time: the textbook is busy with it for long. */
const SLOW = { rounds: 3, roundMs: 1_500 };
/** A change every 50 ms: a round holds twenty. */
const LONG_ENOUGH_TO_CHANGE = { rounds: 8, roundMs: 1_000 };
const CHANGES_PER_SECOND = 20;
/** Growth: as many as this machine can write besides. */
const GROWING_CHANGES = [1, 5, 10, 20, 40, 80];
const FIRST_TRIES = 21;
const COLD_TRIES = 5;

export const availability: Scenario = async ({ full }) => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  const endDay = firstDay + (full ? NIGHTS_ON_SALE_IN_FULL : NIGHTS_ON_SALE);
  const inventory = (hotels: number): Inventory => ({ groupId: groupOf(hotels), hotels, firstDay, endDay, units: 12, restricted: true });
  await seedDatabase("availability-tabard", (db) => {
    for (const size of SIZES) {
      insertGroup(db, groupOf(size), size);
      insertInventory(db, inventory(size));
    }
    if (!full) return;
    insertGroup(db, OPEN_GROUP, TARGET.hotels);
    insertInventory(db, { ...inventory(TARGET.hotels), groupId: OPEN_GROUP, restricted: false });
  });
  const file = await seedDatabase("availability-textbook", (db) => {
    insertGroup(db, groupOf(TARGET.hotels), TARGET.hotels);
    insertInventory(db, { ...inventory(TARGET.hotels), endDay: firstDay + 1 });
    insertTextbook(db, inventory(TARGET.hotels));
  });
  await seedDatabase("availability-baseline", (db) =>
    [...SIZES.map(groupOf), OPEN_GROUP].forEach((groupId) => insertGroup(db, groupId, 1)),
  );
  const tabard = await startWorker("src/index.ts", "availability-tabard");
  const baseline = await startWorker("bench/workers/baseline.ts", "availability-baseline");
  const textbook = await startWorker("bench/workers/textbook.ts", "availability-textbook");
  const fastify = await startPeer("bench/peers/fastify-availability.ts", [file]);
  try {
    const results: Measured[] = [];
    const ratios: Record<string, Ratio> = {};
    const moreRatios: Record<string, Ratio> = {};
    const few = { connections: 1 };
    const many = { connections: CONNECTIONS };
    for (const { hotels, nights } of cases()) {
      const stay = (index: number): RequestShape => stayRequest(groupOf(hotels), firstDay + (index % ARRIVALS), nights);
      const title = `${hotels} hotels, ${nights} nights`;
      await store(tabard, baseline, groupOf(hotels), stay(0));
      const isTarget = hotels === TARGET.hotels && nights === TARGET.nights;
      const warm = [
        { name: "tabard", host: tabard, request: stay, ...many },
        { name: "baseline", host: baseline, request: stay, ...many },
      ];
      const measured = await compare(title, warm, isTarget ? LONG : SHORT);
      results.push(...measured);
      if (!isTarget) continue;
      for (const index of [0, 11, 35]) {
        const servers = [tabard, textbook, fastify].map((host, i) => ({
          name: ["tabard", "textbook", "Fastify"][i]!,
          host,
          request: stay(index),
        }));
        await requireSameAnswer(servers);
      }
      const slow = await compare(
        `${title}, one at a time`,
        [
          { name: "tabard", host: tabard, request: stay, ...few },
          { name: "textbook SQL on D1", host: textbook, request: stay, ...few },
          { name: "Fastify, textbook SQL", host: fastify, request: stay, ...few },
        ],
        SLOW,
      );
      results.push(...slow);
      const calendars = { groupId: groupOf(hotels), hotels, day: firstDay };
      const meanwhile = () => changeCalendars(tabard, calendars, CHANGES_PER_SECOND);
      const changing = await compare(
        `${title}, while calendars change`,
        [
          { name: "changing", host: tabard, request: stay, ...many, meanwhile },
          { name: "unchanged", host: tabard, request: stay, ...many },
        ],
        LONG_ENOUGH_TO_CHANGE,
      );
      const crowd = await compare(`${title}, 64 clients at a time`, warm.map((variant) => ({ ...variant, connections: 64 })), LONG); // prettier-ignore
      results.push(...changing, ...crowd);
      ratios["availability-change/availability"] = ratio(changing, "changing", "unchanged");
      ratios["availability-64/baseline"] = ratio(crowd, "tabard", "baseline");
      for (const clients of full ? GROWING_CLIENTS : []) {
        const grown = warm.map((variant) => ({ ...variant, connections: clients }));
        results.push(...asGrowth(await compare(`${title}, ${clients} clients`, grown, SHORT), "clients", clients));
      }
      ratios["availability/baseline"] = ratio(measured, "tabard", "baseline");
      ratios["availability/sql"] = ratio(slow, "tabard", "textbook SQL on D1");
      moreRatios["availability/fastify"] = ratio(slow, "tabard", "Fastify, textbook SQL");
    }
    for (const nights of full ? GROWING_STAYS : []) results.push(...(await measureStay(tabard, baseline, firstDay, nights)));
    const { hotels, nights } = TARGET;
    const calendars = { groupId: groupOf(hotels), hotels, day: firstDay };
    for (const changes of full ? GROWING_CHANGES : []) results.push(...(await measureChanges(tabard, calendars, changes)));
    const request = stayRequest(calendars.groupId, firstDay, nights);
    results.push(...(await measureFirsts(tabard, calendars, request, `${hotels} hotels, ${nights} nights`)));
    return { ratios, moreRatios, results };
  } finally {
    await Promise.all([tabard, baseline, textbook, fastify].map((host) => host.stop()));
  }
};

/** Every size at the target's stay, every stay at the target's size. */
function cases(): { hotels: number; nights: number }[] {
  const bySize = SIZES.map((hotels) => ({ hotels, nights: TARGET.nights }));
  const byStay = STAYS.filter((nights) => nights !== TARGET.nights).map((nights) => ({ hotels: TARGET.hotels, nights }));
  return [...bySize, ...byStay];
}

/** A stay in the group without restrictions, whose every hotel answers: a point of the growth over nights. */
async function measureStay(tabard: Host, baseline: Host, firstDay: number, nights: number): Promise<Measured[]> {
  const request = (index: number): RequestShape => stayRequest(OPEN_GROUP, firstDay + (index % ARRIVALS), nights);
  const { text } = await ask(tabard, request(0));
  if (!text.includes(hotelId(OPEN_GROUP, TARGET.hotels))) throw new Error(`a stay of ${nights} nights lacks a hotel`);
  await store(tabard, baseline, OPEN_GROUP, request(0));
  const loads = [
    { name: "tabard", host: tabard, request, connections: CONNECTIONS },
    { name: "baseline", host: baseline, request, connections: CONNECTIONS },
  ];
  const title = `${TARGET.hotels} hotels without restrictions, ${nights} nights`;
  return asGrowth(await compare(title, loads, SHORT), "nights", nights);
}

/** While so many calendars change a second, each of another hotel: a point of the growth over changes. */
async function measureChanges(tabard: Host, calendars: ChangedCalendars, perSecond: number): Promise<Measured[]> {
  const { groupId, day } = calendars;
  const request = (index: number): RequestShape => stayRequest(groupId, day + (index % ARRIVALS), TARGET.nights);
  const meanwhile = () => changeCalendars(tabard, calendars, perSecond);
  const load = { name: "tabard", host: tabard, request, connections: CONNECTIONS, meanwhile };
  const title = `${TARGET.hotels} hotels, ${TARGET.nights} nights, ${perSecond} changes a second`;
  return asGrowth(await compare(title, [load], LONG_ENOUGH_TO_CHANGE), "changes", perSecond);
}

/** One request each time after `before`: what it takes where something has to be read first. */
async function measureFirst(title: string, tries: number, before: () => Promise<{ host: Host; request: RequestShape }>): Promise<Measured> {
  const tookMs: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const { host, request } = await before();
    const startedMs = performance.now();
    const { status } = await ask(host, request);
    if (status !== 200) throw new Error(`${title}: ${status}`);
    tookMs.push(performance.now() - startedMs);
  }
  const p50Ms = threeDigits(median(tookMs));
  const rates = tookMs.map((ms) => 1000 / ms);
  return {
    case: title,
    variant: "tabard",
    perSecond: threeDigits(median(rates)),
    spread: [threeDigits(Math.min(...rates)), threeDigits(Math.max(...rates))],
    p50Ms,
    p99Ms: threeDigits(quantile(tookMs, 0.99)),
    firstByteMs: p50Ms,
    megabytesPerSecond: 0,
    memoryGrowthMegabytes: null,
    cpuMsPerRequest: null,
  };
}

/** Warm, after one hotel's change, and in isolates that know the token and nothing of the calendar. */
async function measureFirsts(tabard: Host, calendars: ChangedCalendars, request: RequestShape, title: string): Promise<Measured[]> {
  let changes = 100;
  const warm = await measureFirst(`${title}, warm`, FIRST_TRIES, () => Promise.resolve({ host: tabard, request }));
  const changed = await measureFirst(`${title}, one hotel just changed`, FIRST_TRIES, async () => {
    await tabard.batch(calendarChange(calendars, (changes += 1)));
    return { host: tabard, request };
  });
  await tabard.stop();
  const fresh: Host[] = [];
  const cold = await measureFirst(`${title}, new isolate`, COLD_TRIES, async () => {
    await fresh.at(-1)?.stop();
    const host = await startWorker("src/index.ts", "availability-tabard");
    fresh.push(host);
    await ask(host, listingRequest(calendars.groupId));
    return { host, request };
  });
  await fresh.at(-1)?.stop();
  return [warm, changed, cold];
}

function groupOf(size: number): string {
  return `g${size}`;
}
