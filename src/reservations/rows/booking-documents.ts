/** Table booking_documents: which documents of the ledger are a booking's, numbered as their references are. */
import type { Statement } from "../../host/database.ts";

export interface DocumentRow {
  bookingId: string;
  /** From 1 within the booking. */
  number: number;
  kind: "stay" | "charge" | "credit" | "invoice" | "payment";
  /** The number of the Proforma that a credit takes back. */
  takesBack: number | null;
}

const INSERT = `INSERT INTO booking_documents (group_id, modified_key, booking_id, number, kind, takes_back)
  SELECT ?1, (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - (value ->> 0), value ->> 1, value ->> 2,
    value ->> 3, value ->> 4
  FROM json_each(?2)`;

/** Names the newest documents of the ledger, in their order; in its batch behind their posting. */
export function insertBookingDocuments(groupId: string, rows: readonly DocumentRow[]): Statement[] {
  if (rows.length === 0) return [];
  const values = rows.map(({ bookingId, number, kind, takesBack }, index) => [rows.length - 1 - index, bookingId, number, kind, takesBack]);
  return [{ sql: INSERT, values: [groupId, JSON.stringify(values)] }];
}
