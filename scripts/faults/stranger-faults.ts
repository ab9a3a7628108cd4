/**
 * Strangers who flood the service (docs/interface.md §10.6), each flood with a listing beside it: its median may be three times
 * that of a quiet service, and none may take longer than two password hashes and the longest of as many listings at once: who
 * comes behind a crowd waits for it, whoever that is. The floods come at a pace, from an address of
 * their own; limits are off but where a flood is there to meet them.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../../cli/support/statistics.ts";
import { insertGroup, keyOf } from "../../bench/support/hotel-data.ts";
import { seedDatabase, startWorker } from "../../bench/support/worker-host.ts";
import { TOKEN_RANDOM_BYTES } from "../../src/access/limits.ts";
import { hashPassword } from "../../src/access/password.ts";
import { mintToken } from "../../src/access/rules/token.ts";
import { exportOf } from "../../harness/calls.ts";
import { startService } from "../../harness/service-process.ts";
import { prepareState } from "./running-service.ts";
import type { Scenario, Scenarios } from "./scenario.ts";

const FLOOD_MS = 4_000;
/** So that all listings of a scenario stay below the 600 requests a minute of one client. */
const LISTING_PAUSE_MS = 30;
/** Below this a quiet median says more of the machine's other work than of the service. */
const QUIET_MS_MIN = 2;
const RATIO_MAX = 3;
const HASHES_MAX = 2;
const BURST = 60;
/** Fewer than an address may fail within a minute. */
const WARM_UPS = 3;
/** As many as the demo group has. */
const HOTELS = 12;
/** What one machine can send and serve at once, so that it is the service that is measured. */
const PER_SECOND = 500;
const TICK_MS = 20;

/** Keeps requests coming until it is told to stop. */
type Flood = (url: string, signal: AbortSignal) => Promise<void>;

interface FloodOf {
  next: () => Sent;
  pace: (next: () => Sent) => Flood;
  limits?: "on" | "off";
}

const FLOODS: Readonly<Record<string, FloodOf>> = {
  "log-ins with unknown names": {
    next: () => json("/sessions/demo", { email: `${randomBytes(6).toString("hex")}@nowhere.test`, password: "no such password" }),
    pace: inBursts,
  },
  "documents of 16,000 elements": { next: () => xml(`<a>${"<a/>".repeat(16_000)}</a>`), pace: inBursts },
  "random tokens": { next: () => ({ path: "/hotels/demo", token: randomBytes(24).toString("base64url").padEnd(70, "x") }), pace: steadily },
  "tokens of the right form": { next: () => ({ path: "/hotels/demo", token: unknown("key") }), pace: steadily, limits: "on" },
  "unknown XML sessions": {
    next: () => xml(exportOf(unknown("operator"), "2000-01-01T00:00:00", "2999-12-31T00:00:00")),
    pace: steadily,
    limits: "on",
  },
  "questions about health": { next: () => ({ path: "/health" }), pace: steadily },
};

export const strangerFaults: Scenarios = Object.fromEntries(
  (["worker", "node"] as const).flatMap((host) =>
    Object.entries(FLOODS).map(([name, flood]) => [`strangers: ${name} (${host})`, besideListing(host, flood)]),
  ),
);

function besideListing(host: "worker" | "node", { next, pace, limits = "off" }: FloodOf): Scenario {
  return async () => {
    const service = await (host === "worker" ? startInMiniflare(limits) : startOnNode(limits));
    try {
      await listFor(service, 500);
      // As with the listing: the first time is that of a service that has just begun.
      for (let time = 0; time < WARM_UPS; time += 1) await send(service.url, next());
      const quiet = await listFor(service, FLOOD_MS / 2);
      const crowd = await Promise.all(Array.from({ length: BURST }, () => list(service)));
      const hashMs = await timeHash();
      const stop = new AbortController();
      const flooding = pace(next)(service.url, stop.signal);
      const flooded = await listFor(service, FLOOD_MS);
      stop.abort();
      await flooding;
      return judge({ quiet, crowd, flooded, hashMs });
    } finally {
      await service.stop();
    }
  };
}

interface Flooded {
  url: string;
  /** Of group `demo`. */
  key: string;
  stop(): Promise<void>;
}

async function startOnNode(limits: "on" | "off"): Promise<Flooded> {
  const state = await prepareState("node");
  const service = await startService("node", state.folder, { RATE_LIMITS: limits, TRUST_PROXY: "on", REQUEST_LOG: "off" });
  return {
    url: service.url,
    key: "demo-key",
    stop: async () => {
      await service.kill();
      state.remove();
    },
  };
}

