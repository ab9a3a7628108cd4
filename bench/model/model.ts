/** 50,000 hotels in 500 groups on 20 databases, callers on six continents: what they cost, how long they wait, what breaks. Pure. */
import { BUSY_MAX, CONTINENTS, GROUPS, HOTELS, PEAK, SHARDS } from "./assumptions.ts";
import { type Group, makeGroups } from "./groups.ts";
import { OPERATIONS, waitsOf } from "./latency.ts";
import { type Deployment, type Load, MONTH_SECONDS, loadOf } from "./load.ts";
import { PLATFORM } from "./measured.ts";
import { type Bill, billOf } from "./money.ts";

export const DEPLOYMENTS: readonly Deployment[] = [
  { name: "one Worker, everywhere", workersPerShard: 1, isOneWorker: true, isNear: false },
  { name: "one a database, everywhere", workersPerShard: 1, isOneWorker: false, isNear: false },
  { name: "one a database, beside it", workersPerShard: 1, isOneWorker: false, isNear: true },
  { name: "five a database, beside it", workersPerShard: 5, isOneWorker: false, isNear: true },
];

const HOTELS_STEP = 1_000;

export const PERCENTILES = [0.5, 0.95, 0.99];

export interface Outcome {
  deployment: Deployment;
  /** At the peak. */
  hitShare: number;
  queriesMean: number;
  queriesBusiest: number;
  /** Within the busiest second of a hundred. */
  queriesP99: number;
  /** Of the busiest database's time. */
  busy: number;
  bill: Bill;
  /** With groups like these, so many hotels keep the busiest of the databases below BUSY_MAX. */
  hotelsMax: number;
  /** Per continent and operation, PERCENTILES in milliseconds at the peak, with as many of the hotels as it carries; null: never. */
  waits: { continent: string; byOperation: (number | null)[][] }[];
}

export function runModel(deployment: Deployment): Outcome {
  const groups = makeGroups();
  const peak = loadOf(groups, deployment, PEAK);
  const hotelsMax = hotelsMaxOf(deployment);
  const carried = groupsOf(Math.min(HOTELS, hotelsMax));
  const carriedPeak = loadOf(carried, deployment, PEAK);
  const queries = peak.shards.map((shard) => shard.queries);
  const busiest = Math.max(...queries);
  return {
    deployment,
    hitShare: peak.hitShare,
    queriesMean: queries.reduce((sum, one) => sum + one, 0) / queries.length,
    queriesBusiest: busiest,
    queriesP99: busiest + 2.33 * Math.sqrt(busiest),
    busy: busiestOf(peak),
    bill: billOf(loadOf(groups, deployment, 1)),
    hotelsMax,
    waits: CONTINENTS.map((continent) => ({
      continent: continent.name,
      byOperation: OPERATIONS.map((operation) => waitsOf(carried, deployment, carriedPeak, continent, operation, PERCENTILES)),
    })),
  };
}

/** The same, were all groups alike large: what their differing costs. */
export function busyOfEvenGroups(deployment: Deployment): number {
  const groups = makeGroups().map((group) => ({ ...group, hotels: HOTELS / GROUPS }));
  const perShard = groups.map((group, index) => ({ ...group, shard: index % SHARDS }));
  return busiestOf(loadOf(perShard, deployment, PEAK));
}

export interface Growth {
  bytesPerHotelMonth: number;
  /** Of the database with the most hotels. */
  bytesPerMonthBusiest: number;
  daysToFull: number;
  /** Databases of half their limit that hold so many years. */
  databasesFor: { years: number; databases: number }[];
}

/** What stays: reservations and their lives, documents, events. Nothing of it is ever deleted. */
export function growthOf(groups: readonly Group[] = makeGroups()): Growth {
  const [deployment] = DEPLOYMENTS;
  const hotels = groups.reduce((sum, group) => sum + group.hotels, 0);
  const bytesPerHotelMonth = deployment ? (loadOf(groups, deployment, 1).bytesLeft * MONTH_SECONDS) / hotels : 0;
  const held = new Map<number, number>();
  for (const group of groups) held.set(group.shard, (held.get(group.shard) ?? 0) + group.hotels);
  const bytesPerMonthBusiest = Math.max(...held.values()) * bytesPerHotelMonth;
  const limit = PLATFORM.databaseBytes.value;
  return {
    bytesPerHotelMonth,
    bytesPerMonthBusiest,
    daysToFull: (limit / bytesPerMonthBusiest) * 30.4,
    databasesFor: [1, 3].map((years) => ({ years, databases: Math.ceil((hotels * bytesPerHotelMonth * 12 * years) / (limit / 2)) })),
  };
}

function busiestOf({ shards }: Load): number {
  return Math.max(...shards.map(({ busyMs }) => busyMs)) / 1_000;
}

/** So many hotels in groups as large as all of them are. */
function groupsOf(hotels: number): Group[] {
  return makeGroups(Math.max(SHARDS, Math.round((GROUPS * hotels) / HOTELS)), hotels);
}

function hotelsMaxOf(deployment: Deployment): number {
  const isCarried = (steps: number): boolean => busiestOf(loadOf(groupsOf(steps * HOTELS_STEP), deployment, PEAK)) <= BUSY_MAX;
  let [carried, refused] = [0, (2 * HOTELS) / HOTELS_STEP];
  while (refused - carried > 1) {
    const middle = Math.floor((carried + refused) / 2);
    if (isCarried(middle)) carried = middle;
    else refused = middle;
  }
  return carried * HOTELS_STEP;
}
