/**
 * The feed, with 1, 8 and 64 clients at its end, against a Worker that does one trivial D1 query and returns the same bytes; what
 * a webhook costs the reservations it is told of; and how many events a second go out to a receiver that takes them at once.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import { median, quantile, threeDigits } from "../../cli/support/statistics.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { insertInventory } from "../support/calendar-data.ts";
import { insertGroup } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { BOOKED_NIGHTS, bookingRequest } from "../support/requests.ts";
import { ratio } from "../support/ratio.ts";
import { type Measured, compare, isHurried } from "../support/rounds.ts";
import { ask } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { store } from "../support/store.ts";
import { type Host, seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
const EVENTS_KEY = `${GROUP}-events-key`;
const HOTELS = 4;
const NIGHTS_ON_SALE = 60;
/** More than any run sells. */
const UNITS = 1_000_000;
/** More than a round of deliveries sends. */
const EVENTS = 20_000;
const READ_AT_ONCE = 50;
const CLIENTS = [1, 8, 64];
/** What the ratios are taken at. */
const TARGET_CLIENTS = 8;
const EFFORT = { rounds: 8, roundMs: 400 };
/** Below the 12 s in which the attempts of one round begin. */
const DELIVERING_MS = 5_000;

const AUTHORIZED = { Authorization: `Bearer ${EVENTS_KEY}` };

export const events: Scenario = async () => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  const fill = (db: DatabaseSync): void => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: UNITS, restricted: false });
    insertEvents(db);
  };
  for (const state of ["events-tabard", "events-told", "events-baseline"]) await seedDatabase(state, fill);
  const tabard = await startWorker("src/index.ts", "events-tabard");
  const told = await startWorker("src/index.ts", "events-told");
  const baseline = await startWorker("bench/workers/baseline.ts", "events-baseline");
  const receiver = await startReceiver();
  try {
    const feed = await measureFeed(tabard, baseline);
    const { webhookId } = await post(told, `/webhooks/${GROUP}`, { url: receiver.url, types: ["reservation.created"] });
    const booking = (index: number): RequestShape =>
      bookingRequest(GROUP, firstDay + (index % (NIGHTS_ON_SALE - BOOKED_NIGHTS)), (index % HOTELS) + 1);
    const bookings = await compare(
      `reservations, ${TARGET_CLIENTS} clients`,
      [
        { name: "no webhook", host: tabard, request: booking, connections: TARGET_CLIENTS },
        { name: "a webhook told of each", host: told, request: booking, connections: TARGET_CLIENTS },
      ],
      EFFORT,
    );
    const delivered = await measureDeliveries(told, String(webhookId), receiver);
    return {
      ratios: {},
      moreRatios: {
        "feed/baseline": ratio(feed, "tabard", "baseline"),
        "reservation-webhook/reservation": ratio(bookings, "a webhook told of each", "no webhook"),
      },
      results: [...feed, ...bookings, delivered],
    };
  } finally {
    await Promise.all([tabard.stop(), told.stop(), baseline.stop()]);
    await receiver.stop();
  }
};

async function measureFeed(tabard: Host, baseline: Host): Promise<Measured[]> {
  const path = `/events/${GROUP}?after=${EVENTS - READ_AT_ONCE}&limit=${READ_AT_ONCE}`;
  const request: RequestShape = { method: "GET", path, headers: AUTHORIZED };
  await store(tabard, baseline, GROUP, request);
  const results: Measured[] = [];
  for (const connections of CLIENTS) {
    const variants = [
      { name: "tabard", host: tabard, request, connections },
      { name: "baseline", host: baseline, request: { ...request, path: `/availabilities/${GROUP}` }, connections },
    ];
    const measured = await compare(`feed, ${READ_AT_ONCE} events, ${connections} clients`, variants, EFFORT);
    // The ratio is of the first line with these names.
    results.push(...(connections === TARGET_CLIENTS ? measured.concat(results.splice(0)) : measured));
  }
  return results;
}

interface Receiver {
  url: string;
  /** When each came, in milliseconds. */
  arrivals: number[];
  stop(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const arrivals: number[] = [];
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on("end", () => {
      arrivals.push(performance.now());
      outgoing.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}/`, arrivals, stop };
}

/** One endpoint far behind, of whatever types: how fast it catches up, within one round behind one answer. */
async function measureDeliveries(host: Host, webhookId: string, receiver: Receiver): Promise<Measured> {
  // What the reservations left is under way.
  await sleep(1_000);
  receiver.arrivals.length = 0;
  const { status, text } = await ask(host, {
    method: "PATCH",
    path: `/webhooks/${GROUP}/${webhookId}`,
    headers: { ...AUTHORIZED, "Content-Type": "application/json" },
    body: JSON.stringify({ types: ["*"], cursor: 0 }),
  });
  if (status !== 200) throw new Error(`${status} ${text}`);
  await sleep(isHurried() ? DELIVERING_MS / 5 : DELIVERING_MS);
  const { arrivals } = receiver;
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));
  const perSecond = threeDigits((gaps.length / ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0))) * 1000);
  return {
    case: "webhooks, one endpoint",
    variant: "tabard",
    perSecond,
    spread: [perSecond, perSecond],
    p50Ms: threeDigits(median(gaps)),
    p99Ms: threeDigits(quantile(gaps, 0.99)),
    firstByteMs: threeDigits(median(gaps)),
    megabytesPerSecond: 0,
    memoryGrowthMegabytes: null,
    cpuMsPerRequest: null,
  };
}

async function post(host: Host, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { ...AUTHORIZED, "Content-Type": "application/json" };
  const { status, text } = await ask(host, { method: "POST", path, headers, body: JSON.stringify(body) });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

function insertEvents(db: DatabaseSync): void {
  db.prepare(
    "INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', ?2, ?3, 'bench', '[\"events\"]', 0)",
  ).run(sha256Hex(EVENTS_KEY), GROUP, EVENTS_KEY);
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO events (group_id, sequence, type, at_ms, subject, hotel_id, data)
     SELECT ?1, i + (SELECT coalesce(max(sequence), 0) FROM events), 'booking.cancelled', 0, '/reservations/' || ?1 || '/abcdefghijklmnopqrstuv', ?1 || '-0001',
       '{"reservationId":"abcdefghijklmnopqrstuv","bookingId":"abcdefghijklmnopqrstuv-1","hotelId":"resort-0001","version":2,"fee":0}' FROM n`,
  ).run(GROUP, EVENTS);
}
