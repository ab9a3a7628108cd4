/** What an isolate remembers between requests. Every part is bounded; losing all of it costs time only. */
import { LRUCache } from "lru-cache";
import {
  AVAILABILITY_BYTES_MAX,
  EDITIONS_REMEMBERED_MAX,
  EXPORT_SESSIONS_MAX,
  IDEMPOTENT_REQUESTS_RUNNING_MAX,
  LISTINGS_BYTES_MAX,
  TOKENS_REMEMBERED_MAX,
} from "../platform/limits.ts";
import type { Result } from "../domain/result.ts";
import type { SharedWork } from "../platform/shared-work.ts";
import type { KnownToken } from "../session/authenticate.ts";
import { type CalendarMemory, createCalendarMemory } from "./calendar-memory.ts";
import type { KnownEdition } from "./current-edition.ts";
import type { ExportSlot } from "./export-slots.ts";
import type { Listing } from "./list-hotels.ts";

export interface Memory {
  /** By SHA-256 of the token. */
  tokens: LRUCache<string, KnownToken>;
  /** SHA-256 by token, of tokens that proved good. Never leaves the isolate. */
  tokenHashes: LRUCache<string, string>;
  /** The newest known edition by group. */
  editions: LRUCache<string, KnownEdition>;
  /** Rendered listings by their key in the shared cache: group, version, language. */
  listings: LRUCache<string, Listing>;
  /** Look-ups and renderings under way, by the same keys. */
  editionsUnderWay: SharedWork<Result<KnownEdition>>;
  listingsUnderWay: SharedWork<Result<Listing> | null>;
  /** Compiled calendars. */
  calendars: CalendarMemory;
  /** Rendered availability, by everything it depends on: find-availability.ts. */
  availability: LRUCache<string, Uint8Array>;
  /** Requests with an Idempotency-Key that run now, by group, caller and key. */
  idempotentRequests: LRUCache<string, RunningRequest>;
  /** Running exports by SHA-256 of the session. */
  exports: LRUCache<string, readonly ExportSlot[]>;
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
    tokenHashes: new LRUCache({ max: TOKENS_REMEMBERED_MAX }),
    calendars: createCalendarMemory(),
    idempotentRequests: new LRUCache({ max: IDEMPOTENT_REQUESTS_RUNNING_MAX }),
    exports: new LRUCache({ max: EXPORT_SESSIONS_MAX }),
    // A key is text of one or two bytes a character.
    availability: new LRUCache({
      maxSize: AVAILABILITY_BYTES_MAX,
      sizeCalculation: (bytes, key) => bytes.byteLength + 2 * key.length,
    }),
    editions: new LRUCache({ max: EDITIONS_REMEMBERED_MAX }),
    listings: new LRUCache({ maxSize: LISTINGS_BYTES_MAX, sizeCalculation: (listing, key) => listing.bytes.byteLength + key.length }),
    editionsUnderWay: new Map(),
    listingsUnderWay: new Map(),
  };
}
