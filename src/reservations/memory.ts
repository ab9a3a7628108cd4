/** What an isolate remembers of reservations: where there are read replicas, the newest version it has seen or made of each. */
import { LRUCache } from "lru-cache";
import { memoryPart } from "../host/memory.ts";
import { VERSIONS_REMEMBERED_MAX } from "./limits.ts";

/** By group and reservation. */
export const KNOWN_VERSIONS = memoryPart(() => new LRUCache<string, number>({ max: VERSIONS_REMEMBERED_MAX }));
