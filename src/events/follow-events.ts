/** The feed as a stream: pages as they come, an empty one now and then while nothing does (docs/interface.md §17). */
import type { CallerCtx } from "../access/caller.ts";
import { queriesPerStatement } from "../host/group-database.ts";
import { EVENTS_PER_PAGE_MAX, FEED_POLL_MS, STREAM_KEEP_ALIVE_MS, STREAM_LIFE_MS, STREAM_PROOF_MS, STREAM_READS_MAX } from "./limits.ts";
import { type EventPage, type EventQuery, readPage, untilNextRead, waiting } from "./read-events.ts";
import { readTail } from "./read-tail.ts";

/**
 * Pages without end, for as long as a stream may live: an empty one at once, so that its reader knows it is connected, and
 * after every STREAM_KEEP_ALIVE_MS of silence. `mayStay` is asked every STREAM_PROOF_MS; the stream ends where it says no.
 */
export async function* followEvents(
  ctx: CallerCtx,
  { after, types }: Pick<EventQuery, "after" | "types">,
  mayStay: () => Promise<boolean>,
): AsyncGenerator<EventPage> {
  const { groupId, hotelId } = ctx.principal;
  const readsMax = STREAM_READS_MAX / queriesPerStatement(ctx);
  const life = waiting(STREAM_LIFE_MS, ctx.ending);
  const provedAt = every(STREAM_PROOF_MS);
  const silence = every(STREAM_KEEP_ALIVE_MS);
  let [next, ageMsMax] = [after, 0];
  try {
    yield { events: [], next };
    for (let reads = 0; reads < readsMax && !life.over(); reads += 1) {
      if (provedAt.due() && !(await mayStay())) return;
      const tail = await readTail(ctx, groupId, ageMsMax);
      const page = await readPage(ctx, groupId, { after: next, types, hotelId, limit: EVENTS_PER_PAGE_MAX }, tail);
      next = page.next;
      ageMsMax = FEED_POLL_MS;
      if (page.events.length > 0 || silence.due()) {
        silence.again();
        yield page;
      }
      if (next >= tail.head) await life.forNews(untilNextRead(ctx, tail));
    }
  } finally {
    life.end();
  }
}

/** Something that is due again and again, by the machine's own steady clock. */
function every(ms: number) {
  let sinceMs = performance.now();
  const again = (): void => {
    sinceMs = performance.now();
  };
  return {
    again,
    due: (): boolean => {
      const due = performance.now() - sinceMs >= ms;
      if (due) again();
      return due;
    },
  };
}
