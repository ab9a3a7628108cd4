/** Editions and rendered listings an isolate remembers. */
import { LRUCache } from "lru-cache";
import type { Result } from "../base/result.ts";
import type { SharedWork } from "../base/shared-work.ts";
import { memoryPart } from "../host/memory.ts";
import { EDITIONS_REMEMBERED_MAX, LISTINGS_BYTES_MAX } from "./limits.ts";
import type { Edition } from "./rows/editions.ts";

/** An edition, and when D1 was asked for it. */
export interface KnownEdition extends Edition {
  readAtMs: number;
}

/** A rendered listing. Its bytes are shared: nobody may change them. */
export interface Listing {
  bytes: Uint8Array;
  /** Weak, quoted; the same bytes have the same. */
  etag: string;
  language: string;
  /** When the content changed, as HTTP writes it. */
  lastModified: string;
}

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
