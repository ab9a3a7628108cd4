/** The newest events of the groups an isolate reads the feed of: one read serves all its readers. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import type { SharedWork } from "../base/shared-work.ts";
import { NO_WEBHOOKS_GROUPS_MAX, TAIL_CHARS_MAX } from "./limits.ts";
import type { StoredEvent } from "./rules/event.ts";

/** The end of a group's log, as one read found it. Never changed, only replaced. */
export interface Tail {
  /** Of the newest event; 0 where there is none. */
  head: number;
  /** The newest events, in order, without a gap up to `head`. */
  events: readonly StoredEvent[];
  /** When its read began: what was committed before is in it. */
  beganMs: number;
}

/** What an object and its short fields cost beside its text. */
const EVENT_CHARS = 200;

export const TAILS = memoryPart(() => ({
  known: new LRUCache<string, Tail>({ maxSize: TAIL_CHARS_MAX, sizeCalculation: charsOf }),
  /** Reads under way, by group. */
  running: new Map<string, Promise<Tail>>(),
  /** Reads that have not begun: whoever arrives now may share them. */
  next: new Map() as SharedWork<Tail>,
}));

function charsOf({ events }: Tail): number {
  return events.reduce((sum, { data, subject }) => sum + data.length + subject.length + EVENT_CHARS, EVENT_CHARS);
}

/** Groups that had no enabled endpoint, and when that was so. */
export const WITHOUT_WEBHOOKS = memoryPart(() => new LRUCache<string, number>({ max: NO_WEBHOOKS_GROUPS_MAX }));
