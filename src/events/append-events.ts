/** Table events: the one way to write it. Sequences are allocated in the batch of the change itself, gapless. */
import type { Statement } from "../host/database.ts";
import type { NewEvent } from "./rules/event.ts";

/** ?1 group, ?2 now, ?3 JSON: [[type, subject, hotelId, data, sold]]. */
const INSERT_EVENTS = `INSERT INTO events (group_id, sequence, type, at_ms, subject, hotel_id, data, sold)
  SELECT ?1, coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) + 1 + e.key, e.value ->> 0, ?2, e.value ->> 1,
    e.value ->> 2, e.value -> 3, e.value -> 4
  FROM json_each(?3) e ORDER BY e.key`;

/**
 * A statement that appends events to a group's log, in this order, in whatever batch it is put; none for none. Right
 * behind it in the batch `(SELECT max(sequence) FROM events WHERE group_id = ?1)` is the sequence of the last one.
 */
export function appendEvents(groupId: string, nowMs: number, events: readonly NewEvent[]): Statement[] {
  if (events.length === 0) return [];
  const rows = events.map(({ type, subject, hotelId, data, sold }) => [
    type,
    subject,
    hotelId,
    data,
    ...(sold && sold.length > 0 ? [sold.map((one) => [one.hotelId, one.roomId, one.from, one.until, one.units])] : []),
  ]);
  return [{ sql: INSERT_EVENTS, values: [groupId, nowMs, JSON.stringify(rows)] }];
}

/** A document just posted, as its event tells it. */
export interface PostedDocument {
  hotelId: string;
  transactionType: string;
  transactionReference: string;
}

/** ?1 group, ?2 now, ?3 JSON: [[keys before the newest, subject, hotelId, type, reference]]. */
const INSERT_DOCUMENT_EVENTS = `INSERT INTO events (group_id, sequence, type, at_ms, subject, hotel_id, data)
  SELECT ?1, coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) + 1 + e.key, 'document.posted', ?2, e.value ->> 1,
    e.value ->> 2, json_object('modifiedKey', (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (e.value ->> 0),
      'transactionType', e.value ->> 3, 'hotelId', e.value ->> 2, 'transactionReference', e.value ->> 4)
  FROM json_each(?3) e ORDER BY e.key`;

/** The same for the newest documents of the ledger, in their order: the batch that allocates their keys tells them. */
export function appendDocumentEvents(groupId: string, nowMs: number, documents: readonly PostedDocument[]): Statement[] {
  if (documents.length === 0) return [];
  const rows = documents.map(({ hotelId, transactionType, transactionReference }, at) => [
    documents.length - 1 - at,
    `/accounts/${encodeURIComponent(groupId)}/${encodeURIComponent(transactionReference)}`,
    hotelId,
    transactionType,
    transactionReference,
  ]);
  return [{ sql: INSERT_DOCUMENT_EVENTS, values: [groupId, nowMs, JSON.stringify(rows)] }];
}
