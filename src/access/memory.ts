/** What an isolate remembers of callers: tokens, addresses that failed, who waits for a password hash. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import { ADDRESSES_REMEMBERED_MAX, TOKENS_REMEMBERED_MAX } from "./limits.ts";
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
  /** When a renewal of trust began, by SHA-256 of the token, while it runs. */
  renewals: new LRUCache<string, number>({ max: TOKENS_REMEMBERED_MAX }),
}));

/** The groups of tokens that came without one, by SHA-256 of the token: a token never changes its group. */
export const GROUPS_OF_TOKENS = memoryPart(() => new LRUCache<string, string>({ max: TOKENS_REMEMBERED_MAX }));

/** The failures of an address. */
export interface FailedAddress {
  /** Instants of the last ones, oldest first. */
  atMs: number[];
  shutUntilMs: number;
}

export const FAILED_ADDRESSES = memoryPart(() => new LRUCache<string, FailedAddress>({ max: ADDRESSES_REMEMBERED_MAX }));

/** A place in the line for a password hash; `beats` rises while its request lives and waits. */
export interface HashTicket {
  beats: number;
}

export interface HashQueue {
  running: HashTicket[];
  waiting: HashTicket[];
  /** When the next hash may begin. */
  restUntilMs: number;
}

export const HASH_QUEUE = memoryPart((): HashQueue => ({ running: [], waiting: [], restUntilMs: 0 }));

/** The installation's secret for keyed hashes; null until a log-in has read it. */
export const LOG_SECRET = memoryPart((): { value: string | null } => ({ value: null }));
