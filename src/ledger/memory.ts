/** Running exports by SHA-256 of their session. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import { EXPORT_SESSIONS_MAX } from "./limits.ts";

export interface ExportSlot {
  startedMs: number;
}

export const RUNNING_EXPORTS = memoryPart(() => new LRUCache<string, readonly ExportSlot[]>({ max: EXPORT_SESSIONS_MAX }));
