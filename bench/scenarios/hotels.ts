/** The listing: warm, not modified, and without any cache; 10, 100 and 1,000 hotels; with --full 1 to 64 clients; against its limit and a peer. */
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import { startPeer } from "../support/node-peer.ts";
import { listingRequest } from "../support/requests.ts";
import { type Ratio, ratio } from "../support/ratio.ts";
import { GROWING_CLIENTS, type Measured, asGrowth, compare } from "../support/rounds.ts";
import { ask, requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { store } from "../support/store.ts";
import { seedDatabase, startWorker } from "../support/worker-host.ts";

const SIZES = [10, 100, 1_000];
/** The size the target of docs/interface.md §8 is about. */
const TARGET_SIZE = 100;
const CONNECTIONS = 16;
const LONG = { rounds: 24, roundMs: 300, isHeadline: true };
const SHORT = { rounds: 3, roundMs: 500 };

export const hotels: Scenario = async ({ full }) => {
  const fill = (db: Parameters<typeof insertGroup>[0]): void => SIZES.forEach((size) => insertGroup(db, groupOf(size), size));
  const file = await seedDatabase("hotels-tabard", fill);
  await seedDatabase("hotels-uncached", fill);
  await seedDatabase("hotels-baseline", () => {});
  const tabard = await startWorker("src/index.ts", "hotels-tabard");
  const uncached = await startWorker("bench/workers/uncached.ts", "hotels-uncached");
  const baseline = await startWorker("bench/workers/baseline.ts", "hotels-baseline");
  const fastify = await startPeer("bench/peers/fastify-hotels.ts", [file]);
  try {
    const outcome = { ratios: {} as Record<string, Ratio>, moreRatios: {} as Record<string, Ratio>, results: [] as Measured[] };
    for (const size of SIZES) {
      const request = listingRequest(groupOf(size));
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
      const others = await compare(`${size} hotels`, loads.slice(2), SHORT);
      outcome.results.push(...asGrowth([...warm, ...others], "hotels", size));
      if (size === TARGET_SIZE) outcome.ratios["hotels/baseline"] = ratio(warm, "tabard", "baseline");
    }
    const { headers } = await ask(tabard, listingRequest(groupOf(TARGET_SIZE)));
    const request = listingRequest(groupOf(TARGET_SIZE), { "If-None-Match": headers.get("ETag") ?? "" });
    const loads = [tabard, baseline].map((host, i) => ({
      name: i === 0 ? "tabard" : "baseline",
      host,
      request,
      connections: CONNECTIONS,
      statuses: [304],
    }));
    const unchanged = await compare(`${TARGET_SIZE} hotels, 304`, loads, LONG);
    outcome.results.push(...unchanged);
    for (const clients of full ? GROWING_CLIENTS : []) {
      const grown = [tabard, baseline].map((host, i) => ({
        name: i === 0 ? "tabard" : "baseline",
        host,
        request: listingRequest(groupOf(TARGET_SIZE)),
        connections: clients,
      }));
      outcome.results.push(...asGrowth(await compare(`${TARGET_SIZE} hotels, ${clients} clients`, grown, SHORT), "clients", clients));
    }
    outcome.moreRatios["hotels-304/baseline"] = ratio(unchanged, "tabard", "baseline");
    return outcome;
  } finally {
    await Promise.all([tabard, uncached, baseline, fastify].map((host) => host.stop()));
  }
};

function groupOf(size: number): string {
  return `g${size}`;
}
