/**
 * The line in front of password hashes: docs/interface.md §10.6. A hash is the dearest thing a stranger can ask for, and on
 * workerd it holds up all other requests of its isolate; so they run one at a time there, with a rest behind each, and few may
 * wait. A waiter looks after itself with timers of its own request: on workerd a request whose client leaves just ends, and
 * nobody may be left waiting for it.
 */
import {
  HASHES_WAITING_MAX,
  HASH_POLL_MS,
  HASH_POLLS_MAX,
  HASH_RESTS_PER_HASH,
  HASH_RETRY_SECONDS,
  HASH_TURN_POLLS_MAX,
} from "./limits.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { HASH_QUEUE, type HashQueue, type HashTicket } from "./memory.ts";

/**
 * A place in the line, taken before anything is read for whoever asks; `too_many_requests` at once where HASHES_WAITING_MAX
 * have one. Who does not run in its turn leaves.
 */
export function joinHashLine(ctx: Ctx): Result<HashTicket> {
  const { waiting } = ctx.memory.of(HASH_QUEUE);
  if (waiting.length >= HASHES_WAITING_MAX) return fail({ code: "too_many_requests", retryAfterSeconds: HASH_RETRY_SECONDS });
  const ticket: HashTicket = { beats: 0 };
  waiting.push(ticket);
  return ok(ticket);
}

export function leaveHashLine(ctx: Ctx, ticket: HashTicket): void {
  remove(ctx.memory.of(HASH_QUEUE).waiting, ticket);
}

/** Runs work that hashes when the turn of its place comes, and gives the place up. */
export async function runInHashTurn<T>(ctx: Ctx, ticket: HashTicket, work: () => Promise<T>): Promise<T> {
  const queue = ctx.memory.of(HASH_QUEUE);
  await untilFirst(queue, ticket, ctx.passwordHashes.atOnce);
  // The place is taken before the rest, so that nobody else begins meanwhile.
  remove(queue.waiting, ticket);
  queue.running.push(ticket);
  try {
    await sleep(queue.restUntilMs - ctx.now());
    return await timed(ctx, queue, work);
  } finally {
    remove(queue.running, ticket);
  }
}

/** All of it for work that needs nothing read before. */
export async function takeHashTurn<T>(ctx: Ctx, work: () => Promise<T>): Promise<Result<T>> {
  const place = joinHashLine(ctx);
  return place.ok ? ok(await runInHashTurn(ctx, place.value, work)) : place;
}

async function untilFirst(queue: HashQueue, ticket: HashTicket, atOnce: number): Promise<void> {
  const watch = watcher(queue);
  while (queue.waiting[0] !== ticket || queue.running.length >= atOnce) {
    ticket.beats += 1;
    await sleep(HASH_POLL_MS);
    watch();
    // Taken for gone while the isolate was too busy for its timers.
    if (!queue.waiting.includes(ticket)) queue.waiting.push(ticket);
  }
}

/** Notes when the next may begin, so that other requests have the thread for longer than the hash took. */
async function timed<T>(ctx: Ctx, queue: HashQueue, work: () => Promise<T>): Promise<T> {
  const { restMs } = ctx.passwordHashes;
  const startedMs = ctx.now();
  try {
    return await work();
  } finally {
    // A Worker's clock stands still while it computes; a timer moves it on.
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    const endedMs = ctx.now();
    queue.restUntilMs = restMs === 0 ? endedMs : endedMs + Math.max(restMs, (endedMs - startedMs) * HASH_RESTS_PER_HASH);
  }
}

/**
 * Takes out, as polls go by, whoever has ended without a word: the first in line that has not polled for long, and one at
 * its turn for longer than any hash takes. Counted in polls, since a busy isolate has no time for those either.
 */
function watcher(queue: HashQueue): () => void {
  const seen = { first: queue.waiting[0], beats: -1, firstPolls: 0, running: queue.running[0], runningPolls: 0 };
  return () => {
    const [first] = queue.waiting;
    seen.firstPolls = first === seen.first && first?.beats === seen.beats ? seen.firstPolls + 1 : 0;
    seen.first = first;
    seen.beats = first?.beats ?? -1;
    if (first && seen.firstPolls > HASH_POLLS_MAX) remove(queue.waiting, first);
    const [running] = queue.running;
    seen.runningPolls = running === seen.running ? seen.runningPolls + 1 : 0;
    seen.running = running;
    if (running && seen.runningPolls > HASH_TURN_POLLS_MAX) remove(queue.running, running);
  };
}

function remove(tickets: HashTicket[], ticket: HashTicket): void {
  const at = tickets.indexOf(ticket);
  if (at !== -1) tickets.splice(at, 1);
}

async function sleep(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
