/**
 * Tables partner_cursors and partner_deliveries: what of the feed a client has acknowledged, hotel by hotel. Reservations,
 * changes and cancellations are read from the log of events itself, so that nothing that was committed can be missed.
 */
import type { Database, Statement } from "../../host/database.ts";

/** A reservation with something new for the client in a hotel. */
export interface UnacknowledgedRow {
  hotel_id: string;
  reservation_id: string;
  /** Of its events that are not acknowledged, the first and the last. */
  first_sequence: number;
  last_sequence: number;
  /** When the last of them happened. */
  changed_ms: number;
  /** 0: it has acknowledged nothing of the reservation. */
  acknowledged_sequence: number;
  /** 1: that it was made is among what is not acknowledged. */
  is_new: 0 | 1;
}

/** How far the log was read. */
export interface ReachRow {
  /** Hotels whose reservations the client has read. */
  cursors: number;
  /** The newest event that was looked at; all of them, unless there were more than the bound. */
  through_sequence: number;
}

/** What a sender must know of; check-in, check-out and no-show are the hotel's own doing. */
const TYPES = `('reservation.created', 'booking.amended', 'booking.guest_changed', 'booking.cancelled')`;

/** ?1 group, ?2 client, ?3 hotel or null for all it has read, ?4 most events. */
const WANTED = `WITH wanted AS (SELECT hotel_id, through_sequence FROM partner_cursors
    WHERE group_id = ?1 AND client = ?2 AND (?3 IS NULL OR hotel_id = ?3)),
  told AS (SELECT sequence, type, at_ms, hotel_id, data FROM events WHERE group_id = ?1 AND type IN ${TYPES}
    AND sequence > (SELECT min(through_sequence) FROM wanted) ORDER BY sequence LIMIT ?4)`;

/** A reservation that was made in several hotels at once names them in its bookings. */
const TOUCHED = `touched AS (SELECT DISTINCT t.sequence, t.type, t.at_ms, t.data ->> 'reservationId' AS reservation_id,
    coalesce(t.hotel_id, b.value ->> 'hotelId') AS hotel_id
  FROM told t LEFT JOIN json_each(t.data, '$.bookings') b ON t.hotel_id IS NULL)`;

const COLUMNS = `t.hotel_id, t.reservation_id, min(t.sequence) AS first_sequence, max(t.sequence) AS last_sequence,
    max(t.at_ms) AS changed_ms, coalesce(d.acknowledged_sequence, 0) AS acknowledged_sequence,
    max(t.type = 'reservation.created' AND t.sequence > coalesce(d.acknowledged_sequence, 0)) AS is_new`;

const DELIVERED = `LEFT JOIN partner_deliveries d ON d.group_id = ?1 AND d.client = ?2 AND d.hotel_id = t.hotel_id
    AND d.reservation_id = t.reservation_id`;

const SELECT_UNACKNOWLEDGED = `${WANTED}, ${TOUCHED} SELECT ${COLUMNS} FROM touched t
  JOIN wanted w ON w.hotel_id = t.hotel_id AND t.sequence > w.through_sequence ${DELIVERED}
  WHERE t.sequence > coalesce(d.acknowledged_sequence, 0)
  GROUP BY t.hotel_id, t.reservation_id ORDER BY first_sequence, t.hotel_id`;

const SELECT_REACH = `${WANTED} SELECT (SELECT count(*) FROM wanted) AS cursors,
    coalesce(iif((SELECT count(*) FROM told) = ?4, (SELECT max(sequence) FROM told), (SELECT max(sequence) FROM events WHERE group_id = ?1)), 0)
      AS through_sequence`;

/** ?5 the instant; acknowledged or not, and newest first, so that the bound leaves out what is oldest. */
const SELECT_SINCE = `WITH told AS (SELECT sequence, type, at_ms, hotel_id, data FROM events WHERE group_id = ?1 AND type IN ${TYPES} AND at_ms > ?5
    ORDER BY sequence DESC LIMIT ?4), ${TOUCHED}
  SELECT ${COLUMNS} FROM touched t ${DELIVERED} WHERE ?3 IS NULL OR t.hotel_id = ?3
  GROUP BY t.hotel_id, t.reservation_id ORDER BY first_sequence, t.hotel_id`;

