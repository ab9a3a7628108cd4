/** Reading what every version made of a reservation: tables reservations, reservation_versions and booking_versions. */
import type { ToldStateRow } from "./told-state.ts";
import type { Statement } from "../../host/database.ts";

export interface HistoryVersionRow {
  /** Whose the reservation is. */
  owner: string;
  version: number;
  caller: string;
  at_ms: number;
  reason: string;
  billing: string;
}

export interface HistoryStateRow extends ToldStateRow {
  booking_id: string;
  reference: string;
  hotel_id: string;
  currency_code: string;
  version: number;
}

const FIRST = `(SELECT max(version) - ?3 FROM reservation_versions WHERE reservation_id = ?2)`;

/** Gives HistoryVersionRow of the newest versions and of the one before them, in order; none where the group has no such reservation. */
export function selectHistory(groupId: string, reservationId: string, versionsMax: number): Statement {
  return {
    sql: `SELECT r.caller AS owner, n.version, n.caller, n.at_ms, n.reason, n.billing FROM reservations r
      JOIN reservation_versions n ON n.reservation_id = r.reservation_id AND n.version >= ${FIRST}
      WHERE r.reservation_id = ?2 AND r.group_id = ?1 ORDER BY n.version`,
    values: [groupId, reservationId, versionsMax],
  };
}

/** Gives HistoryStateRow of the bookings in these versions, and before them, in order. */
export function selectHistoryStates(groupId: string, reservationId: string, versionsMax: number): Statement {
  return {
    sql: `SELECT b.booking_id, b.reference, b.hotel_id, b.currency_code, v.version, v.status, v.room_id, v.rate_id, v.check_in, v.check_out,
        v.adults, v.children, v.promo_code, v.bed_configuration, v.guest, v.extras_price, v.total_price, v.fee
      FROM bookings b JOIN booking_versions v ON v.booking_id = b.booking_id
        AND v.version >= coalesce((SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id AND version <= ${FIRST}), 0)
      WHERE b.reservation_id = ?2 AND b.group_id = ?1 ORDER BY v.version, b.position`,
    values: [groupId, reservationId, versionsMax],
  };
}
