/** The replicas an isolate remembers, bounded in bytes: what was not asked for longest goes first, a month or a whole group. */
import { LRUCache } from "lru-cache";
import { REPLICA_BYTES_MAX } from "./limits.ts";
import { type Replica, forgetMonth } from "./rules/replica.ts";
import { catalogueBytes } from "./rules/replica-catalogue.ts";

/** A month of a group, or its catalogue where `month` is null. */
interface Part {
  groupId: string;
  month: number | null;
  bytes: number;
}

/** The questions of a group: those under way, and the one that those who came since will share. */
export interface QuestionLine {
  running: number;
  /** Ends, in any way, with the last question that began. */
  ended: Promise<unknown>;
  next: NextQuestion | null;
  /** A question under way that reads months of every hotel, or all there is. */
  loading: Promise<unknown> | null;
}

/** A question that has not begun: what it brings is newer than the arrival of all who join it. */
export interface NextQuestion {
  wanted: WantedMonth[];
  answer: Promise<Replica | null>;
}

/** A month of a hotel, or of every hotel where `hotelId` is null. */
export interface WantedMonth {
  month: number;
  hotelId: string | null;
}

export interface ReplicaMemory {
  replicas: Map<string, Replica>;
  parts: LRUCache<string, Part>;
  /** Replicas begun so far. */
  epochs: number;
  lines: Map<string, QuestionLine>;
}

/** An empty memory. */
export function createReplicaMemory(): ReplicaMemory {
  const replicas = new Map<string, Replica>();
  const parts: LRUCache<string, Part> = new LRUCache({
    maxSize: REPLICA_BYTES_MAX,
    sizeCalculation: (part) => part.bytes,
    disposeAfter: (part, _key, reason) => {
      if (reason === "evict") evicted({ replicas, parts }, part);
    },
  });
  return { replicas, parts, epochs: 0, lines: new Map() };
}

/** The replica of a group; `months` count as used. */
export function recallReplica(memory: ReplicaMemory, groupId: string, months: Iterable<number>): Replica | null {
  const replica = memory.replicas.get(groupId);
  if (!replica) return null;
  memory.parts.get(partKey(groupId, null));
  for (const month of months) memory.parts.get(partKey(groupId, month));
  return replica;
}

/** Remembers a group's replica in the place of the one before. A month that no hotel has a calendar for costs more than it saves. */
export function rememberReplica(memory: ReplicaMemory, groupId: string, replica: Replica): void {
  const before = memory.replicas.get(groupId);
  if (before === replica) return;
  let kept = replica;
  for (const [month, { hotels }] of replica.months) if (!hotels.some(Boolean)) kept = forgetMonth(kept, month);
  memory.replicas.set(groupId, kept);
  if (before?.catalogue !== kept.catalogue) keepPart(memory, { groupId, month: null, bytes: catalogueBytes(kept.catalogue) });
  for (const [month, { bytes }] of kept.months) {
    const isHeld = memory.replicas.get(groupId)?.months.has(month) ?? false;
    if (isHeld && memory.parts.peek(partKey(groupId, month))?.bytes !== bytes) keepPart(memory, { groupId, month, bytes });
  }
}

/** Forgets a group. */
export function forgetReplica(memory: Pick<ReplicaMemory, "replicas" | "parts">, groupId: string): void {
  const months = [...(memory.replicas.get(groupId)?.months.keys() ?? [])];
  memory.replicas.delete(groupId);
  for (const month of [...months, null]) memory.parts.delete(partKey(groupId, month));
}

function keepPart(memory: ReplicaMemory, part: Part): void {
  const key = partKey(part.groupId, part.month);
  memory.parts.set(key, part);
  // What is larger than all there is room for was not taken.
  if (!memory.parts.has(key)) evicted(memory, part);
}

function evicted(memory: Pick<ReplicaMemory, "replicas" | "parts">, { groupId, month }: Part): void {
  const replica = memory.replicas.get(groupId);
  if (month === null) forgetReplica(memory, groupId);
  else if (replica) memory.replicas.set(groupId, forgetMonth(replica, month));
}

function partKey(groupId: string, month: number | null): string {
  return `${month ?? "catalogue"} ${groupId}`;
}
