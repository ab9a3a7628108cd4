/**
 * A group that is moved between databases while clients reserve, list, export and follow its events, through two processes
 * where the host allows it: nothing acknowledged is lost, nothing is written twice, every answer is right or a 503
 * (docs/interface.md §19.2). Moves run as the command does, and may be killed at any line it prints.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { MOVED_TABLES, NAMES_TABLE, rowsOf } from "../cli/move/tables.ts";
import { openTarget } from "../cli/support/database.ts";
import { localD1File, localDatabases } from "../cli/support/local-d1.ts";
import { startLocalCron } from "../cli/support/local-cron.ts";
import type { HostName } from "../cli/support/serve-host.ts";
import { hashPassword } from "../src/access/password.ts";
import { addBookableGroup, night } from "./bookable-group.ts";
import { call, exportOf, logIn, post, postXml, textOf } from "./calls.ts";
import { fileDatabase } from "./file-database.ts";
import { accountsOf } from "./reservation-accounts.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { shardFiles } from "../src/host/runtime/sqlite-file.ts";

const SHARDS = 3;
const GROUP = "g1";
const KEY = `${GROUP}-key`;
const WRITERS = 4;
const ANSWER_TRIES_MAX = 300;

export interface MoveRun {
  services: ServiceProcess[];
  /** By Idempotency-Key: the reservation the client was told of. */
  acknowledged: Map<string, string>;
  /** Sequences of the events that a webhook was sent, in the order they came. */
  delivered: number[];
  /** Answers nobody should have got. */
  faults: string[];
  /** Writes refused while the group moved. */
  refused: number;
  stop(): Promise<void>;
}

/** Three databases with two groups on the first, `services` processes over them, and a webhook. */
export async function startMoveRun(host: HostName, folder: string, services: number): Promise<MoveRun> {
  process.env.TABARD_STATE = folder;
  process.env.SHARDS = String(SHARDS);
  openTarget({ host }).close();
  await withShard(host, folder, 0, async (db) => {
    const hash = await hashPassword("pass", new Uint8Array(16));
    db.exec("BEGIN");
    for (const group of [GROUP, "g2"]) await addBookableGroup(fileDatabase(db), group, 1_000_000);
    db.prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES (?1, 'FINANCE', ?2)").run(GROUP, hash);
    db.exec("COMMIT");
  });
  const started: ServiceProcess[] = [];
  for (let at = 0; at < services; at += 1) started.push(await startService(host, folder, { SHARDS: String(SHARDS) }));
  const delivered: number[] = [];
  const receiver = await listen(delivered);
  const run: MoveRun = { services: started, acknowledged: new Map(), delivered, faults: [], refused: 0, stop: async () => {} };
  // workerd runs no cron by itself: what no request could deliver would wait for ever.
  const stopCron = host === "worker" ? startLocalCron(() => urlOf(run, 0)) : () => {};
  run.stop = async () => {
    stopCron();
    for (const service of started) await service.stop();
    receiver.close();
  };
  const { port } = receiver.address() as AddressInfo;
  const made = await post(urlOf(run, 0), `/webhooks/${GROUP}`, { url: `http://127.0.0.1:${port}/`, types: ["*"] }, {}, KEY);
  assert.equal(made.status, 201, await made.text());
  return run;
}

async function listen(delivered: number[]): Promise<Server> {
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      delivered.push((JSON.parse(body) as { sequence: number }).sequence);
      answer.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Clients of every kind, until the function it gives is called. */
export function loadGroup(run: MoveRun): () => Promise<void> {
  const over = new AbortController();
  const clients = [
    ...Array.from({ length: WRITERS }, (_, at) =>
      repeat(over.signal, () => reserve(run, `key-${run.acknowledged.size}-${at}-${Math.random()}`)),
    ),
    repeat(over.signal, () => read(run)),
    repeat(over.signal, () => readOther(run)),
    followEvents(run, over.signal),
    followLedger(run, over.signal),
  ];
  return async () => {
    over.abort();
    await Promise.all(clients);
  };
}

async function repeat(over: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!over.aborted) await work();
}

/** A reservation, asked for with one key until it is answered. */
export async function reserve(run: MoveRun, key: string): Promise<void> {
  const stay = { checkInDate: night(20), checkOutDate: night(22), adult: "2", guest: { useBillingDetails: true } };
  const bookings = [{ hotelId: `${GROUP}-euro`, roomId: "DBL", rateId: "FLEX", ...stay, extras: [{ id: "PARKING" }] }];
  const body = { billingDetails: { firstname: "Ada", lastname: "L", email: "ada@guest.test" }, bookings };
  for (let tries = 0; tries < ANSWER_TRIES_MAX; tries += 1) {
    const answer = await post(urlOf(run, tries), `/reservations/${GROUP}`, body, { "Idempotency-Key": key }, KEY);
    const told = (await answer.json()) as { reservationId: string; code: string };
    if (answer.status === 200) return void run.acknowledged.set(key, told.reservationId);
    if (answer.status !== 503 || !answer.headers.has("Retry-After")) run.faults.push(`POST ${answer.status} ${JSON.stringify(told)}`);
    if (told.code === "group_moving") run.refused += 1;
    await sleep(100);
  }
  run.faults.push(`${key} was never answered`);
}

