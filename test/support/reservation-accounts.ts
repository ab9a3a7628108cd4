/**
 * Whether a group's stock, reservations and ledger agree, counted from the tables alone: over D1 in workerd or over the
 * file after a crash. Knows no code of the service.
 */
import type { Database } from "../../src/host/database.ts";

export interface Accounts {
  reservations: number;
  bookings: number;
  documents: number;
  newestKey: number;
  /** What does not agree, in words. */
  faults: string[];
}

/** Each selects rows that must not be; ?1 the group. */
const FAULTS: Readonly<Record<string, string>> = {
  "a night is oversold": "SELECT 1 FROM stock WHERE group_id = ?1 AND sold > units",
  "units sold differ from the bookings that stay the night": `SELECT 1 FROM stock s WHERE s.group_id = ?1 AND s.sold <>
    (SELECT count(*) FROM bookings b WHERE b.group_id = ?1 AND b.hotel_id = s.hotel_id AND b.room_id = s.room_id
      AND b.check_in <= s.night AND b.check_out > s.night)`,
  "a reservation has no booking": `SELECT 1 FROM reservations r WHERE r.group_id = ?1
    AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.reservation_id = r.reservation_id)`,
  "a booking lacks one before it": `SELECT 1 FROM bookings WHERE group_id = ?1 GROUP BY reservation_id HAVING max(position) <> count(*) - 1`,
  "a booking's document has other lines than the booking's price": `SELECT 1 FROM bookings b WHERE b.group_id = ?1 AND b.total_price <>
    (SELECT coalesce(sum(l.gross), 0) FROM ledger_documents d JOIN ledger_lines l
        ON l.group_id = ?1 AND l.modified_ms = d.modified_ms AND l.modified_key = d.modified_key
      WHERE d.group_id = ?1 AND d.modified_key = b.modified_key AND l.site_id = b.hotel_id AND l.transaction_reference = b.reference AND l.transaction_type = 'Proforma')`,
  "extras differ from the booking's price for them": `SELECT 1 FROM bookings b WHERE b.group_id = ?1 AND b.extras_price <>
    (SELECT coalesce(sum(e.total_price), 0) FROM booking_extras e WHERE e.booking_id = b.booking_id)`,
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

/** The accounts of a group whose ledger holds nothing but its reservations. */
export async function accountsOf(db: Pick<Database, "prepare">, groupId: string): Promise<Accounts> {
  const counts = await db.prepare(COUNTS).bind(groupId).first<Omit<Accounts, "faults">>();
  const faults: string[] = [];
  for (const [fault, sql] of Object.entries(FAULTS)) {
    if (await db.prepare(`${sql} LIMIT 1`).bind(groupId).first()) faults.push(fault);
  }
  return { reservations: 0, bookings: 0, documents: 0, newestKey: 0, ...counts, faults };
}
