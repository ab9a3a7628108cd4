/** What an isolate remembers between requests. Every part is bounded; losing all of it costs time only. */
import { LRUCache } from "lru-cache";
import { EXPORT_SESSIONS_MAX, TOKENS_REMEMBERED_MAX } from "../platform/limits.ts";
import type { KnownToken } from "../session/authenticate.ts";
import type { ExportSlot } from "./export-slots.ts";

export interface Memory {
  /** By SHA-256 of the token. */
  tokens: LRUCache<string, KnownToken>;
  /** Running exports by SHA-256 of the session. */
  exports: LRUCache<string, readonly ExportSlot[]>;
}

/** An empty memory. */
export function createMemory(): Memory {
  return { tokens: new LRUCache({ max: TOKENS_REMEMBERED_MAX }), exports: new LRUCache({ max: EXPORT_SESSIONS_MAX }) };
}
