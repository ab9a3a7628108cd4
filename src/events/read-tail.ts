/** The newest events of a group, by one read for all who ask at the same time: never one that began before they asked. */
import { shareWork } from "../base/shared-work.ts";
import { withinMs } from "../base/within-ms.ts";
import type { Ctx } from "../host/context.ts";
import { TAIL_EVENTS_MAX, TAIL_WAIT_MS_MAX } from "./limits.ts";
import { TAILS, type Tail } from "./memory.ts";
import { findNewestEvents } from "./rows/events.ts";

/** The end of the group's log, by a read that began at most `ageMsMax` ago; 0: after this call. */
export async function readTail(ctx: Ctx, groupId: string, ageMsMax: number): Promise<Tail> {
  const { known, running, next } = ctx.memory.of(TAILS);
  const tail = known.get(groupId);
  const ageMs = ctx.now() - (tail?.beganMs ?? 0);
  if (tail && ageMs >= 0 && ageMs < ageMsMax) return tail;
  return shareWork(next, groupId, TAIL_WAIT_MS_MAX, async () => {
    // In any case a moment: those who arrive meanwhile share this read.
    await withinMs(Promise.resolve(running.get(groupId)), TAIL_WAIT_MS_MAX).catch(() => null);
    next.delete(groupId);
    const own = readNews(ctx, groupId);
    running.set(groupId, own);
    try {
      return await own;
    } finally {
      if (running.get(groupId) === own) running.delete(groupId);
    }
  });
}

async function readNews(ctx: Ctx, groupId: string): Promise<Tail> {
  const { known } = ctx.memory.of(TAILS);
  const beganMs = ctx.now();
  const before = known.get(groupId);
  const news = await findNewestEvents(ctx.db, groupId, before?.head ?? 0, TAIL_EVENTS_MAX);
  const follows = before !== undefined && (news[0]?.sequence ?? before.head + 1) === before.head + 1;
  const events = follows ? [...before.events, ...news].slice(-TAIL_EVENTS_MAX) : news;
  const tail: Tail = { head: news.at(-1)?.sequence ?? before?.head ?? 0, events, beganMs };
  known.set(groupId, tail);
  return tail;
}
