/**
 * Table fences: which groups came to a database, come, leave it or have left it (docs/growing.md). The row of a group that left says
 * where it went and outlives every move: whoever asks the wrong database learns the right one from it. Pure.
 */
import type { Statement } from "./database.ts";

/** Where a group is: the number of its database, and its moves until it came there. */
export interface Place {
  shard: number;
  version: number;
}

/** Where every group is that nobody has moved. */
export const HOME: Place = { shard: 0, version: 0 };

export interface FenceRow {
  state: "here" | "copying" | "arriving" | "leaving" | "left";
  shard: number;
  version: number;
}

/** SQL: the database's own time, milliseconds since 1970-01-01 UTC. A fence is set and looked at by one clock. */
export const DATABASE_NOW_MS = "unixepoch('subsec') * 1000";

const SELECT_FENCE = `SELECT state, shard, version FROM fences WHERE group_id = ?1`;

/** Writes nothing, or refuses by the NULL where the group may not be written to: ?2 the version the writer knows. */
const PREMISE = `INSERT INTO fences (group_id, state, shard, version, run) SELECT group_id, NULL, shard, version, run FROM fences
  WHERE group_id = ?1 AND (state = 'left' OR (state = 'leaving' AND until_ms > ${DATABASE_NOW_MS}) OR state = 'copying'
    OR (state = 'arriving' AND version > ?2))`;

/** How PREMISE and the triggers of schema.sql refuse. */
const REFUSED = /fences\.state|group_moving/;

/** Reads the group's fence; no row for a group at rest. */
export function fenceStatement(groupId: string): Statement {
  return { sql: SELECT_FENCE, values: [groupId] };
}

/** Put before the statements of a batch, it lets them pass only where the group may be written to by one who knows its `version`. */
export function fencePremise(groupId: string, { version }: Place): Statement {
  return { sql: PREMISE, values: [groupId, version] };
}

/** Whether a fence refused a write. */
export function isFenced(error: unknown): boolean {
  return error instanceof Error && REFUSED.test(error.message);
}

/** Where the group is instead, by a fence of the place where it was looked for; null where it is served there. */
export function elsewhere({ state, shard, version }: FenceRow, place: Place): Place | null {
  if (state === "left") return { shard, version };
  // Whoever does not know that it came asks where it comes from: that one knows whether it has left.
  if (state === "copying" || (state === "arriving" && version > place.version)) return { shard, version: version - 1 };
  return null;
}
