/**
 * Strangers who flood the service (docs/interface.md §10.6), each flood with a listing beside it: its median may be three times
 * that of a quiet service, and none may take longer than two password hashes. The floods come at a pace, from an address of
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
/** As many as the demo group has. */
const HOTELS = 12;
/** What one machine can send and serve at once, so that it is the service that is measured. */
const PER_SECOND = 500;
const TICK_MS = 20;

/** Keeps requests coming until it is told to stop. */
type Flood = (url: string, signal: AbortSignal) => Promise<void>;

const FLOODS: Readonly<Record<string, { flood: Flood; limits?: "on" | "off" }>> = {
  "log-ins with unknown names": {
    flood: inBursts(() =>
      json("/sessions/demo", { email: `${randomBytes(6).toString("hex")}@nowhere.test`, password: "no such password" }),
    ),
  },
  "documents of 16,000 elements": { flood: inBursts(() => xml(`<a>${"<a/>".repeat(16_000)}</a>`)) },
  "random tokens": { flood: steadily(() => ({ path: "/hotels/demo", token: randomBytes(24).toString("base64url").padEnd(70, "x") })) },
  "tokens of the right form": { flood: steadily(() => ({ path: "/hotels/demo", token: unknown("key") })), limits: "on" },
  "unknown XML sessions": {
    flood: steadily(() => xml(exportOf(unknown("operator"), "2000-01-01T00:00:00", "2999-12-31T00:00:00"))),
    limits: "on",
  },
  "questions about health": { flood: steadily(() => ({ path: "/health" })) },
};

export const strangerFaults: Scenarios = Object.fromEntries(
  (["worker", "node"] as const).flatMap((host) =>
    Object.entries(FLOODS).map(([name, { flood, limits = "off" }]) => [`strangers: ${name} (${host})`, besideListing(host, flood, limits)]),
  ),
);

function besideListing(host: "worker" | "node", flood: Flood, limits: "on" | "off"): Scenario {
  return async () => {
    const service = await (host === "worker" ? startInMiniflare(limits) : startOnNode(limits));
    try {
      await listFor(service, 500);
      const quiet = await listFor(service, FLOOD_MS / 2);
      const hashMs = await timeHash();
      const stop = new AbortController();
      const flooding = flood(service.url, stop.signal);
      const flooded = await listFor(service, FLOOD_MS);
      stop.abort();
      await flooding;
      return judge(quiet, flooded, hashMs);
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

function judge(quiet: readonly number[], flooded: readonly number[], hashMs: number): string {
  const [before, after] = [Math.max(QUIET_MS_MIN, median(quiet)), median(flooded)];
  const ratio = after / before;
  const [longestQuiet, longest] = [Math.max(...quiet), Math.max(...flooded)];
  const line = `median ${after.toFixed(1)} ms, ${ratio.toFixed(1)} of ${before.toFixed(1)} ms; longest ${longest.toFixed(0)} ms, a hash ${hashMs.toFixed(0)} ms`;
  assert.ok(ratio <= RATIO_MAX, line);
  assert.ok(longest <= HASHES_MAX * hashMs + longestQuiet, `${line}; quiet, the longest was ${longestQuiet.toFixed(0)} ms`);
  return line;
}

/** Listings one after the other; the milliseconds each took. All must succeed. */
async function listFor({ url, key }: Flooded, forMs: number): Promise<number[]> {
  const took: number[] = [];
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    const answer = await fetch(`${url}/hotels/demo`, { headers: { Authorization: `Bearer ${key}`, ...fromAddress("198.51.100.1") } });
    await answer.arrayBuffer();
    took.push(performance.now() - startedMs);
    assert.equal(answer.status, 200);
    await sleep(LISTING_PAUSE_MS);
  }
  return took;
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