/** What is known of the group: its hotels, a price, and a reservation that was acknowledged. */
async function read(run: MoveRun): Promise<void> {
  const ids = [...run.acknowledged.values()];
  const id = ids[Math.floor(Math.random() * ids.length)];
  const stay = `arrival=${night(20)}&departure=${night(22)}`;
  const paths = [`/hotels/${GROUP}`, `/availabilities/${GROUP}?${stay}`, ...(id === undefined ? [] : [`/reservations/${GROUP}/${id}`])];
  for (const path of paths) {
    const answer = await call(urlOf(run), path, {}, KEY);
    const text = await answer.text();
    if (answer.status !== 200 || text === "[]") run.faults.push(`GET ${path} ${answer.status} ${text.slice(0, 200)}`);
  }
}

/** A group that does not move is not held up by one that does, nor mistaken for it. */
async function readOther(run: MoveRun): Promise<void> {
  const own = await call(urlOf(run), "/hotels/g2", {}, "g2-key");
  const text = await own.text();
  if (own.status !== 200 || text.includes(`${GROUP}-euro`)) run.faults.push(`GET /hotels/g2 ${own.status}`);
  const foreign = await call(urlOf(run), `/hotels/${GROUP}`, {}, "g2-key");
  await foreign.text();
  if (foreign.status !== 401) run.faults.push(`g2's key reads ${GROUP}: ${foreign.status}`);
}

/** Every event once, in order. */
async function followEvents(run: MoveRun, over: AbortSignal): Promise<void> {
  let after = 0;
  while (!over.aborted) {
    const answer = await call(urlOf(run), `/events/${GROUP}?after=${after}`, {}, KEY);
    const page = (await answer.json()) as { events: { sequence: number }[]; next: number };
    if (answer.status !== 200) {
      run.faults.push(`GET /events ${answer.status}`);
      continue;
    }
    for (const { sequence } of page.events) {
      if (sequence !== after + 1) run.faults.push(`event ${sequence} follows ${after}`);
      after = sequence;
    }
  }
}

/** An accounting system that reads the whole ledger again and again: no document ever goes. */
async function followLedger(run: MoveRun, over: AbortSignal): Promise<void> {
  let known = 0;
  let session = "";
  while (!over.aborted) {
    if (session === "") {
      const answer = await (await postXml(urlOf(run), logIn(GROUP, "FINANCE", "pass"))).text();
      session = textOf(answer, "SessionID") ?? "";
      // A log-in writes: it may come at the wrong moment.
      if (session === "") await sleep(200);
      if (session === "" && textOf(answer, "ExceptionCode") !== "90500") run.faults.push(answer);
      continue;
    }
    const xml = await (await postXml(urlOf(run), exportOf(session, "2000-01-01T00:00:00", "2999-12-31T00:00:00"))).text();
    const keys = new Set(Array.from(xml.matchAll(/<ModifiedKey>(\d+)</g), ([, key]) => key)).size;
    if (textOf(xml, "ExceptionCode") !== "0" || !xml.includes("</cim_FinancialExportReportV2Response>"))
      run.faults.push(`export ${xml.slice(0, 300)}`);
    if (keys < known) run.faults.push(`an export of ${keys} documents after one of ${known}`);
    known = keys;
    await sleep(200);
  }
}

/** Runs the command. With `killAt` it is killed as it prints that line, counted from 0. Its status, null where it was killed. */
export async function move(host: HostName, to: number, killAt: number | null = null): Promise<{ status: number | null; lines: string[] }> {
  const args = ["cli/admin.ts", "group", "move", "--group", GROUP, "--to", String(to), "--host", host];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit") as Promise<[number | null]>;
  const lines: string[] = [];
  if (!child.stdout) throw new Error("the command has no output");
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (killAt !== null && lines.length === killAt + 1) child.kill("SIGKILL");
  }
  return { status: (await ended)[0], lines };
}

/** What the files say once all is at rest: the group whole on one database, and nothing but names on the others. */
export async function checkFiles(run: MoveRun, host: HostName, folder: string, shard: number): Promise<void> {
  for (let other = 0; other < SHARDS; other += 1) {
    await withShard(host, folder, other, async (db) => {
      if (other !== shard) return assertEmpty(db, other);
      const { faults, reservations } = await accountsOf(fileDatabase(db), GROUP);
      assert.deepEqual(faults, []);
      assert.equal(reservations, new Set(run.acknowledged.values()).size);
      assert.equal(reservations, run.acknowledged.size, "two keys got one reservation");
    });
  }
}

function assertEmpty(db: DatabaseSync, shard: number): void {
  for (const table of MOVED_TABLES) {
    if (table.name === NAMES_TABLE) continue;
    const row = db.prepare(`SELECT count(*) AS count FROM ${table.name} WHERE ${rowsOf(table, GROUP)}`).get();
    assert.equal(`${table.name} on ${shard}: ${String(row?.count)}`, `${table.name} on ${shard}: 0`);
  }
}

async function withShard(host: HostName, folder: string, shard: number, work: (db: DatabaseSync) => Promise<void> | void): Promise<void> {
  const file =
    host === "worker" ? localD1File(folder, localDatabases(folder)[shard] ?? { name: "", id: "" }) : shardFiles(folder, SHARDS)[shard];
  const db = new DatabaseSync(file ?? join(folder, "none"), { timeout: 10_000 });
  try {
    await work(db);
  } finally {
    db.close();
  }
}

function urlOf({ services }: MoveRun, at: number = Math.floor(Math.random() * services.length)): string {
  return services[at % services.length]?.url ?? "";
}
