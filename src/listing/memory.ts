/** Editions and rendered listings an isolate remembers. */
import { LRUCache } from "lru-cache";
import type { Result } from "../base/result.ts";
import type { SharedWork } from "../base/shared-work.ts";
import { memoryPart } from "../host/memory.ts";
import type { KnownEdition } from "./current-edition.ts";
import { EDITIONS_REMEMBERED_MAX, LISTINGS_BYTES_MAX } from "./limits.ts";
import type { Listing } from "./list-hotels.ts";

export const LISTINGS = memoryPart(() => ({
  /** The newest known edition by group. */
  editions: new LRUCache<string, KnownEdition>({ max: EDITIONS_REMEMBERED_MAX }),
  /** Rendered listings by their key in the shared cache: group, version, language. */
  listings: new LRUCache<string, Listing>({
    maxSize: LISTINGS_BYTES_MAX,
    sizeCalculation: (listing, key) => listing.bytes.byteLength + key.length,
  }),
  /** Look-ups and renderings under way, by the same keys. */
  editionsUnderWay: new Map() as SharedWork<Result<KnownEdition>>,
  listingsUnderWay: new Map() as SharedWork<Result<Listing> | null>,
}));
