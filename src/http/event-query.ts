/** The query of the feed: docs/interface.md §17. */
import * as z from "zod/mini";
import { EVENTS_PER_PAGE_DEFAULT, EVENTS_PER_PAGE_MAX, FEED_WAIT_SECONDS_MAX } from "../events/limits.ts";
import { EVENT_TYPES, typesOf, typesOfAll } from "../events/rules/event.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { WHOLE_NUMBER, numberParameter, parseQuery } from "./query.ts";

const ALL_TYPES = "*";

/** What the parameters take, in words: a wrong one names all of them. */
export const TYPES_TAKEN = `Must be types or patterns, joined by commas: ${EVENT_TYPES.join(", ")}, booking.*, or * for all.`;

export const EventQuerySchema = z.object({
  after: numberParameter("Sequence of the last event known; left out: from the first one", 0, Number.MAX_SAFE_INTEGER, 0),
  types: z._default(
    z.string().check(
      z.refine((list) => patternsOf(list).every((pattern) => typesOf(pattern).length > 0), TYPES_TAKEN),
      z.meta({ description: "Types wanted, joined by commas; `booking.*` stands for all of a family. Left out: all" }),
    ),
    ALL_TYPES,
  ),
  limit: numberParameter("Events at most", 1, EVENTS_PER_PAGE_MAX, EVENTS_PER_PAGE_DEFAULT),
  wait: numberParameter("Seconds to wait for an event where there is none yet", 0, FEED_WAIT_SECONDS_MAX, 0),
});

export interface FeedRequest {
  after: number;
  types: ReadonlySet<string>;
  limit: number;
  waitMs: number;
}

/** The query of a request, or `invalid_parameter`. `lastEventId` is the header of a reader that comes again: it wins. */
export function parseEventQuery(url: string, lastEventId: string | undefined): Result<FeedRequest> {
  const parsed = parseQuery(url, EventQuerySchema);
  if (!parsed.ok) return parsed;
  const { types, wait, limit } = parsed.value;
  const after = lastEventId ? Number(lastEventId) : parsed.value.after;
  if (lastEventId && (!WHOLE_NUMBER.test(lastEventId) || !Number.isSafeInteger(after))) {
    const error = {
      parameter: "Last-Event-ID",
      code: "invalid_format",
      detail: "Must be the id of an event of this stream: its sequence.",
    };
    return fail({ code: "invalid_parameter", errors: [error] });
  }
  return ok({ after, types: typesOfAll(patternsOf(types)), limit, waitMs: wait * 1000 });
}

function patternsOf(list: string): string[] {
  return list.split(",").map((pattern) => pattern.trim());
}
