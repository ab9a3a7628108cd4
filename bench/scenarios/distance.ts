/**
 * A database far away: every operation of docs/interface.md §19.4, warm and as the first request of a new isolate, with 150 ms more
 * on each round trip to D1; with --full at further distances. One client at a time, until the first byte of the answer.
 */
import { insertInventory } from "../support/calendar-data.ts";
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import { insertLedger } from "../support/ledger-data.ts";
import type { RequestShape } from "../support/load.ts";
import { BOOKED_NIGHTS, bookingRequest, exportRequest, listingRequest, offersRequest, stayRequest } from "../support/requests.ts";
import { type Measured, type Variant, asGrowth, compare } from "../support/rounds.ts";
import { ask } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { threeDigits } from "../../cli/support/statistics.ts";
import { type Host, seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
const HOTELS = 50;
const NIGHTS = 7;
const NIGHTS_ON_SALE = 60;
/** More than any run sells. */
const UNITS = 1_000_000;
const TRANSACTIONS = 10_000;
/** What the ratio is taken at; docs/interface.md §19.4. */
const TRIP_MS = 150;
const FURTHER_TRIPS_MS = [25, 50, 300];
/** The far ones mostly wait. */
const EFFORT = { rounds: 4, roundMs: 1_000 };
const COLD = { "X-Cold": "1" };
/** What a clock of milliseconds cannot tell apart; without it an operation of half a millisecond and no trip would be all noise. */
const CLOCK_MS = 1;

interface Operation {
  name: string;
  /** Round trips, one after the other. */
  warm: number;
  cold: number;
  request: (index: number) => RequestShape;
}

export const distance: Scenario = async ({ full }) => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  await seedDatabase("distance", (db) => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: UNITS, restricted: false });
    insertLedger(db, GROUP, hotelId(GROUP, 1), TRANSACTIONS);
  });
  const host = await startWorker("bench/workers/far.ts", "distance");
  try {
    const all = operations(firstDay);
    for (const { request } of all) await ask(host, request(0));
    const measure = (tripMs: number, state: State) => measureAt(host, all, tripMs, state);
    const near = { warm: await measure(0, "warm"), cold: await measure(0, "cold") };
    const results = [...near.warm, ...near.cold];
    for (const tripMs of full ? FURTHER_TRIPS_MS : []) results.push(...asGrowth(await measure(tripMs, "warm"), "distance", tripMs));
    const far = { warm: asGrowth(await measure(TRIP_MS, "warm"), "distance", TRIP_MS), cold: await measure(TRIP_MS, "cold") };
    results.push(...far.warm, ...far.cold);
    const worst = (state: State): number =>
      Math.min(...all.map((one, index) => floorRatio(one[state], near[state][index], far[state][index])));
    return { ratios: { "distance/floor": worst("warm") }, moreRatios: { "distance-cold/floor": worst("cold") }, results };
  } finally {
    await host.stop();
  }
};

type State = "warm" | "cold";

/** The least time the trips leave room for, which is theirs and what the same request takes beside its database, over the time taken. */
function floorRatio(trips: number, near: Measured | undefined, far: Measured | undefined): number {
  if (!near || !far) return Number.NaN;
  return threeDigits((trips * TRIP_MS + near.firstByteMs + CLOCK_MS) / (far.firstByteMs + CLOCK_MS));
}

function measureAt(host: Host, all: readonly Operation[], tripMs: number, state: State): Promise<Measured[]> {
  const headers = { "X-Trip-Ms": String(tripMs), ...(state === "cold" ? COLD : {}) };
  const variants = all.map(({ name, request }): Variant => {
    const far = (index: number): RequestShape => withHeaders(request(index), headers);
    return { name, host, request: far, connections: 1 };
  });
  return compare(`${tripMs} ms a round trip, ${state}`, variants, EFFORT);
}

function operations(firstDay: number): Operation[] {
  const arrival = (index: number): number => firstDay + (index % (NIGHTS_ON_SALE - NIGHTS));
  const hotel = (index: number): number => (index % HOTELS) + 1;
  let keys = 0;
  const booking = (key: string, index: number): RequestShape => {
    const request = bookingRequest(GROUP, firstDay + (index % (NIGHTS_ON_SALE - BOOKED_NIGHTS)), hotel(index));
    return withHeaders(request, { "Idempotency-Key": key });
  };
  return [
    { name: "hotels", warm: 0, cold: 2, request: () => listingRequest(GROUP) },
    { name: "availability", warm: 1, cold: 2, request: (index) => stayRequest(GROUP, arrival(index), NIGHTS) },
    { name: "offers", warm: 1, cold: 2, request: (index) => offersRequest(GROUP, hotel(index), arrival(index), NIGHTS) },
    { name: "reservation", warm: 1, cold: 2, request: (index) => booking(`distance-${(keys += 1)}`, index) },
    { name: "replay by key", warm: 1, cold: 2, request: () => booking("replayed", 0) },
    { name: "export", warm: 1, cold: 1, request: () => exportRequest(GROUP, TRANSACTIONS) },
  ];
}

function withHeaders(request: RequestShape, headers: Record<string, string>): RequestShape {
  return { ...request, headers: { ...request.headers, ...headers } };
}
