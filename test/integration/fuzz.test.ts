/**
 * Noise against the JSON interface: no 5xx, every refusal a problem, nothing stored by what was refused (docs/interface.md §8).
 * `npm run fuzz` runs ten times as many, each time others; TABARD_FUZZ sets the number.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { platform } from "../support/in-worker.ts";
import { type JsonRequest, jsonRequest } from "../support/json-requests.ts";
import { addGroup, countRows } from "../support/two-groups.ts";

const DEFAULT_RUNS = 20_000;
const CHUNK_RUNS = 1_000;
const TEST_TIMEOUT_MS = 30 * 60_000;

const runs = Number(env.TABARD_FUZZ || DEFAULT_RUNS);
const firstSeed = env.TABARD_FUZZ === "" ? 1 : Date.now() % 2 ** 31;

// Without the runtime's own entry, which costs more than the request.
const app = createApp();
const host = platform();
const execution = { waitUntil: (work: Promise<unknown>) => void work, passThroughOnException: () => {}, props: {} };

interface Tally {
  reservations: number;
  bookings: number;
  sessions: number;
  byStatus: Record<number, number>;
  slowestMs: number;
}

async function send(request: JsonRequest, tally: Tally): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of request.headers) headers.append(name, value);
  const startMs = performance.now();
  const init = { method: request.method, headers, ...(request.body === null ? {} : { body: request.body.toWellFormed() }) };
  const answer = await app.fetch(new Request(`http://tabard.test${request.path}`, init), host, execution);
  const text = await answer.text();
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startMs);
  tally.byStatus[answer.status] = (tally.byStatus[answer.status] ?? 0) + 1;
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get("X-Request-Id")).not.toBeNull();
  if (answer.status >= 400 && text !== "") checkRefusal(answer, text);
  if (answer.status === 200 && request.method === "POST" && text !== "") countAccepted(answer, text, tally);
}

/** Pages are told as pages, AlpineBits as its specification says, the XML interfaces in XML. */
const OTHER_REFUSAL = /^text\/(?:html|plain)|xml/;

function checkRefusal(answer: Response, text: string): void {
  const type = answer.headers.get("Content-Type") ?? "";
  if (!OTHER_REFUSAL.test(type)) {
    expect(type).toBe("application/problem+json");
    expect(JSON.parse(text)).toMatchObject({ status: answer.status, code: expect.any(String), detail: expect.any(String) });
  }
  expect(text).not.toMatch(/SQLITE|D1_ERROR|SELECT|node_modules|\.ts:/);
}

function countAccepted(answer: Response, text: string, tally: Tally): void {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return;
  const accepted = JSON.parse(text) as { reservationId?: string; sessionId?: string; bookings?: unknown[] };
  if (accepted.sessionId !== undefined) tally.sessions += 1;
  if (accepted.reservationId === undefined || answer.headers.has("Idempotency-Replayed")) return;
  tally.reservations += 1;
  tally.bookings += accepted.bookings?.length ?? 0;
}

beforeAll(async () => {
  await addGroup("mine");
  await addGroup("theirs");
});

it(
  `survives ${runs} hostile requests`,
  async () => {
    const tally: Tally = { reservations: 0, bookings: 0, sessions: 0, byStatus: {}, slowestMs: 0 };
    const before = await countRows();
    for (let done = 0; done < runs; done += CHUNK_RUNS) {
      const numRuns = Math.min(CHUNK_RUNS, runs - done);
      await fc.assert(
        fc.asyncProperty(jsonRequest, (request) => send(request, tally)),
        { seed: firstSeed + done, numRuns },
      );
      // DELETE /sessions has ended it.
      await env.DB.prepare("UPDATE tokens SET revoked_ms = NULL WHERE kind = 'user' AND revoked_ms > 1").run();
    }
    const after = await countRows();
    const grown = Object.fromEntries(Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)]));
    expect(grown).toMatchObject({ tokens: tally.sessions, reservations: tally.reservations, bookings: tally.bookings, users: 0 });
    expect(grown.ledger_documents).toBeLessThanOrEqual(tally.bookings);
    console.log(JSON.stringify(tally));
  },
  TEST_TIMEOUT_MS,
);
