/** The listing: warm, not modified, and without any cache; 10, 100 and 1,000 hotels; against its limit and a peer. */
import { hotelId, insertGroup, keyOf } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { startPeer } from "../support/node-peer.ts";
import { type Measured, compare, ratio } from "../support/rounds.ts";
import { ask, requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { store } from "../support/store.ts";
import { seedDatabase, startWorker } from "../support/worker-host.ts";

const SIZES = [10, 100, 1_000];
/** The size the target of contract §8 is about. */
const TARGET_SIZE = 100;
const CONNECTIONS = 16;
const LONG = { rounds: 24, roundMs: 300 };
const SHORT = { rounds: 3, roundMs: 500 };

export const hotels: Scenario = async () => {
  const fill = (db: Parameters<typeof insertGroup>[0]): void => SIZES.forEach((size) => insertGroup(db, groupOf(size), size));
  const file = await seedDatabase("hotels-tabard", fill);
  await seedDatabase("hotels-uncached", fill);
  await seedDatabase("hotels-baseline", () => {});
  const tabard = await startWorker("src/index.ts", "hotels-tabard");
  const uncached = await startWorker("bench/workers/uncached.ts", "hotels-uncached");
  const baseline = await startWorker("bench/workers/baseline.ts", "hotels-baseline");
  const fastify = await startPeer("bench/peers/fastify-hotels.ts", [file]);
  try {
    const outcome = { ratios: {} as Record<string, number>, moreRatios: {} as Record<string, number>, results: [] as Measured[] };
    for (const size of SIZES) {
      const request = listing(groupOf(size));
      await store(tabard, baseline, groupOf(size), request);
      const servers = [
        { name: "tabard", host: tabard },
        { name: "baseline", host: baseline },
        { name: "tabard without caches", host: uncached },
        { name: "Fastify", host: fastify },
      ];
      const text = await requireSameAnswer(servers.map((server) => ({ ...server, request })));
      if (!text.includes(hotelId(groupOf(size), size))) throw new Error("the listing lacks a hotel");
      const effort = size === TARGET_SIZE ? LONG : SHORT;
      const loads = servers.map((server) => ({ ...server, request, connections: CONNECTIONS }));
      const warm = await compare(`${size} hotels`, loads.slice(0, 2), effort);
      outcome.results.push(...warm, ...(await compare(`${size} hotels`, loads.slice(2), SHORT)));
      if (size === TARGET_SIZE) outcome.ratios["hotels/baseline"] = ratio(warm, "tabard", "baseline");
    }
    const { headers } = await ask(tabard, listing(groupOf(TARGET_SIZE)));
    const request = listing(groupOf(TARGET_SIZE), { "If-None-Match": headers.get("ETag") ?? "" });
    const loads = [tabard, baseline].map((host, i) => ({
      name: i === 0 ? "tabard" : "baseline",
      host,
      request,
      connections: CONNECTIONS,
      statuses: [304],
    }));
    const unchanged = await compare(`${TARGET_SIZE} hotels, 304`, loads, LONG);
    outcome.results.push(...unchanged);
    outcome.moreRatios["hotels-304/baseline"] = ratio(unchanged, "tabard", "baseline");
    return outcome;
  } finally {
    await Promise.all([tabard, uncached, baseline, fastify].map((host) => host.stop()));
  }
};

function groupOf(size: number): string {
  return `g${size}`;
}

function listing(groupId: string, headers: Record<string, string> = {}): RequestShape {
  return { method: "GET", path: `/hotels/${groupId}?language=de`, headers: { Authorization: `Bearer ${keyOf(groupId)}`, ...headers } };
}
