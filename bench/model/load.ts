/** What the groups ask of databases, KV and Workers a second, for a way of deploying them. Pure. */
import {
  CHANGES_PER_RESERVATION,
  CONTINENTS,
  type Continent,
  D1_OVERHEAD_MS,
  DOCUMENTS_PER_RESERVATION,
  HOME_SHARE,
  ISOLATE_SECONDS,
  LISTING_SHARE,
  MONTH_SHARES,
  NEAR_TRIP_MS,
  PRICE_CHANGES_PER_HOTEL_DAY,
  REQUESTS_PER_HOTEL_MONTH,
  REQUESTS_PER_ISOLATE,
  RESERVATIONS_PER_HOTEL_MONTH,
  SHARDS,
  TOKENS_PER_GROUP,
} from "./assumptions.ts";
import { type Group, shareOf } from "./groups.ts";
import { MEASURED } from "./measured.ts";
import { type Part, hitShare, renewals, sharedQuestions, stayOf } from "./replicas.ts";

export const MONTH_SECONDS = 365.25 * 7_200;
const DAY_SECONDS = 86_400;

/** A way of deploying: so many Workers, each with its own groups, everywhere or kept beside their databases. */
export interface Deployment {
  name: string;
  workersPerShard: number;
  /** All groups in one Worker, whatever their database. */
  isOneWorker: boolean;
  isNear: boolean;
}

/** A database's load: queries a second, and the milliseconds a second it works for them. */
export interface ShardLoad {
  queries: number;
  busyMs: number;
}

export interface Load {
  shards: ShardLoad[];
  /** By group: of its searches, those that find their month in memory. */
  hits: number[];
  /** Of all searches. */
  hitShare: number;
  /** A second, all of it. */
  requests: number;
  rowsRead: number;
  rowsWritten: number;
  kvWrites: number;
  cpuMs: number;
  bytesLeft: number;
}

/** Where requests of a group come in: so many alike places with a share of its callers each, and the way from there to its database. */
interface Entrance {
  places: number;
  share: number;
  tripMs: number;
}

/** Of a group's callers, those of a continent. */
export function callerShare(group: Pick<Group, "region">, { home, share }: Continent): number {
  return (1 - HOME_SHARE) * share + (home === group.region ? (HOME_SHARE * share) / shareOf(home) : 0);
}

/** The load with `peak` times the month's mean of requests. */
export function loadOf(groups: readonly Group[], deployment: Deployment, peak: number): Load {
  const load: Load = {
    shards: Array.from({ length: SHARDS }, () => ({ queries: 0, busyMs: 0 })),
    hits: groups.map(() => 0),
    hitShare: 0,
    requests: 0,
    rowsRead: 0,
    rowsWritten: 0,
    kvWrites: 0,
    cpuMs: 0,
    bytesLeft: 0,
  };
  for (const worker of workersOf(groups, deployment)) {
    const entrances = deployment.isNear ? 1 : CONTINENTS.length;
    for (let at = 0; at < entrances; at += 1) addEntrance(load, groups, worker, at, deployment, peak);
  }
  for (const group of groups) addWrites(load, group, peak);
  load.hitShare = weighted(load.hits, groups);
  return load;
}

/** The indexes of each Worker's groups. */
function workersOf(groups: readonly Group[], { workersPerShard, isOneWorker }: Deployment): number[][] {
  if (isOneWorker) return [groups.map((_, index) => index)];
  const seen = Array.from({ length: SHARDS }, () => 0);
  const workers = Array.from({ length: SHARDS * workersPerShard }, (): number[] => []);
  for (const [index, { shard }] of groups.entries()) {
    const turn = seen[shard] ?? 0;
    seen[shard] = turn + 1;
    workers[shard * workersPerShard + (turn % workersPerShard)]?.push(index);
  }
  return workers;
}

function entranceOf(group: Group, at: number, isNear: boolean): Entrance {
  const continent = CONTINENTS[at];
  if (isNear || !continent) return { places: 1, share: 1, tripMs: NEAR_TRIP_MS };
  return { places: continent.places, share: callerShare(group, continent), tripMs: continent.tripMs[group.region] };
}

