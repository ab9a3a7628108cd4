/** Table booking_documents: which documents changes of a booking posted; and the account they stand in. */
import type { Statement } from "../../host/database.ts";
import { VISIBLE_KEY } from "../../ledger/rules/seen-documents.ts";

const INSERT = `INSERT INTO booking_documents (group_id, version, modified_key, booking_id)
  SELECT ?1, ?2, (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (value ->> 0), value ->> 1 FROM json_each(?3)`;

/** In this order: from the bookings to their few documents, never through the ledger. */
const SELECT_ACCOUNTS = `SELECT b.booking_id, d.modified_key, o.booking_id IS NOT NULL AS own, l.site_id, l.transaction_type, l.account_number,
    l.account_type, l.transaction_reference, l.unique_reference_number, l.second_reference, l.description, l.due_ms, l.for_ms,
    l.transaction_ms, l.gross, l.nett, l.tax, l.nominal_code, l.sale_code, l.pay_code, l.tax_code, l.period_id, l.period_from_ms,
    l.period_to_ms
  FROM bookings b
  CROSS JOIN ledger_documents d INDEXED BY ledger_documents_by_account ON d.group_id = ?1 AND d.transaction_reference = b.reference AND d.site_id = b.hotel_id
    AND d.modified_key <= ${VISIBLE_KEY}
  CROSS JOIN ledger_lines l ON l.group_id = ?1 AND l.modified_ms = d.modified_ms AND l.modified_key = d.modified_key
  LEFT JOIN booking_documents o ON o.booking_id = b.booking_id AND o.modified_key = d.modified_key
  WHERE b.group_id = ?1 AND b.reservation_id = ?2 ORDER BY b.position, d.modified_key, l.line`;

/** A line of a booking's account. */
export interface AccountLineRow {
  booking_id: string;
  modified_key: number;
  /** 1: a change of the booking posted it. */
  own: 0 | 1;
  site_id: string;
  transaction_type: "Payment" | "Invoice" | "CreditNote" | "Proforma";
  account_number: string;
  account_type: number;
  transaction_reference: string;
  unique_reference_number: string;
  second_reference: string | null;
  description: string;
  due_ms: number;
  for_ms: number;
  transaction_ms: number;
  gross: number;
  nett: number;
  tax: number;
  nominal_code: string;
  sale_code: string;
  pay_code: string;
  tax_code: string;
  period_id: number;
  period_from_ms: number;
  period_to_ms: number;
}

/** Names the newest documents of the ledger, one booking for each in their order; in its batch behind their posting. */
export function insertBookingDocuments(groupId: string, version: number, bookingIds: readonly string[]): Statement[] {
  if (bookingIds.length === 0) return [];
  const values = bookingIds.map((bookingId, index) => [bookingIds.length - 1 - index, bookingId]);
  return [{ sql: INSERT, values: [groupId, version, JSON.stringify(values)] }];
}

/** Gives AccountLineRow of every document of a reservation's bookings, by booking, in the order of the ledger. */
export function selectAccounts(groupId: string, reservationId: string): Statement {
  return { sql: SELECT_ACCOUNTS, values: [groupId, reservationId] };
}
