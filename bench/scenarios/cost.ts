/**
 * What the platform bills for each operation on a group of 100 hotels with 10,000 transactions: rows of D1, operations of
 * KV, and processor time with one client at a time; warm and, where it differs, as the first request of a new isolate.
 */
import type { DatabaseSync } from "node:sqlite";
import { firstDayOfMonth, monthOfDay } from "../../src/base/calendar-date.ts";
import type { Bill } from "../support/billed-bindings.ts";
import { insertInventory } from "../support/calendar-data.ts";
import { type Cost, costOf } from "../support/cost.ts";
import { hotelId, insertGroup, insertUser, userHash } from "../support/hotel-data.ts";
import { insertLedger } from "../support/ledger-data.ts";
import type { RequestShape } from "../support/load.ts";
import {
  BOOKED_NIGHTS,
  bookingRequest,
  exportRequest,
  listingRequest,
  logInRequest,
  offersRequest,
  stayRequest,
} from "../support/requests.ts";
import { compare } from "../support/rounds.ts";
import { ask } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { type Host, seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
const HOTELS = 100;
const NIGHTS = 7;
const NIGHTS_ON_SALE = 60;
const ARRIVALS = NIGHTS_ON_SALE - NIGHTS;
/** More than any run sells: no night is short. */
const UNITS = 1_000_000;
const TRANSACTIONS = 10_000;
const EXPORTED = 1_000;
const EFFORT = { rounds: 5, roundMs: 800 };
const COLD = { "X-Cold": "1" };
const BILLED = { "X-Bill": "1" };

interface Operation {
  title: string;
  request: (index: number) => RequestShape;
  status: number;
}

export const cost: Scenario = async () => {
  // A month's first: what a stay reads of the calendar is the same on every day of a run.
  const firstDay = firstDayOfMonth(monthOfDay(Math.floor(Date.now() / 86_400_000)) + 1);
  const hash = await userHash();
  await seedDatabase("cost", (db: DatabaseSync) => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: UNITS, restricted: false });
    insertLedger(db, GROUP, hotelId(GROUP, 1), TRANSACTIONS);
    insertUser(db, GROUP, hash);
  });
  const host = await startWorker("bench/workers/billed.ts", "cost");
  try {
    const costs: Cost[] = [];
    const etag = (await ask(host, listingRequest(GROUP))).headers.get("ETag") ?? "";
    for (const operation of operations(firstDay, etag)) costs.push(...(await costsOf(host, operation)));
    return { ratios: {}, results: [], costs };
  } finally {
    await host.stop();
  }
};

function operations(firstDay: number, etag: string): Operation[] {
  const arrival = (index: number): number => firstDay + (index % ARRIVALS);
  const hotel = (index: number): number => (index % HOTELS) + 1;
  let keys = 0;
  const booking = (index: number): RequestShape => {
    const { headers, ...rest } = bookingRequest(GROUP, arrival(index), hotel(index));
    keys += 1;
    return { ...rest, headers: { ...headers, "Idempotency-Key": `cost-${keys}` } };
  };
  return [
    { title: `list ${HOTELS} hotels`, request: () => listingRequest(GROUP), status: 200 },
    { title: "list hotels, not modified", request: () => listingRequest(GROUP, { "If-None-Match": etag }), status: 304 },
    { title: `availability, ${NIGHTS} nights`, request: (index) => stayRequest(GROUP, arrival(index), NIGHTS), status: 200 },
    {
      title: `offers of a hotel, ${NIGHTS} nights`,
      request: (index) => offersRequest(GROUP, hotel(index), arrival(index), NIGHTS),
      status: 200,
    },
    { title: `reservation, one booking of ${BOOKED_NIGHTS} nights`, request: booking, status: 200 },
    { title: `export of ${EXPORTED.toLocaleString("en")} transactions`, request: () => exportRequest(GROUP, EXPORTED), status: 200 },
    { title: "log-in", request: () => logInRequest(GROUP), status: 200 },
  ];
}

/** One cost, or two: warm, and cold where the bill is another. */
async function costsOf(host: Host, operation: Operation): Promise<Cost[]> {
  const { title, request, status } = operation;
  const coldBill = await billOf(host, operation, COLD);
  // Nothing that was forgotten is left to fetch: not the months of this hotel either.
  await ask(host, request(0));
  const warmBill = await billOf(host, operation, {});
  const states = [
    { name: title, bill: warmBill, headers: {} },
    { name: `${title}, cold`, bill: coldBill, headers: COLD },
  ];
  const shown = JSON.stringify(coldBill) === JSON.stringify(warmBill) ? states.slice(0, 1) : states;
  const costs: Cost[] = [];
  for (const { name, bill, headers } of shown) {
    const load = { name, host, request: (index: number) => withHeaders(request(index), headers), connections: 1, statuses: [status] };
    // Not in turns: the cold requests' garbage would be the warm ones' to collect.
    const [measured] = await compare(title, [load], EFFORT);
    costs.push(costOf(name, bill, measured?.cpuMsPerRequest ?? null));
  }
  return costs;
}

async function billOf(host: Host, { title, request, status }: Operation, headers: Record<string, string>): Promise<Bill> {
  const answer = await ask(host, withHeaders(request(0), { ...headers, ...BILLED }));
  if (answer.status !== status) throw new Error(`${title}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`);
  return JSON.parse(answer.headers.get("X-Bill") ?? "") as Bill;
}

function withHeaders(request: RequestShape, headers: Record<string, string>): RequestShape {
  return { ...request, headers: { ...request.headers, ...headers } };
}
