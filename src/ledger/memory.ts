/** Running exports by SHA-256 of their session. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import type { ExportSlot } from "./export-slots.ts";
import { EXPORT_SESSIONS_MAX } from "./limits.ts";

export const RUNNING_EXPORTS = memoryPart(() => new LRUCache<string, readonly ExportSlot[]>({ max: EXPORT_SESSIONS_MAX }));
