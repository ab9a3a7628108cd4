/**
 * Availability: groups of 10, 100 and 500 hotels with 8 rooms and 3 rates, stays of 1, 7 and 30 nights on many dates, so that
 * no answer is a repetition of the last; against its limit, the textbook's SQL and a peer. And the first answer after the
 * calendar has changed.
 */
import { formatDate } from "../../src/domain/calendar-date.ts";
import { type Inventory, insertInventory, insertTextbook } from "../support/calendar-data.ts";
import { insertGroup, keyOf } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { startPeer } from "../support/node-peer.ts";
import { type Measured, compare, ratio } from "../support/rounds.ts";
import { ask, requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { median, quantile, threeDigits } from "../support/statistics.ts";
import { store } from "../support/store.ts";
import { type Host, seedDatabase, startWorker } from "../support/worker-host.ts";

const SIZES = [10, 100, 500];
const STAYS = [1, 7, 30];
/** What the targets of contract §8 are about. */
const TARGET = { hotels: 500, nights: 7 };
const NIGHTS_ON_SALE = 120;
const NIGHTS_ON_SALE_IN_FULL = 365;
const ARRIVALS = 60;
const CONNECTIONS = 8;
const LONG = { rounds: 24, roundMs: 300 };
const SHORT = { rounds: 3, roundMs: 500 };
/** One at a time: the textbook is busy with it for long. */
const SLOW = { rounds: 3, roundMs: 1_500 };
const COLD_TRIES = 7;

export const availability: Scenario = async ({ full }) => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  const endDay = firstDay + (full ? NIGHTS_ON_SALE_IN_FULL : NIGHTS_ON_SALE);
  const inventory = (hotels: number): Inventory => ({ groupId: groupOf(hotels), hotels, firstDay, endDay, units: 12, restricted: true });
  await seedDatabase("availability-tabard", (db) => {
    for (const size of SIZES) {
      insertGroup(db, groupOf(size), size);
      insertInventory(db, inventory(size));
    }
  });
  const file = await seedDatabase("availability-textbook", (db) => {
    insertGroup(db, groupOf(TARGET.hotels), TARGET.hotels);
    insertInventory(db, { ...inventory(TARGET.hotels), endDay: firstDay + 1 });
    insertTextbook(db, inventory(TARGET.hotels));
  });
  await seedDatabase("availability-baseline", (db) => SIZES.forEach((size) => insertGroup(db, groupOf(size), 1)));
  const tabard = await startWorker("src/index.ts", "availability-tabard");
  const baseline = await startWorker("bench/workers/baseline.ts", "availability-baseline");
  const textbook = await startWorker("bench/workers/textbook.ts", "availability-textbook");
  const fastify = await startPeer("bench/peers/fastify-availability.ts", [file]);
  try {
    const results: Measured[] = [];
    const ratios: Record<string, number> = {};
    const moreRatios: Record<string, number> = {};
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
      results.push(...slow, await measureCold(tabard, groupOf(hotels), stay(0), `${title}, calendar just changed`));
      ratios["availability/baseline"] = ratio(measured, "tabard", "baseline");
      ratios["availability/sql"] = ratio(slow, "tabard", "textbook SQL on D1");
      moreRatios["availability/fastify"] = ratio(slow, "tabard", "Fastify, textbook SQL");
    }
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

/** The first request after the calendar's version rose, several times. */
async function measureCold(tabard: Host, groupId: string, request: RequestShape, title: string): Promise<Measured> {
  const tookMs: number[] = [];
  for (let n = 0; n < COLD_TRIES; n += 1) {
    await tabard.execute(`UPDATE groups SET calendar_version = calendar_version + 1 WHERE group_id = '${groupId}'`);
    const startedMs = performance.now();
    const { status } = await ask(tabard, request);
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

function groupOf(size: number): string {
  return `g${size}`;
}

function stayRequest(groupId: string, arrival: number, nights: number): RequestShape {
  const query = `arrival=${formatDate(arrival)}&departure=${formatDate(arrival + nights)}&adults=2`;
  return { method: "GET", path: `/availabilities/${groupId}?${query}`, headers: { Authorization: `Bearer ${keyOf(groupId)}` } };
}
