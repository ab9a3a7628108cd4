/** Table partner_messages: the log of what partners sent. */
import type { Database } from "../../host/database.ts";

export interface MessageRow {
  hotel_id: string;
  at_ms: number;
  message_id: string;
  client: string;
  protocol: string;
  message: string;
  echo_token: string | null;
  accepted: 0 | 1;
  /** JSON: MessageDetail (rules/message-entry.ts). */
  detail: string;
}

const INSERT_MESSAGE = `INSERT INTO partner_messages (group_id, hotel_id, at_ms, message_id, client, protocol, message, echo_token, accepted, detail)
  SELECT ?1, hotel_id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM hotels WHERE group_id = ?1 AND hotel_id = ?2`;

const SELECT_MESSAGES = `SELECT hotel_id, at_ms, message_id, client, protocol, message, echo_token, accepted, detail FROM partner_messages
  WHERE group_id = ?1 AND hotel_id = ?2 AND at_ms > ?3 AND (at_ms, message_id) < (?4, ?5)
  ORDER BY at_ms DESC, message_id DESC LIMIT ?6`;

const DELETE_MESSAGES = `DELETE FROM partner_messages WHERE (group_id, hotel_id, at_ms, message_id) IN
  (SELECT group_id, hotel_id, at_ms, message_id FROM partner_messages WHERE at_ms < ?1 ORDER BY at_ms LIMIT ?2)`;

/** Writes a message of a hotel of the group; of any other hotel nothing. */
export async function insertMessage(db: Database, groupId: string, row: MessageRow): Promise<void> {
  const { hotel_id, at_ms, message_id, client, protocol, message, echo_token, accepted, detail } = row;
  await db
    .prepare(INSERT_MESSAGE)
    .bind(groupId, hotel_id, at_ms, message_id, client, protocol, message, echo_token, accepted, detail)
    .run();
}

/** Messages of a hotel after an instant and before a place in the log, newest first. */
export async function selectMessages(
  db: Database,
  {
    groupId,
    hotelId,
    afterMs,
    before,
    limit,
  }: { groupId: string; hotelId: string; afterMs: number; before: readonly [number, string]; limit: number },
): Promise<MessageRow[]> {
  return (
    await db
      .prepare(SELECT_MESSAGES)
      .bind(groupId, hotelId, afterMs, ...before, limit)
      .all<MessageRow>()
  ).results;
}

/** Deletes at most `rowsMax` messages from before `beforeMs`. Returns how many. */
export async function deleteMessages(db: Database, beforeMs: number, rowsMax: number): Promise<number> {
  return (await db.prepare(DELETE_MESSAGES).bind(beforeMs, rowsMax).run()).meta.changes ?? 0;
}
