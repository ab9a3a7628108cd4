/**
 * A group's calendar as D1 holds it when it is asked: the isolate's replica, and one round trip for what is newer. Requests
 * of one isolate that come together share the next question, never one that began before they arrived: what was committed
 * when a request arrived is in its answer. A request that finds no question under way never waits for another.
 */
import { withinMs } from "../base/within-ms.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { NoSuchGroup, rememberNews } from "./ask-for-news.ts";
import { askWithReplicas } from "./ask-with-replicas.ts";
import { OTHERS_WAIT_MS, ROUND_TRIPS_MAX, SHARED_QUESTION_WAIT_MS } from "./limits.ts";
import { SELLING } from "./memory.ts";
import { hasMonths, missingMonths } from "./missing-months.ts";
import { type QuestionLine, type WantedMonth, forgetReplica, recallReplica } from "./replica-memory.ts";
import type { Replica } from "./rules/replica.ts";

/** Somebody else's question came to nothing: ask again. */
const AGAIN = null;

/**
 * The group with the months wanted, true of a moment after the call. `unauthorized` where the group is gone, `overloaded`
 * where the months did not come in ROUND_TRIPS_MAX. Throws as D1 does.
 */
export async function currentCalendar(ctx: Ctx, groupId: string, wanted: readonly WantedMonth[]): Promise<Result<Replica>> {
  let own: Replica | null = null;
  try {
    for (let trips = 0; trips < ROUND_TRIPS_MAX; trips += 1) {
      const replica: Replica | null = own ? await begin(ctx, groupId, wanted, own) : await askTogether(ctx, groupId, wanted);
      if (replica && hasMonths(replica, wanted)) return ok(replica);
      // What is larger than the isolate's memory lives in this request alone.
      own = replica;
    }
    return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
  } catch (error) {
    // The gate let the caller in: the group was removed a moment ago.
    if (error instanceof NoSuchGroup) return fail({ code: "unauthorized", reason: "invalid_token" });
    throw error;
  }
}

/** An answer that others may share; AGAIN where it was another's and did not come. */
async function askTogether(ctx: Ctx, groupId: string, wanted: readonly WantedMonth[]): Promise<Replica | null> {
  const line = lineOf(ctx, groupId);
  const known = recallReplica(ctx.memory.of(SELLING).calendars, groupId, []);
  const { loading } = line;
  if (loading && !(known && hasMonths(known, wanted))) {
    // What it reads is read once. It may have been cancelled together with its request: never wait for it alone.
    await withinMs(loading, OTHERS_WAIT_MS).catch(() => forgetLoading(line, loading));
    return AGAIN;
  }
  if (line.next) return join(line, wanted);
  return line.running === 0 ? begin(ctx, groupId, wanted) : lead(ctx, groupId, wanted, line);
}

/** Waits for the next question, which another leads. */
async function join(line: QuestionLine, wanted: readonly WantedMonth[]): Promise<Replica | null> {
  const { next } = line;
  if (!next) return AGAIN;
  next.wanted.push(...wanted);
  try {
    return await withinMs(next.answer, OTHERS_WAIT_MS);
  } catch {
    if (line.next === next) line.next = null;
    return AGAIN;
  }
}

/** Begins the next question once the last one has ended, or soon. */
function lead(ctx: Ctx, groupId: string, wanted: readonly WantedMonth[], line: QuestionLine): Promise<Replica | null> {
  const all = [...wanted];
  const work = withinMs(line.ended, SHARED_QUESTION_WAIT_MS)
    .catch(() => null)
    .then(() => {
      if (line.next === next) line.next = null;
      return begin(ctx, groupId, all);
    });
  const next = { wanted: all, answer: work };
  line.next = next;
  // Others wait for it: it goes on even if this client hangs up.
  ctx.background(work.catch(() => null));
  return work;
}

/** One round trip: the news for the replica that is remembered or given, and as much of what is wanted as it lacks. */
async function begin(ctx: Ctx, groupId: string, wanted: readonly WantedMonth[], given: Replica | null = null): Promise<Replica | null> {
  const line = lineOf(ctx, groupId);
  const memory = ctx.memory.of(SELLING).calendars;
  const known = given ?? recallReplica(memory, groupId, new Set(wanted.map(({ month }) => month)));
  const load = missingMonths(known, wanted);
  const question = askWithReplicas(ctx, groupId, wanted, { base: known, load });
  const ended = question.then(nothing, nothing);
  line.running += 1;
  line.ended = ended;
  if (!known || load.months.length > 0) line.loading = ended;
  ctx.background(ended);
  try {
    const { base, news } = await question;
    if (news.until < news.since) {
      // The database went back to an earlier moment: what is remembered never happened.
      forgetReplica(memory, groupId);
      return AGAIN;
    }
    return rememberNews(ctx, groupId, { base, news });
  } finally {
    line.running -= 1;
    forgetLoading(line, ended);
    if (line.running === 0 && !line.next) memory.lines.delete(groupId);
  }
}

function lineOf(ctx: Ctx, groupId: string): QuestionLine {
  const { lines } = ctx.memory.of(SELLING).calendars;
  let line = lines.get(groupId);
  if (!line) {
    line = { running: 0, ended: Promise.resolve(), next: null, loading: null };
    lines.set(groupId, line);
  }
  return line;
}

function forgetLoading(line: QuestionLine, loading: Promise<unknown>): void {
  if (line.loading === loading) line.loading = null;
}

function nothing(): void {
  // Whoever asked gets the answer or the error; those who wait look again.
}
