/**
 * The number a snapshot carries in its header Event-Sequence (docs/interface.md §17): whoever follows the feed from there
 * misses nothing and sees nothing twice. It must be read at the same moment as the truth it stands beside: in the same
 * statement, or in the same batch, which D1 runs as one transaction.
 */
import type { Statement } from "../host/database.ts";
import { selectEventSequence } from "./rows/events.ts";

/** As a column of another statement whose ?1 is the group. */
export const EVENT_SEQUENCE_COLUMN = "(SELECT coalesce(max(sequence), 0) FROM events WHERE group_id = ?1) AS event_sequence";

/** As a statement of a batch; its one row is an EventSequenceRow. */
export function readEventSequence(groupId: string): Statement {
  return selectEventSequence(groupId);
}

export interface EventSequenceRow {
  event_sequence: number;
}