/** workerd itself: `wrangler dev` puts a proxy in front that is slower than the service. */
async function startInMiniflare(limits: "on" | "off"): Promise<Flooded> {
  const state = `strangers-${randomBytes(4).toString("hex")}`;
  await seedDatabase(state, (db) => {
    insertGroup(db, "demo", HOTELS);
  });
  const worker = await startWorker("src/index.ts", state, { RATE_LIMITS: limits });
  return { url: worker.url.origin, key: keyOf("demo"), stop: () => worker.stop() };
}

interface Measured {
  /** Milliseconds of listings one after the other, of BURST listings at once, and of those beside the flood. */
  quiet: readonly number[];
  crowd: readonly number[];
  flooded: readonly number[];
  hashMs: number;
}

function judge({ quiet, crowd, flooded, hashMs }: Measured): string {
  const [before, after] = [Math.max(QUIET_MS_MIN, median(quiet)), median(flooded)];
  const ratio = after / before;
  const longest = Math.max(...flooded);
  const longestMax = HASHES_MAX * hashMs + Math.max(...quiet, ...crowd);
  const line = `median ${after.toFixed(1)} ms, ${ratio.toFixed(1)} of ${before.toFixed(1)} ms; longest ${longest.toFixed(0)} of at most ${longestMax.toFixed(0)} ms, a hash ${hashMs.toFixed(0)} ms`;
  assert.ok(ratio <= RATIO_MAX, line);
  assert.ok(longest <= longestMax, line);
  return line;
}

/** Listings one after the other; the milliseconds each took. All must succeed. */
async function listFor(service: Flooded, forMs: number): Promise<number[]> {
  const took: number[] = [];
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs) {
    took.push(await list(service));
    await sleep(LISTING_PAUSE_MS);
  }
  return took;
}

async function list({ url, key }: Flooded): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${url}/hotels/demo`, { headers: { Authorization: `Bearer ${key}`, ...fromAddress("198.51.100.1") } });
  await answer.arrayBuffer();
  assert.equal(answer.status, 200);
  return performance.now() - startedMs;
}

/** The longest of a few: the machine is as busy then as later. */
async function timeHash(): Promise<number> {
  let longest = 0;
  for (let time = 0; time < 5; time += 1) {
    const startedMs = performance.now();
    await hashPassword("some password", randomBytes(16));
    longest = Math.max(longest, performance.now() - startedMs);
  }
  return longest;
}

interface Sent {
  path: string;
  token?: string;
  type?: string;
  body?: string;
}

function json(path: string, body: object): Sent {
  return { path, type: "application/json", body: JSON.stringify(body) };
}

function xml(body: string): Sent {
  return { path: "/soap", type: "text/xml", body };
}

function unknown(kind: "key" | "operator"): string {
  return mintToken(kind, randomBytes(TOKEN_RANDOM_BYTES));
}

/** BURST requests at once, and again as soon as all are answered, at most once a second. */
function inBursts(next: () => Sent): Flood {
  return async (url, signal) => {
    while (!signal.aborted) await Promise.all([sleep(1_000), ...Array.from({ length: BURST }, () => send(url, next()))]);
  };
}

/** PER_SECOND requests, as many as the service takes with BURST under way. */
function steadily(next: () => Sent): Flood {
  return async (url, signal) => {
    const underWay = new Set<Promise<void>>();
    while (!signal.aborted) {
      for (let n = 0; n < (PER_SECOND * TICK_MS) / 1_000 && underWay.size < BURST; n += 1) {
        const one = send(url, next()).finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await sleep(TICK_MS);
    }
    await Promise.all(underWay);
  };
}

async function send(url: string, { path, token, type, body }: Sent): Promise<void> {
  const headers = {
    ...fromAddress("203.0.113.66"),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(type === undefined ? {} : { "Content-Type": type }),
  };
  try {
    const answer = await fetch(`${url}${path}`, { headers, ...(body === undefined ? {} : { method: "POST", body }) });
    await answer.arrayBuffer();
  } catch {
    // A flood's connections may break: it is the listing that must not.
  }
}

/** As wrangler's own server and a proxy in front of Node say it. */
function fromAddress(address: string): Record<string, string> {
  return { "CF-Connecting-IP": address, "X-Forwarded-For": address };
}
