/**
 * Clients that misbehave, against the service as it runs: they stop reading an export, hang up in the middle of one, or send
 * a body a byte a second. Others must be served meanwhile, and the service's memory must not grow by what they do not take.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostName } from "../../cli/support/serve-host.ts";
import { insertLedger } from "../../bench/support/ledger-data.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { SESSION_TTL_MS } from "../../src/access/limits.ts";
import { call, day, exportOf, post, postXml, textOf } from "../../harness/calls.ts";
import { type ServiceProcess, startService } from "../../harness/service-process.ts";
import { PLATFORM_HEAP, serviceMemoryBytes } from "../load/memory.ts";
import { GROUP, type State, prepareState } from "./running-service.ts";
import type { Scenario, Scenarios } from "./scenario.ts";

const MEBIBYTE = 1024 * 1024;
/** Sessions with as many exports as one may run. */
const SESSIONS = 6;
const EXPORTS_PER_SESSION = 4;
const TRANSACTIONS = 60_000;
/** What so many exports may hold, 16 MiB each: two pages, a chunk, buffers of sockets, and what wrangler's proxy holds. Whole they are above 1 GiB. */
const STALLED_BYTES_MAX = SESSIONS * EXPORTS_PER_SESSION * 16 * MEBIBYTE;
const SLOW_CLIENTS = 64;
const BYTES_A_SECOND_SECONDS = 5;
const OTHERS = 20;
const PERIOD = ["2000-01-01T00:00:00", "2999-12-31T00:00:00"] as const;

export const clientFaults: Scenarios = {
  "clients stop reading exports (worker)": withService("worker", stopReading),
  "clients stop reading exports (node)": withService("node", stopReading),
  "clients hang up in exports (worker)": withService("worker", hangUp),
  "clients hang up in exports (node)": withService("node", hangUp),
  "clients send a byte a second (worker)": withService("worker", sendSlowly),
  "clients send a byte a second (node)": withService("node", sendSlowly),
};

type Misbehave = (service: ServiceProcess, memory: () => number | null) => Promise<string>;

function withService(host: HostName, misbehave: Misbehave): Scenario {
  return async () => {
    const state = await prepareState(host);
    addLedger(state);
    const service = await startService(host, state.folder, PLATFORM_HEAP);
    try {
      return await misbehave(service, () => serviceMemoryBytes(host, service.groupPid));
    } finally {
      await service.kill();
      state.remove();
    }
  };
}

async function stopReading(service: ServiceProcess, memory: () => number | null): Promise<string> {
  const { url } = service;
  const sessions = Array.from({ length: SESSIONS }, (_, at) => sessionOf(at));
  const exportBytes = await warmUp(url, sessions[0] ?? "");
  const before = memory();
  const sockets = await Promise.all(sessions.flatMap((session) => Array.from({ length: EXPORTS_PER_SESSION }, () => stall(url, session))));
  await serveOthers(url);
  await sleep(1000);
  const grown = growth(before, memory());
  assert.ok(grown < STALLED_BYTES_MAX, `memory grew by ${megabytes(grown)} for ${sockets.length} exports that nobody reads`);
  await serveOthers(url);
  for (const socket of sockets) socket.destroy();
  await exportsAgain(url, sessions);
  return `${sockets.length} exports of ${megabytes(exportBytes)} unread: memory grew by ${megabytes(grown)}, others were served`;
}