/** Reads: what comes in at the n-th kind of place of a Worker. */
function addEntrance(
  load: Load,
  groups: readonly Group[],
  worker: readonly number[],
  at: number,
  { isNear }: Deployment,
  peak: number,
): void {
  const asked = worker.flatMap((index) => {
    const group = groups[index];
    if (!group) return [];
    const entrance = entranceOf(group, at, isNear);
    const rate = (peak * group.hotels * REQUESTS_PER_HOTEL_MONTH * entrance.share) / MONTH_SECONDS / entrance.places;
    return [{ index, group, entrance, rate }];
  });
  const total = asked.reduce((sum, { rate }) => sum + rate, 0);
  const isolates = Math.max(1, Math.ceil(total / REQUESTS_PER_ISOLATE));
  const partsOf = ({ group, rate }: (typeof asked)[number]): Part[] =>
    MONTH_SHARES.map((share) => ({
      rate: (rate * (1 - LISTING_SHARE) * share) / isolates,
      bytes: group.hotels * MEASURED.replicaBytesPerHotelMonth.value,
    }));
  const memory = MEASURED.replicaBytes.value;
  const stay = stayOf(asked.flatMap(partsOf), memory, ISOLATE_SECONDS);
  for (const one of asked) {
    const { index, group, entrance, rate } = one;
    const { places, tripMs } = entrance;
    const shard = load.shards[group.shard];
    if (!shard) continue;
    const searches = rate * (1 - LISTING_SHARE);
    const found = partsOf(one).map((part) => hitShare(part, memory, stay));
    const hit = found.reduce((sum, share, month) => sum + share * (MONTH_SHARES[month] ?? 0), 0);
    const questionMs = MEASURED.questionMs.value + D1_OVERHEAD_MS;
    const questions = places * isolates * sharedQuestions(searches / isolates, (tripMs + questionMs) / 1_000);
    // One at a time in an isolate; who asks meanwhile waits for it, or shares the next.
    const loadSeconds = (tripMs + group.hotels * (MEASURED.loadMsPerHotel.value + MEASURED.loadCpuMsPerHotel.value)) / 1_000;
    const loads = places * isolates * sharedQuestions((searches * (1 - hit)) / isolates, loadSeconds);
    const lookUps =
      places *
      (renewals(rate * LISTING_SHARE, MEASURED.editionTrustSeconds.value) +
        TOKENS_PER_GROUP * renewals(rate / TOKENS_PER_GROUP, MEASURED.tokenTrustSeconds.value));
    // Every isolate that has the month reads a changed hotel's again.
    const changes = (peak * group.hotels * PRICE_CHANGES_PER_HOTEL_DAY) / DAY_SECONDS;
    const followed = changes * places * isolates * hit;
    const loadedHotels = loads * group.hotels + followed;
    shard.queries += questions + lookUps;
    shard.busyMs += (questions + lookUps) * questionMs + loadedHotels * MEASURED.loadMsPerHotel.value;
    load.hits[index] = (load.hits[index] ?? 0) + hit * entrance.share;
    load.requests += places * rate;
    load.rowsRead += questions * MEASURED.questionRows.value + lookUps + loadedHotels * MEASURED.loadRowsPerHotel.value;
    load.kvWrites += lookUps;
    load.cpuMs +=
      places * (rate - searches) * MEASURED.listingCpuMs.value +
      places * searches * MEASURED.availabilityCpuMs.value +
      loadedHotels * MEASURED.loadCpuMsPerHotel.value;
  }
}

/** What hotels change: reservations and their lives, documents, prices. */
function addWrites(load: Load, { hotels, shard: at }: Group, peak: number): void {
  const shard = load.shards[at];
  if (!shard) return;
  const reservations = (peak * hotels * RESERVATIONS_PER_HOTEL_MONTH) / MONTH_SECONDS;
  const prices = (peak * hotels * PRICE_CHANGES_PER_HOTEL_DAY) / DAY_SECONDS;
  const writes = [
    { rate: reservations, ms: MEASURED.reservationMs.value, bytes: MEASURED.reservationBytes.value },
    { rate: reservations * CHANGES_PER_RESERVATION, ms: MEASURED.changeMs.value, bytes: MEASURED.changeBytes.value },
    { rate: reservations * DOCUMENTS_PER_RESERVATION, ms: MEASURED.documentMs.value, bytes: MEASURED.documentBytes.value },
    { rate: prices, ms: MEASURED.pricesMs.value, bytes: MEASURED.pricesBytes.value },
  ];
  for (const { rate, ms, bytes } of writes) {
    shard.queries += rate;
    shard.busyMs += rate * (ms + D1_OVERHEAD_MS);
    load.rowsRead += rate * MEASURED.reservationRowsRead.value;
    load.rowsWritten += rate * MEASURED.reservationRowsWritten.value;
    load.cpuMs += rate * MEASURED.reservationCpuMs.value;
    load.requests += rate;
    load.bytesLeft += rate * bytes;
  }
}

/** The mean of a figure of groups, by their hotels. */
function weighted(figures: readonly number[], groups: readonly Group[]): number {
  const hotels = groups.reduce((sum, group) => sum + group.hotels, 0);
  return groups.reduce((sum, group, index) => sum + (figures[index] ?? 0) * group.hotels, 0) / hotels;
}
