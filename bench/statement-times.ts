/**
 * How long the database works for an operation, and how many bytes it leaves: `node bench/statement-times.ts`, what
 * bench/model/measured.ts has as "SQLite ms" and bytes. SQLite in this process, without the disk's waiting; D1's own part (its queue, its
 * network, its copies) comes on top.
 */
import { writeAtOnce } from "../src/host/write-line.ts";
import { join } from "node:path";
import { createApp } from "../src/app.ts";
import { createMemory } from "../src/host/memory.ts";
import type { Platform } from "../src/host/context.ts";
import type { Database } from "../src/host/database.ts";
import { memoryCache } from "../src/host/runtime/memory-cache.ts";
import { sqliteDatabase } from "../src/host/runtime/sqlite-database.ts";
import { inTransaction, openSqliteFile } from "../src/host/runtime/sqlite-file.ts";
import { sqliteKeyValue } from "../src/host/runtime/sqlite-key-value.ts";
import { formatDate } from "../src/base/calendar-date.ts";
import { aroundCalls } from "../harness/around-calls.ts";
import { temporaryDatabase } from "../harness/temporary-database.ts";
import { insertInventory } from "./support/calendar-data.ts";
import { hotelId, insertGroup, keyOf } from "./support/hotel-data.ts";
import type { RequestShape } from "./support/load.ts";
import { bookingRequest, offersRequest, stayRequest } from "./support/requests.ts";

const GROUP = "resort";
const HOTELS = 100;
const NIGHTS_ON_SALE = 360;
const ROUNDS = 200;
const STAY_NIGHTS = 3;

const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
const files = temporaryDatabase();
const file = openSqliteFile(join(files.folder, "tabard.sqlite"));
file.exec("PRAGMA synchronous = OFF");
inTransaction(file, () => {
  insertGroup(file, GROUP, HOTELS);
  insertInventory(file, {
    groupId: GROUP,
    hotels: HOTELS,
    firstDay,
    endDay: firstDay + NIGHTS_ON_SALE,
    units: 1_000_000,
    restricted: false,
  });
  file.exec(`UPDATE tokens SET scopes = '["hotels","availability","reservations","bookings","ledger","rates"]'`);
});

interface Made {
  reservationId: string;
  bookings: { bookingId: string }[];
}

let busyMs = 0;
let calls = 0;

/** The database, with the time of every call. Its work is over before it answers. */
function timed(db: Database): Database {
  const late = async <T>(call: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const answer = call();
    busyMs += performance.now() - began;
    calls += 1;
    return answer;
  };
  return aroundCalls(db, late);
}

const app = createApp();
const always = { limit: async () => ({ success: true }) };
const platform: Platform = {
  db: timed(sqliteDatabase(file)),
  shards: null,
  readReplicas: false,
  kv: sqliteKeyValue(file, Date.now),
  cache: memoryCache(Date.now),
  assets: { fetch: async () => new Response(null, { status: 404 }) },
  loginLimiter: always,
  requestLimiter: null,
  requestLog: false,
  writeLine: writeAtOnce,
  soapNamespace: "urn:tabard:financial-export",
  demoTokens: true,
  passwordHashes: { atOnce: 1, restMs: 0 },
  webhooks: { masterSecret: null, targets: "any", post: () => Promise.reject(new Error("nothing is sent")) },
  memory: createMemory(),
  now: () => Date.now(),
  randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
  ending: null,
};

async function ask({ method, path, headers, body }: RequestShape): Promise<unknown> {
  const work: Promise<unknown>[] = [];
  const execution = { waitUntil: (one: Promise<unknown>) => void work.push(one), passThroughOnException: () => {}, props: {} };
  const request = new Request(`http://tabard.bench${path}`, { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) });
  const answer = await app.fetch(request, platform, execution);
  const text = await answer.text();
  await Promise.all(work);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** The median of what the database worked for a request, and its calls. */
async function time(operation: string, request: (index: number) => RequestShape, isCold = false): Promise<unknown[]> {
  const answers: unknown[] = [];
  const times: number[] = [];
  let called = 0;
  if (!isCold) await ask(request(0));
  const bytesBefore = bytes();
  for (let index = 1; index <= ROUNDS; index += 1) {
    if (isCold) platform.memory = createMemory();
    [busyMs, calls] = [0, 0];
    answers.push(await ask(request(index)));
    times.push(busyMs);
    called = calls;
  }
  times.sort((a, b) => a - b);
  const ms = (times[Math.floor(times.length / 2)] ?? 0).toFixed(3);
  const left = Math.round((bytes() - bytesBefore) / ROUNDS);
  console.log(`${operation}: ${ms} ms, calls ${called}, bytes left ${left}`);
  return answers;
}

function post(path: string, body: unknown): RequestShape {
  return {
    method: "POST",
    path,
    headers: { Authorization: `Bearer ${keyOf(GROUP)}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

function bytes(): number {
  const row = file
    .prepare(
      "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()",
    )
    .get();
  return Number(row?.bytes);
}

const arrival = (index: number): number => firstDay + (index % 20);
const hotel = (index: number): number => (index % HOTELS) + 1;
await time("availability", (index) => stayRequest(GROUP, arrival(index), STAY_NIGHTS));
await time("availability, cold", (index) => stayRequest(GROUP, firstDay + 5 + (index % 10), STAY_NIGHTS), true);
await time("offers", (index) => offersRequest(GROUP, hotel(index), arrival(index), STAY_NIGHTS));
const idOf = (index: number): Made => made[(index + ROUNDS - 1) % ROUNDS] ?? { reservationId: "", bookings: [] };
const prices = (index: number) => {
  const nights = { from: formatDate(firstDay + 30), to: formatDate(firstDay + 59) };
  return { calendar: [{ room: "R1", ...nights, rates: { RATE1: { price: 100 + index } } }] };
};
const charge = (index: number) => {
  const lines = [{ saleCode: "ACCOM", gross: 10 }];
  return { transactionType: "Proforma", bookingId: idOf(index).bookings[0]?.bookingId, lines };
};
const made = (await time("reservation", (index) => bookingRequest(GROUP, arrival(index), hotel(index)))) as Made[];
await time("prices of 30 nights", (index) => post(`/ari/${GROUP}/${hotelId(GROUP, hotel(index))}`, prices(index)));
await time("document", (index) => post(`/documents/${GROUP}`, charge(index)));
await time("cancellation", (index) => post(`/reservations/${GROUP}/${idOf(index).reservationId}/cancellation`, {}));
file.close();
files.remove();
