/** The feed: what happened to a group after a sequence, in commit order (docs/interface.md §17). */
import type { CallerCtx } from "../access/caller.ts";
import type { Ctx } from "../host/context.ts";
import { EVENTS_PER_READ_MAX, FEED_POLL_MS, READS_PER_PAGE_MAX } from "./limits.ts";
import type { Tail } from "./memory.ts";
import { readTail } from "./read-tail.ts";
import { findEvents } from "./rows/events.ts";
import { type EventFilter, type StoredEvent, seenBy } from "./rules/event.ts";

export interface EventQuery {
  /** Sequence of the last event the reader has. */
  after: number;
  types: ReadonlySet<string>;
  /** Events at most. */
  limit: number;
}

export interface EventPage {
  events: StoredEvent[];
  /** What to read after next: it has moved past what the filter left out. */
  next: number;
}

/**
 * The events after `after` that the caller asked for and may see. Where there is none, waits up to `waitMs` for the first.
 * A filter that finds nothing in thousands of events answers early: `next` tells how far it came.
 */
export async function readEvents(ctx: CallerCtx, query: EventQuery & { waitMs: number }): Promise<EventPage> {
  const { groupId, hotelId } = ctx.principal;
  const filter = { types: query.types, hotelId };
  const wait = waiting(query.waitMs, ctx.ending);
  let { after } = query;
  let ageMsMax = 0;
  try {
    for (;;) {
      const tail = await readTail(ctx, groupId, ageMsMax);
      const page = await readPage(ctx, groupId, { ...filter, after, limit: query.limit }, tail);
      if (page.events.length > 0 || wait.over() || page.next < tail.head) return page;
      after = page.next;
      await wait.forNews(untilNextRead(ctx, tail));
      ageMsMax = FEED_POLL_MS;
    }
  } finally {
    wait.end();
  }
}

/** One page out of the log whose end is known. */
export async function readPage(ctx: Ctx, groupId: string, query: EventFilter & Omit<EventQuery, "types">, tail: Tail): Promise<EventPage> {
  const events: StoredEvent[] = [];
  const tailBegins = tail.head - tail.events.length;
  let next = query.after;
  for (let reads = 0; reads < READS_PER_PAGE_MAX && next < tail.head; reads += 1) {
    const inTail = next >= tailBegins;
    const rows = inTail ? tail.events.slice(next - tailBegins) : await findEvents(ctx.db, groupId, next, EVENTS_PER_READ_MAX);
    for (const row of rows) {
      const event = seenBy(row, query);
      next = row.sequence;
      if (event) events.push(event);
      if (events.length === query.limit) return { events, next };
    }
  }
  return { events, next };
}

/** Milliseconds until the group's shared read is due again. */
export function untilNextRead(ctx: Ctx, tail: Tail): number {
  return Math.min(FEED_POLL_MS, Math.max(1, tail.beganMs + FEED_POLL_MS - ctx.now()));
}

/** A wait that ends by a timer of its own, whatever is done to the clock, and when the host does. */
export function waiting(waitMs: number, ending: AbortSignal | null) {
  let over = waitMs <= 0 || ending?.aborted === true;
  let wake = (): void => {};
  const finish = (): void => {
    over = true;
    wake();
  };
  const timer = over ? undefined : setTimeout(finish, waitMs);
  ending?.addEventListener("abort", finish);
  return {
    over: () => over,
    /** Sleeps, no longer than the whole wait. */
    forNews: async (ms: number): Promise<void> => {
      if (over) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, ms);
      });
    },
    end: (): void => {
      clearTimeout(timer);
      ending?.removeEventListener("abort", finish);
    },
  };
}
