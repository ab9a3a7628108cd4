/** The calendars and the rendered availability an isolate remembers. */
import { LRUCache } from "lru-cache";
import type { JsonList } from "../base/json-list.ts";
import { memoryPart } from "../host/memory.ts";
import { AVAILABILITY_BYTES_MAX } from "./limits.ts";
import { createReplicaMemory } from "./replica-memory.ts";

/** A rendered answer and what it is true of: an item per hotel, by hotel.index. */
export interface RenderedAvailability extends JsonList {
  sequence: number;
}

export const SELLING = memoryPart(() => ({
  calendars: createReplicaMemory(),
  /** By everything but the sequence that an answer depends on: find-availability.ts. */
  availability: new LRUCache<string, RenderedAvailability>({
    maxSize: AVAILABILITY_BYTES_MAX,
    sizeCalculation: ({ bytes, ends }, key) => bytes.byteLength + ends.byteLength + 2 * key.length,
  }),
}));
