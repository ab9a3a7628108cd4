/** What an isolate remembers between requests. Every part is bounded; losing all of it costs time only. */
import { LRUCache } from "lru-cache";
import { EXPORT_SESSIONS_MAX, IDEMPOTENT_REQUESTS_RUNNING_MAX, TOKENS_REMEMBERED_MAX } from "../platform/limits.ts";
import type { KnownToken } from "../session/authenticate.ts";
import { type CalendarMemory, createCalendarMemory } from "./calendar-memory.ts";
import type { ExportSlot } from "./export-slots.ts";

export interface Memory {
  /** By SHA-256 of the token. */
  tokens: LRUCache<string, KnownToken>;
  /** Running exports by SHA-256 of the session. */
  exports: LRUCache<string, readonly ExportSlot[]>;
  /** Compiled calendars. */
  calendars: CalendarMemory;
  /** Requests with an Idempotency-Key that run now, by group, caller and key. */
  idempotentRequests: LRUCache<string, RunningRequest>;
}

/** A request that has not been answered yet. */
export interface RunningRequest {
  bodySha256: string;
  startedMs: number;
}

/** An empty memory. */
export function createMemory(): Memory {
  return {
    tokens: new LRUCache({ max: TOKENS_REMEMBERED_MAX }),
    exports: new LRUCache({ max: EXPORT_SESSIONS_MAX }),
    calendars: createCalendarMemory(),
    idempotentRequests: new LRUCache({ max: IDEMPOTENT_REQUESTS_RUNNING_MAX }),
  };
}
