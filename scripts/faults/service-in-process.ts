/**
 * The service in this process over a SQLite file of its own, made of the same parts as the Node host's, so that any part can
 * be replaced by one that fails. Its group is the one of harness/bookable-group.ts, with an operator's session.
 */
import { writeAtOnce } from "../../src/host/write-line.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createApp } from "../../src/app.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { SESSION_TTL_MS } from "../../src/access/limits.ts";
import { fileAssets } from "../../src/host/runtime/file-assets.ts";
import { memoryCache } from "../../src/host/runtime/memory-cache.ts";
import { postFrom } from "../../src/host/runtime/post-out.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { sqliteKeyValue } from "../../src/host/runtime/sqlite-key-value.ts";
import { EXPORT_SCOPES, USER_SCOPES } from "../../src/access/rules/principal.ts";
import type { Platform } from "../../src/host/context.ts";
import { createMemory } from "../../src/host/memory.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { type Accounts, accountsOf } from "../../harness/reservation-accounts.ts";
import { NAMESPACE } from "../../harness/calls.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

export const GROUP = "g1";
export const KEY = `${GROUP}-key`;
export const SESSION = "operator-session";
const UNITS = 100_000;
const ORIGIN = "http://tabard.test";

export interface Service {
  db: DatabaseSync;
  /** The clock, which a scenario may set. */
  clock: { ms: number | null };
  /** What requests meet from now on. */
  platform: Platform;
  ask(path: string, init?: RequestInit, token?: string): Promise<Response>;
  /** Waits for all work left in the background. */
  settle(): Promise<void>;
  accounts(): Promise<Accounts>;
  remove(): void;
}

/** Starts one. */
export async function startInProcess(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-fault-"));
  const file = join(folder, "tabard.sqlite");
  const [db, kvDb] = [openSqliteFile(file), openSqliteFile(file)];
  await fill(db);
  const clock: Service["clock"] = { ms: null };
  const now = (): number => clock.ms ?? Date.now();
  const limiter = { limit: () => Promise.resolve({ success: true }) };
  const app = createApp();
  let background: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => background.push(work), passThroughOnException() {}, props: {} };
  const service: Service = {
    db,
    clock,
    platform: {
      db: sqliteDatabase(db),
      shards: null,
      readReplicas: false,
      kv: sqliteKeyValue(kvDb, now),
      cache: memoryCache(now),
      assets: fileAssets("assets"),
      loginLimiter: limiter,
      requestLimiter: limiter,

      demoTokens: true,
      passwordHashes: { atOnce: 1, restMs: 0 },
      requestLog: false,
      writeLine: writeAtOnce,
      soapNamespace: NAMESPACE,
      memory: createMemory(),
      now,
      webhooks: { masterSecret: "a secret for faults that is long enough", targets: "any", post: postFrom("any") },
      randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
      ending: null,
    },
    ask: async (path, init = {}, token = KEY) => {
      const request = new Request(ORIGIN + path, init);
      if (token !== "") request.headers.set("Authorization", `Bearer ${token}`);
      return app.fetch(request, service.platform, execution);
    },
    settle: async () => {
      const work = background;
      background = [];
      await Promise.allSettled(work);
    },
    accounts: () => accountsOf(fileDatabase(db), GROUP),
    remove: () => {
      kvDb.close();
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
  return service;
}

/** A new isolate: it remembers nothing. */
export function forgetAll(service: Service): void {
  service.platform = { ...service.platform, memory: createMemory(), cache: memoryCache(() => service.platform.now()) };
}

async function fill(db: DatabaseSync): Promise<void> {
  db.exec("BEGIN");
  await addBookableGroup(fileDatabase(db), GROUP, UNITS);
  db.prepare(
    `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms, expires_ms)
     VALUES (?1, 'operator', ?2, ?3, 'FINANCE', '["export"]', 0, ?4)`,
  ).run(sha256Hex(SESSION), GROUP, SESSION, Date.now() + DAY_MS);
  db.exec("COMMIT");
}

/** Opens a session as a log-in does, without the time a password costs. */
export function openSession(service: Service, kind: "user" | "operator"): string {
  const session = crypto.randomUUID();
  const nowMs = service.platform.now();
  service.db
    .prepare(
      `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms, expires_ms)
       VALUES (?1, ?2, ?3, ?4, 'someone', ?5, ?6, ?7)`,
    )
    .run(
      sha256Hex(session),
      kind,
      GROUP,
      session,
      JSON.stringify(kind === "user" ? USER_SCOPES : EXPORT_SCOPES),
      nowMs,
      nowMs + SESSION_TTL_MS,
    );
  return session;
}

/** The body of a reservation with a booking in each hotel; two documents. */
export function reservationBody(number: number): string {
  const room = { rateId: "FLEX", adult: "2", guest: { useBillingDetails: true } };
  const stay = { checkInDate: night(10 + (number % 280)), checkOutDate: night(12 + (number % 280)) };
  return JSON.stringify({
    billingDetails: { firstname: "Ada", lastname: `Number ${number}`, email: "ada@guest.test" },
    bookings: [
      { ...room, ...stay, hotelId: `${GROUP}-euro`, roomId: "DBL", extras: [{ id: "BREAKFAST" }] },
      { ...room, ...stay, hotelId: `${GROUP}-yen`, roomId: "TWN" },
    ],
  });
}

/** A POST, for fetch or for a Request. */
export interface Post {
  method: "POST";
  headers: Record<string, string>;
  body: string;
}

/** A POST of a reservation. */
export function reservation(number: number, idempotencyKey?: string): Post {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
  return { method: "POST", headers, body: reservationBody(number) };
}

/** A POST of an XML document. */
export function xmlPost(body: string): Post {
  return { method: "POST", headers: { "Content-Type": "text/xml" }, body };
}
