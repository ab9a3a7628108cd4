/** Tokens an isolate remembers. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import { TOKENS_REMEMBERED_MAX } from "./limits.ts";
import type { Principal } from "./rules/principal.ts";

/** A token D1 knew at `checkedMs`. */
export interface KnownToken {
  principal: Principal;
  /** Null: does not expire. */
  expiresMs: number | null;
  checkedMs: number;
}

export const TOKENS = memoryPart(() => ({
  /** By SHA-256 of the token. */
  known: new LRUCache<string, KnownToken>({ max: TOKENS_REMEMBERED_MAX }),
  /** SHA-256 by token, of tokens that proved good. Never leaves the isolate. */
  hashes: new LRUCache<string, string>({ max: TOKENS_REMEMBERED_MAX }),
}));