const BEGIN_CURSORS = `INSERT INTO partner_cursors (group_id, client, hotel_id, through_sequence)
  SELECT ?1, ?2, hotel_id, 0 FROM hotels WHERE group_id = ?1 AND (?3 IS NULL OR hotel_id = ?3) ON CONFLICT DO NOTHING`;

/** ?3 JSON: [[hotelId, throughSequence]]. */
const ADVANCE_CURSORS = `UPDATE partner_cursors SET through_sequence = max(through_sequence, n.value ->> 1) FROM json_each(?3) n
  WHERE group_id = ?1 AND client = ?2 AND hotel_id = n.value ->> 0`;

/** ?3 JSON: [[hotelId, reservationId, reference, sentSequence, acknowledgedSequence]]. */
const NOTE_DELIVERIES = `INSERT INTO partner_deliveries (group_id, client, hotel_id, reservation_id, reference, sent_sequence,
    acknowledged_sequence)
  SELECT ?1, ?2, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?3) WHERE true
  ON CONFLICT DO UPDATE SET sent_sequence = max(sent_sequence, excluded.sent_sequence),
    acknowledged_sequence = max(acknowledged_sequence, excluded.acknowledged_sequence)`;

/** ?3 hotel a key is bound to or null, ?4 JSON: [[reference, sequence or null]]. What was never sent cannot be acknowledged. */
const ACKNOWLEDGE = `UPDATE partner_deliveries
  SET acknowledged_sequence = max(acknowledged_sequence, min(sent_sequence, coalesce(a.value ->> 1, sent_sequence)))
  FROM json_each(?4) a WHERE group_id = ?1 AND client = ?2 AND reference = a.value ->> 0 AND (?3 IS NULL OR hotel_id = ?3)
  RETURNING reference, hotel_id`;

/** What one client of a group is asked of: ?1, ?2. */
export interface ClientScope {
  groupId: string;
  client: string;
  /** Null: every hotel. */
  hotelId: string | null;
}

/** A hotel's reservation as it was sent or put aside. */
export interface DeliveryRow {
  hotelId: string;
  reservationId: string;
  reference: string;
  sentSequence: number;
  acknowledgedSequence: number;
}

/** Gives UnacknowledgedRow, oldest first. */
export function selectUnacknowledged({ groupId, client, hotelId }: ClientScope, eventsMax: number): Statement {
  return { sql: SELECT_UNACKNOWLEDGED, values: [groupId, client, hotelId, eventsMax] };
}

/** Gives one ReachRow. */
export function selectReach({ groupId, client, hotelId }: ClientScope, eventsMax: number): Statement {
  return { sql: SELECT_REACH, values: [groupId, client, hotelId, eventsMax] };
}

/** Gives UnacknowledgedRow of everything since an instant, acknowledged or not. */
export function selectSince({ groupId, client, hotelId }: ClientScope, eventsMax: number, sinceMs: number): Statement {
  return { sql: SELECT_SINCE, values: [groupId, client, hotelId, eventsMax, sinceMs] };
}

/** Notes that the client has begun to read these hotels. */
export function beginCursors({ groupId, client, hotelId }: ClientScope): Statement {
  return { sql: BEGIN_CURSORS, values: [groupId, client, hotelId] };
}

/** Moves hotels' cursors forward, never back. */
export function advanceCursors({ groupId, client }: ClientScope, cursors: readonly (readonly [string, number])[]): Statement {
  return { sql: ADVANCE_CURSORS, values: [groupId, client, JSON.stringify(cursors)] };
}

/** Notes what was sent, or put aside. */
export function noteDeliveries({ groupId, client }: ClientScope, rows: readonly DeliveryRow[]): Statement {
  const values = rows.map((row) => [row.hotelId, row.reservationId, row.reference, row.sentSequence, row.acknowledgedSequence]);
  return { sql: NOTE_DELIVERIES, values: [groupId, client, JSON.stringify(values)] };
}

/** Acknowledges reservations by reference, up to a sequence or up to what was last sent. Returns those it knew. */
export async function acknowledgeDeliveries(
  db: Database,
  { groupId, client, hotelId }: ClientScope,
  names: readonly (readonly [string, number | null])[],
): Promise<{ reference: string; hotel_id: string }[]> {
  const { results } = await db
    .prepare(ACKNOWLEDGE)
    .bind(groupId, client, hotelId, JSON.stringify(names))
    .all<{ reference: string; hotel_id: string }>();
  return results;
}
