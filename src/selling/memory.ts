/** Compiled calendars and rendered availability an isolate remembers. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import { createCalendarMemory } from "./calendar-memory.ts";
import { AVAILABILITY_BYTES_MAX } from "./limits.ts";

export const SELLING = memoryPart(() => ({
  calendars: createCalendarMemory(),
  /** Rendered availability, by everything it depends on: find-availability.ts. A key is text of one or two bytes a character. */
  availability: new LRUCache<string, Uint8Array>({
    maxSize: AVAILABILITY_BYTES_MAX,
    sizeCalculation: (bytes, key) => bytes.byteLength + 2 * key.length,
  }),
}));
