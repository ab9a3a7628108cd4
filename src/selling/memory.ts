/** The calendars and the rendered availability an isolate remembers. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import type { RenderedAvailability } from "./find-availability.ts";
import { AVAILABILITY_BYTES_MAX } from "./limits.ts";
import { createReplicaMemory } from "./replica-memory.ts";

export const SELLING = memoryPart(() => ({
  calendars: createReplicaMemory(),
  /** By everything but the sequence that an answer depends on: find-availability.ts. */
  availability: new LRUCache<string, RenderedAvailability>({
    maxSize: AVAILABILITY_BYTES_MAX,
    sizeCalculation: ({ bytes, ends }, key) => bytes.byteLength + ends.byteLength + 2 * key.length,
  }),
}));
