/** Requests with an Idempotency-Key that run now, by group, caller and key. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import { IDEMPOTENT_REQUESTS_RUNNING_MAX } from "./limits.ts";

/** A request that has not been answered yet. */
export interface RunningRequest {
  bodySha256: string;
  startedMs: number;
}

export const RUNNING_REQUESTS = memoryPart(() => new LRUCache<string, RunningRequest>({ max: IDEMPOTENT_REQUESTS_RUNNING_MAX }));
