/** How far a group's log has come: for a batch with what is read at the same moment (header Event-Sequence). */
import type { Statement } from "../host/database.ts";

const SELECT_NEWEST = "SELECT coalesce(max(sequence), 0) AS sequence FROM events WHERE group_id = ?1";

/** Gives one row with `sequence`, 0 where nothing has happened yet. */
export function newestSequence(groupId: string): Statement {
  return { sql: SELECT_NEWEST, values: [groupId] };
}

/** The sequence out of the rows of newestSequence. */
export function sequenceOf(rows: readonly unknown[]): number {
  const [row] = rows as { sequence: number }[];
  return row?.sequence ?? 0;
}
