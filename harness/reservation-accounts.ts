/**
 * Whether a group's stock, reservations and ledger agree, counted from the tables alone: over D1 in workerd or over the
 * file after a crash. Knows no code of the service.
 */
import type { Database } from "../src/host/database.ts";

export interface Accounts {
  reservations: number;
  bookings: number;
  documents: number;
  newestKey: number;
  /** What does not agree, in words. */
  faults: string[];
}

/** The bookings as they are now. */
const NOW = `bookings b JOIN booking_versions v ON v.booking_id = b.booking_id
    AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id)`;

/** The lines of an account by its index: of a ledger with many others the planner would read every line for each booking. */
const ACCOUNT_LINES = `FROM ledger_documents d INDEXED BY ledger_documents_by_account CROSS JOIN ledger_lines l
      ON l.group_id = d.group_id AND l.modified_ms = d.modified_ms AND l.modified_key = d.modified_key`;

/** Whether a Proforma is a stay's: posted by a change of the booking. Others are charges. */
const OF_STAY = `EXISTS (SELECT 1 FROM booking_documents o WHERE o.booking_id = b.booking_id AND o.modified_key = d.modified_key)`;

/** What is open of a stay: its Proformas that no CreditNote takes back and no later Invoice settles. */
const EXPECTED = `(SELECT coalesce(sum(l.gross), 0) ${ACCOUNT_LINES}
    WHERE d.group_id = ?1 AND d.transaction_reference = b.reference AND d.transaction_type = 'Proforma' AND l.site_id = b.hotel_id AND ${OF_STAY}
      AND NOT EXISTS (SELECT 1 FROM ledger_lines c INDEXED BY ledger_lines_taking_back WHERE c.group_id = ?1 AND c.transaction_type = 'CreditNote'
        AND c.second_reference = d.unique_reference_number AND c.second_reference IS NOT NULL AND (c.transaction_type = 'CreditNote' OR c.gross < 0))
      AND NOT EXISTS (SELECT 1 FROM ledger_documents i INDEXED BY ledger_documents_by_account WHERE i.group_id = ?1 AND i.transaction_reference = b.reference
        AND i.transaction_type = 'Invoice' AND i.modified_key > d.modified_key))`;

/** What was charged to a booking beside its stay. */
const CHARGES = `(SELECT coalesce(sum(l.gross), 0) ${ACCOUNT_LINES}
    WHERE d.group_id = ?1 AND d.transaction_reference = b.reference AND d.transaction_type = 'Proforma' AND l.site_id = b.hotel_id
      AND NOT ${OF_STAY})`;

/** What a booking was invoiced. */
const CHARGED = `(SELECT coalesce(sum(l.gross), 0) ${ACCOUNT_LINES}
    WHERE d.group_id = ?1 AND d.transaction_reference = b.reference AND d.transaction_type = 'Invoice')`;

