/** How long callers wait, by continent: a distribution put together from groups, ways, memory and the queue of the database. Pure. */
import { type Continent, D1_OVERHEAD_MS, NEAR_TRIP_MS, TRIP_SPREAD } from "./assumptions.ts";
import type { Group } from "./groups.ts";
import { type Deployment, type Load, callerShare } from "./load.ts";
import { MEASURED } from "./measured.ts";

export const OPERATIONS = ["listing", "availability", "reservation"] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** Deviates of the normal distribution at the middle of twenty equal parts, and of its last hundredth. */
const DEVIATES: readonly (readonly [deviate: number, share: number])[] = [
  ...[-1.96, -1.44, -1.15, -0.93, -0.76, -0.6, -0.45, -0.32, -0.19, -0.06, 0.06, 0.19, 0.32, 0.45, 0.6, 0.76, 0.93, 1.15, 1.44].map(
    (deviate) => [deviate, 0.05] as const,
  ),
  [1.88, 0.04],
  [2.58, 0.01],
];
/** Of those who queue, in the order of how long: share, and the point of the distribution that stands for them. */
const QUEUE: readonly (readonly [point: number, share: number])[] = [
  [0.25, 0.5],
  [0.7, 0.4],
  [0.95, 0.09],
  [0.995, 0.01],
];

interface Wait {
  ms: number;
  share: number;
}

/** The percentiles of a continent's callers at the peak, in milliseconds; null where a database is never done. */
export function waitsOf(
  groups: readonly Group[],
  deployment: Deployment,
  load: Load,
  continent: Continent,
  operation: OperationName,
  percentiles: readonly number[],
): (number | null)[] {
  const waits: Wait[] = [];
  for (const [index, group] of groups.entries()) {
    const shard = load.shards[group.shard] ?? { queries: 0, busyMs: 0 };
    const share = callerShare(group, continent) * group.hotels;
    for (const [deviate, part] of DEVIATES) {
      const trip = continent.tripMs[group.region] * Math.exp(TRIP_SPREAD * deviate);
      for (const [point, queued] of QUEUE) {
        const queue = queueMs(shard, point);
        for (const { ms, share: own } of works(operation, group, load.hits[index] ?? 0)) {
          const trips = operation === "listing" ? 0 : 1;
          const way = deployment.isNear ? trip + trips * NEAR_TRIP_MS : trips * trip;
          waits.push({ ms: continent.edgeMs + way + (trips > 0 ? queue : 0) + ms, share: share * part * queued * own });
        }
      }
    }
  }
  return percentilesOf(waits, percentiles);
}

/** Of Worker and database together, warm and, where a search has to read its month, cold. */
function works(operation: OperationName, { hotels }: Group, hit: number): Wait[] {
  switch (operation) {
    case "listing":
      return [{ ms: MEASURED.listingCpuMs.value, share: 1 }];
    case "reservation":
      return [{ ms: MEASURED.reservationCpuMs.value + MEASURED.reservationMs.value + D1_OVERHEAD_MS, share: 1 }];
    case "availability": {
      const warm = MEASURED.availabilityCpuMs.value + MEASURED.questionMs.value + D1_OVERHEAD_MS;
      const cold = warm + hotels * (MEASURED.loadMsPerHotel.value + MEASURED.loadCpuMsPerHotel.value);
      return [
        { ms: warm, share: hit },
        { ms: cold, share: 1 - hit },
      ];
    }
  }
}

/** The wait before a database at a point of its distribution: one query after the other, come at random (M/M/1). */
export function queueMs({ queries, busyMs }: { queries: number; busyMs: number }, point: number): number {
  const busy = busyMs / 1_000;
  if (busy >= 1) return Number.POSITIVE_INFINITY;
  const serviceMs = queries === 0 ? 0 : busyMs / queries;
  return point <= 1 - busy ? 0 : (-serviceMs / (1 - busy)) * Math.log((1 - point) / busy);
}

function percentilesOf(waits: Wait[], percentiles: readonly number[]): (number | null)[] {
  const sorted = waits.toSorted((a, b) => a.ms - b.ms);
  const total = sorted.reduce((sum, { share }) => sum + share, 0);
  return percentiles.map((percentile) => {
    let below = 0;
    for (const { ms, share } of sorted) {
      below += share;
      if (below >= percentile * total) return Number.isFinite(ms) ? ms : null;
    }
    return null;
  });
}
