/**
 * The number a snapshot carries in its header Event-Sequence (docs/interface.md §17): whoever follows the feed from there
 * misses nothing and sees nothing twice. It is read in the batch that reads the truth, which D1 runs as one transaction.
 */
import type { Statement } from "../host/database.ts";

const SELECT_SEQUENCE = `SELECT coalesce(max(sequence), 0) AS event_sequence FROM events WHERE group_id = ?1`;

/** A statement of a batch whose result `eventSequenceOf` reads. */
export function selectEventSequence(groupId: string): Statement {
  return { sql: SELECT_SEQUENCE, values: [groupId] };
}

/** The sequence of the group's newest event at that moment, from the statement's rows. */
export function eventSequenceOf(rows: readonly unknown[] | undefined): number {
  const [row] = (rows ?? []) as { event_sequence: number }[];
  return row?.event_sequence ?? 0;
}