/** Each selects rows that must not be; ?1 the group. */
const FAULTS: Readonly<Record<string, string>> = {
  "a night is oversold": "SELECT 1 FROM stock WHERE group_id = ?1 AND sold > units",
  "a reservation has no booking": `SELECT 1 FROM reservations r WHERE r.group_id = ?1
    AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.reservation_id = r.reservation_id)`,
  "a reservation lacks a version": `SELECT 1 FROM reservations r WHERE r.group_id = ?1
    AND (SELECT count(*) = max(version) FROM reservation_versions n WHERE n.reservation_id = r.reservation_id) IS NOT 1`,
  "a booking lacks one before it": `SELECT 1 FROM bookings WHERE group_id = ?1 GROUP BY reservation_id HAVING max(position) <> count(*) - 1`,
  "what is expected of a booking differs from its price": `SELECT 1 FROM ${NOW} WHERE b.group_id = ?1
    AND iif(v.status IN ('confirmed', 'in_house'), v.total_price, 0) <> ${EXPECTED}`,
  "what a booking was charged differs from its fee or its price": `SELECT 1 FROM ${NOW} WHERE b.group_id = ?1
    AND ${CHARGED} <> CASE v.status WHEN 'checked_out' THEN v.total_price + ${CHARGES} ELSE coalesce(v.fee, 0) END`,
  "a booking's prices do not add up": `SELECT 1 FROM ${NOW} WHERE b.group_id = ?1
    AND (v.room_price <> (SELECT sum(value) FROM json_each(v.nights))
      OR v.extras_price <> (SELECT coalesce(sum(value ->> 'total'), 0) FROM json_each(v.extras)))`,
  "a reservation has no event": `SELECT 1 FROM reservations r WHERE r.group_id = ?1 AND NOT EXISTS (SELECT 1 FROM events e
    WHERE e.group_id = ?1 AND e.sequence = r.sequence AND e.type = 'reservation.created' AND e.data ->> 'reservationId' = r.reservation_id)`,
  "a document of a booking has no event": `SELECT 1 FROM booking_documents o
    LEFT JOIN (SELECT CAST(data ->> 'modifiedKey' AS INTEGER) AS modified_key, count(*) AS events FROM events
      WHERE group_id = ?1 AND type = 'document.posted' GROUP BY 1) e ON e.modified_key = o.modified_key
    WHERE o.group_id = ?1 AND e.events IS NOT 1`,
  "a document lacks lines": `SELECT 1 FROM ledger_documents d WHERE d.group_id = ?1 AND d.line_count <>
    (SELECT count(*) FROM ledger_lines l WHERE l.group_id = ?1 AND l.modified_ms = d.modified_ms AND l.modified_key = d.modified_key)`,
  "ModifiedKeys have gaps":
    "SELECT 1 FROM ledger_documents WHERE group_id = ?1 GROUP BY group_id HAVING count(*) <> max(modified_key) OR min(modified_key) <> 1",
  "ModifiedDates fall": `SELECT 1 FROM ledger_documents d JOIN ledger_documents e ON e.group_id = ?1 AND e.modified_key = d.modified_key + 1
    WHERE d.group_id = ?1 AND e.modified_ms < d.modified_ms`,
};

const COUNTS = `SELECT (SELECT count(*) FROM reservations WHERE group_id = ?1) AS reservations,
  (SELECT count(*) FROM bookings WHERE group_id = ?1) AS bookings,
  (SELECT count(*) FROM ledger_documents WHERE group_id = ?1) AS documents,
  (SELECT coalesce(max(modified_key), 0) FROM ledger_documents WHERE group_id = ?1) AS newestKey`;

/** Whether every night's units sold are those that the events sold and gave back. */
async function stockFollowsEvents(db: Pick<Database, "prepare">, groupId: string): Promise<boolean> {
  const events = await db.prepare("SELECT sold FROM events WHERE group_id = ?1 AND sold IS NOT NULL").bind(groupId).all<{ sold: string }>();
  const counts = new Map<string, number>();
  for (const { sold } of events.results) {
    for (const [hotelId, roomId, from, until, units] of JSON.parse(sold) as [string, string, number, number, number][]) {
      for (let night = from; night < until; night += 1) {
        const name = JSON.stringify([hotelId, roomId, night]);
        counts.set(name, (counts.get(name) ?? 0) + units);
      }
    }
  }
  const stock = await db
    .prepare("SELECT json_array(hotel_id, room_id, night) AS name, sold FROM stock WHERE group_id = ?1")
    .bind(groupId)
    .all<{ name: string; sold: number }>();
  return stock.results.every(({ name, sold }) => (counts.get(name) ?? 0) === sold);
}

/** The accounts of a group whose ledger holds nothing of its reservations but stays, charges and payments. */
export async function accountsOf(db: Pick<Database, "prepare">, groupId: string): Promise<Accounts> {
  const counts = await db.prepare(COUNTS).bind(groupId).first<Omit<Accounts, "faults">>();
  const faults: string[] = [];
  for (const [fault, sql] of Object.entries(FAULTS)) {
    if (await db.prepare(`${sql} LIMIT 1`).bind(groupId).first()) faults.push(fault);
  }
  if (!(await stockFollowsEvents(db, groupId))) faults.push("units sold differ from what the events sold and gave back");
  return { reservations: 0, bookings: 0, documents: 0, newestKey: 0, ...counts, faults };
}
