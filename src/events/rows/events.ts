/** Table events, read: pages of the log, and its end. */
import type { Database } from "../../host/database.ts";
import type { StoredEvent } from "../rules/event.ts";

interface EventRow {
  sequence: number;
  type: string;
  at_ms: number;
  subject: string;
  hotel_id: string | null;
  data: string;
}

const COLUMNS = "sequence, type, at_ms, subject, hotel_id, data";

const SELECT_PAGE = `SELECT ${COLUMNS} FROM events WHERE group_id = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3`;

/** Whatever is new; where that is more than ?3, the newest of it. */
const SELECT_NEWEST = `SELECT ${COLUMNS} FROM events WHERE group_id = ?1
  AND sequence > max(?2, coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) - ?3) ORDER BY sequence`;

/** Events after `after`, in order, at most `rowsMax`. */
export function findEvents(db: Database, groupId: string, after: number, rowsMax: number): Promise<StoredEvent[]> {
  return select(db, SELECT_PAGE, groupId, after, rowsMax);
}

/** The newest events after `after`, in order, at most `rowsMax`; the last of them is the group's last. */
export function findNewestEvents(db: Database, groupId: string, after: number, rowsMax: number): Promise<StoredEvent[]> {
  return select(db, SELECT_NEWEST, groupId, after, rowsMax);
}

async function select(db: Database, sql: string, groupId: string, after: number, rowsMax: number): Promise<StoredEvent[]> {
  const { results } = await db.prepare(sql).bind(groupId, after, rowsMax).all<EventRow>();
  return results.map(({ at_ms, hotel_id, ...row }) => ({ ...row, atMs: at_ms, hotelId: hotel_id }));
}
