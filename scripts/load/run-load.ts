/**
 * A mixed hour compressed: so many clients, each with one request under way, at a given rate, against a service of its own.
 * A request's time counts from the moment it was due, so that a service that falls behind cannot hide it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../harness/free-port.ts";
import type { HostName } from "../../cli/support/serve-host.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type ServiceProcess, databaseFile, startService } from "../../harness/service-process.ts";
import { watchIsolate } from "./isolate-memory.ts";
import { GROWTH_BYTES_MAX, PLATFORM_HEAP, growthBytes, serviceMemoryBytes } from "./memory.ts";
import { type Mix, type Operation, OPERATIONS, type Verdict, createMix } from "./mix.ts";
import { type LoadGroup, prepareGroup } from "./prepare-group.ts";

export interface LoadOptions {
  host: HostName;
  durationMs: number;
  clients: number;
  /** Requests a second, all clients together; 0: as many as are answered. */
  perSecond: number;
  /** Of the real data set; undefined: the demo group. */
  bookingsFile: string | undefined;
  seed: number;
}

export interface LoadReport {
  groupId: string;
  seconds: number;
  /** Latencies in milliseconds, in no order. */
  latenciesMs: Record<Operation, number[]>;
  /** Reservations refused for want of a unit. */
  refused: number;
  /** What was wrong, by its text: how often. */
  faults: Map<string, number>;
  /** Over the run: of the Worker's isolate, or of the other hosts' whole process. */
  memoryBytes: number[];
  growthBytes: number;
}

const MEMORY_SAMPLES = 300;
const BUSY_TIMEOUT_MS = 30_000;

/** Whether nothing went wrong. */
export function isSound(report: LoadReport): boolean {
  return report.faults.size === 0 && report.growthBytes <= GROWTH_BYTES_MAX;
}

/** Prepares, serves, loads, stops and checks the books. Sets TABARD_STATE, as the commands read it. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-load-"));
  process.env.TABARD_STATE = folder;
  try {
    const group = await prepareGroup(options.host, options.bookingsFile);
    const inspectorPort = await freePort();
    const service = await startService(options.host, folder, { ...PLATFORM_HEAP, INSPECTOR_PORT: String(inspectorPort) });
    const mix = createMix(group, options.seed);
    let report: LoadReport;
    try {
      const meter = await memoryMeter(options.host, service, inspectorPort);
      report = await load(service.url, meter, group, mix, options).finally(() => meter.close());
    } finally {
      await service.stop();
    }
    for (const fault of await checkBooks(databaseFile(options.host, folder), group.groupId, mix)) count(report.faults, fault);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface MemoryMeter {
  /** Null where the system does not tell. */
  heldBytes(): Promise<number | null>;
  close(): void;
}

async function memoryMeter(host: HostName, { groupPid }: ServiceProcess, inspectorPort: number): Promise<MemoryMeter> {
  if (host === "worker") return watchIsolate(inspectorPort);
  return { heldBytes: () => Promise.resolve(serviceMemoryBytes(host, groupPid)), close: () => {} };
}

async function load(url: string, meter: MemoryMeter, group: LoadGroup, mix: Mix, options: LoadOptions): Promise<LoadReport> {
  const report: LoadReport = {
    groupId: group.groupId,
    seconds: 0,
    latenciesMs: Object.fromEntries(OPERATIONS.map((operation) => [operation, [] as number[]])) as Record<Operation, number[]>,
    refused: 0,
    faults: new Map(),
    memoryBytes: [],
    growthBytes: 0,
  };
  const startedMs = performance.now();
  const untilMs = startedMs + options.durationMs;
  let started = 0;
  const client = async (): Promise<void> => {
    for (;;) {
      const dueMs = options.perSecond === 0 ? performance.now() : startedMs + (started++ * 1000) / options.perSecond;
      if (Math.max(dueMs, performance.now()) >= untilMs) return;
      if (dueMs > performance.now()) await sleep(dueMs - performance.now());
      const { operation, step } = mix.next();
      const verdict = await step(url).catch(broken);
      report.latenciesMs[operation].push(performance.now() - dueMs);
      if (verdict.refused) report.refused += 1;
      if (verdict.fault !== null) count(report.faults, `${operation}: ${verdict.fault}`);
    }
  };
  const done = Promise.all(Array.from({ length: options.clients }, client));
  const sampler = setInterval(() => {
    void meter.heldBytes().then((bytes) => bytes !== null && report.memoryBytes.push(bytes));
  }, options.durationMs / MEMORY_SAMPLES);
  await done;
  clearInterval(sampler);
  report.seconds = (performance.now() - startedMs) / 1000;
  report.growthBytes = growthBytes(report.memoryBytes);
  for (const operation of OPERATIONS) if (report.latenciesMs[operation].length === 0) count(report.faults, `${operation}: was never asked`);
  return report;
}

function broken(error: unknown): Verdict {
  return { refused: false, fault: String(error) };
}

function count(faults: Map<string, number>, fault: string): void {
  faults.set(fault, (faults.get(fault) ?? 0) + 1);
}

const SELECT_STAYS = `SELECT r.reservation_id AS reservationId, r.version,
    (SELECT v.status FROM bookings b JOIN booking_versions v ON v.booking_id = b.booking_id
      WHERE b.reservation_id = r.reservation_id ORDER BY v.version DESC LIMIT 1) AS status
  FROM (SELECT reservation_id, max(version) AS version FROM reservation_versions GROUP BY reservation_id) r`;

/** What the file says when the service has ended: stock, bookings and ledger agree, and all is as it was answered. */
async function checkBooks(file: string, groupId: string, mix: Mix): Promise<string[]> {
  // A service that had to be killed lets go of its locks a moment later.
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const { faults } = await accountsOf(fileDatabase(db), groupId);
    const rows = db.prepare(SELECT_STAYS).all() as { reservationId: string; version: number; status: string }[];
    const stored = new Map(rows.map((row) => [row.reservationId, row]));
    const lost = [...mix.confirmed()].filter((id) => !stored.has(id));
    const other = mix.stays().filter(({ reservationId, version, status }) => {
      const now = stored.get(reservationId);
      return now?.version !== version || now.status !== status;
    });
    return [
      ...faults,
      ...lost.map(() => "a confirmed reservation is not stored"),
      ...other.map(() => "a booking is not stored as it was answered"),
    ];
  } finally {
    db.close();
  }
}
