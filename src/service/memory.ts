/** What an isolate remembers between requests. Every part is bounded; losing all of it costs time only. */
import { LRUCache } from "lru-cache";
import { AVAILABILITY_BYTES_MAX, TOKENS_REMEMBERED_MAX } from "../platform/limits.ts";
import type { KnownToken } from "../session/authenticate.ts";
import { type CalendarMemory, createCalendarMemory } from "./calendar-memory.ts";

export interface Memory {
  /** By SHA-256 of the token. */
  tokens: LRUCache<string, KnownToken>;
  /** Compiled calendars. */
  calendars: CalendarMemory;
  /** Rendered availability, by everything it depends on: find-availability.ts. */
  availability: LRUCache<string, Uint8Array>;
}

/** An empty memory. */
export function createMemory(): Memory {
  return {
    tokens: new LRUCache({ max: TOKENS_REMEMBERED_MAX }),
    calendars: createCalendarMemory(),
    // A key is text of one or two bytes a character.
    availability: new LRUCache({
      maxSize: AVAILABILITY_BYTES_MAX,
      sizeCalculation: (bytes, key) => bytes.byteLength + 2 * key.length,
    }),
  };
}