async function hangUp({ url }: ServiceProcess, memory: () => number | null): Promise<string> {
  const sessions = [sessionOf(0), sessionOf(1)];
  await warmUp(url, sessions[0] ?? "");
  const before = memory();
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    const session = sessions[round % sessions.length] ?? "";
    const sockets = await Promise.all(Array.from({ length: 2 }, () => stall(url, session)));
    for (const socket of sockets) {
      if (round % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await sleep(100);
  }
  await serveOthers(url);
  await exportsAgain(url, sessions);
  const grown = growth(before, memory());
  assert.ok(grown < STALLED_BYTES_MAX, `memory grew by ${megabytes(grown)}`);
  return `${rounds * 2} hung up; their places were free again, memory grew by ${megabytes(grown)}`;
}

async function sendSlowly({ url }: ServiceProcess, memory: () => number | null): Promise<string> {
  await serveOthers(url);
  const before = memory();
  const sockets = await Promise.all(
    Array.from({ length: SLOW_CLIENTS }, (_, at) => startBody(url, at % 2 === 0 ? "/reservations/demo" : "/soap")),
  );
  for (let second = 0; second < BYTES_A_SECOND_SECONDS; second += 1) {
    for (const socket of sockets) socket.write(" ");
    await Promise.all([serveOthers(url), sleep(1000)]);
  }
  const grown = growth(before, memory());
  assert.ok(grown < STALLED_BYTES_MAX, `memory grew by ${megabytes(grown)}`);
  for (const socket of sockets) socket.destroy();
  await serveOthers(url);
  return `${SLOW_CLIENTS} bodies at a byte a second: memory grew by ${megabytes(grown)}, others were served`;
}

/** A ledger too long for memory, and sessions of operators who may read it. */
function addLedger(state: State): void {
  const db = state.openTables();
  db.exec("BEGIN");
  insertLedger(db, GROUP, `${GROUP}-euro`, TRANSACTIONS);
  const insert = db.prepare(
    `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms, expires_ms)
     VALUES (?1, 'operator', ?2, ?3, 'FINANCE', '["export"]', 0, ?4)`,
  );
  for (let at = 0; at < SESSIONS; at += 1) insert.run(sha256Hex(sessionOf(at)), GROUP, sessionOf(at), Date.now() + SESSION_TTL_MS);
  db.exec("COMMIT");
  db.close();
}

function sessionOf(at: number): string {
  return `finance-session-${at}`;
}

/** A whole export; its bytes. */
async function warmUp(url: string, session: string): Promise<number> {
  const text = await (await postXml(url, exportOf(session, ...PERIOD))).text();
  assert.equal(textOf(text, "ExceptionCode"), "0");
  await serveOthers(url);
  return text.length;
}

/** Asks for an export, waits for its first byte and reads no more. */
async function stall(url: string, session: string): Promise<Socket> {
  const body = exportOf(session, ...PERIOD);
  const socket = await open(url);
  socket.write(
    `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  assert.match(first.toString("latin1"), /^HTTP\/1\.1 200/);
  return socket;
}

/** Announces a body and sends its first byte. */
async function startBody(url: string, path: string): Promise<Socket> {
  const socket = await open(url);
  const type = path === "/soap" ? "text/xml" : "application/json";
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: ${type}\r\nContent-Length: 2000\r\n\r\n`;
  socket.write(`${head} `);
  return socket;
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The service may end what we leave open.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** What well-behaved clients ask. */
async function serveOthers(url: string): Promise<void> {
  const stay = `arrival=${day(30)}&departure=${day(32)}`;
  for (let times = 0; times < OTHERS; times += 1) {
    const path = times % 2 === 0 ? "/hotels/demo" : `/availabilities/demo?${stay}`;
    const answer = await call(url, path, { signal: AbortSignal.timeout(10_000) });
    await answer.text();
    assert.equal(answer.status, 200, path);
  }
  const session = await post(url, "/sessions/demo", { email: "guest@demo.test", password: "demo-password" }, {}, "");
  await session.text();
  assert.equal(session.status, 200);
}

/** Every session may run its exports again, once the service has noticed that the others' clients have gone. */
async function exportsAgain(url: string, sessions: readonly string[]): Promise<void> {
  const deadlineMs = Date.now() + 10_000;
  for (const session of sessions) {
    for (;;) {
      const text = await (await postXml(url, exportOf(session, `${day(9)}T00:00:00`, PERIOD[1]))).text();
      const code = textOf(text, "ExceptionCode");
      if (code === "0") break;
      assert.ok(code === "90429" && Date.now() < deadlineMs, `an export after the others' end: ${code}`);
      await sleep(200);
    }
  }
}

/** 0 where the system does not tell. */
function growth(before: number | null, after: number | null): number {
  return before === null || after === null ? 0 : after - before;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
