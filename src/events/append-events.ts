/** Table events: the one way to write it. Sequences are allocated in the batch of the change itself, gapless. */
import type { Statement } from "../host/database.ts";
import type { NewEvent } from "./rules/event.ts";

/** SQL: an event's data as it was given. */
export const EVENT_DATA = "e.value -> 3";

/** ?1 group, ?2 now, ?3 JSON: [[type, subject, hotelId, data, sold]], each as e.value. */
const insertEvents = (data: string): string => `INSERT INTO events (group_id, sequence, type, at_ms, subject, hotel_id, data, sold)
  SELECT ?1, coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) + 1 + e.key, e.value ->> 0, ?2, e.value ->> 1,
    e.value ->> 2, ${data}, e.value -> 4
  FROM json_each(?3) e ORDER BY e.key`;

/**
 * A statement that appends events to a group's log, in this order, in whatever batch it is put; none for none. Right
 * behind it in the batch `(SELECT max(sequence) FROM events WHERE group_id = ?1)` is the sequence of the last one.
 * `data`: an SQL expression for an event's data where part of it is known in the batch only; EVENT_DATA is what was given.
 */
export function appendEvents(groupId: string, nowMs: number, events: readonly NewEvent[], data: string = EVENT_DATA): Statement[] {
  if (events.length === 0) return [];
  const rows = events.map(({ type, subject, hotelId, data, sold }) => [
    type,
    subject,
    hotelId,
    data,
    ...(sold && sold.length > 0 ? [sold.map((one) => [one.hotelId, one.roomId, one.from, one.until, one.units])] : []),
  ]);
  return [{ sql: insertEvents(data), values: [groupId, nowMs, JSON.stringify(rows)] }];
}
