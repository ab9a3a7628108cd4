/** Pages of reservations in the order of their commits: docs/interface.md §11. */
import type { SqlValue, Statement } from "../../host/database.ts";
import { selectReservationsWhere } from "./reservations.ts";

/** What is left out or null does not limit. Day numbers. */
export interface ListFilter {
  /** Whose they are. */
  caller: string | null;
  /** Hotel, status and arrival are of one and the same booking. */
  hotelId: string | null;
  status: string | null;
  arrivalFrom: number | null;
  arrivalTo: number | null;
  /** Of the reservation, or of one of its bookings. */
  reference: string | null;
  /** Part of the name of who pays or of a guest, in any case of the letters a to z. */
  name?: string | null;
  /** Sequence behind which the page begins. */
  after: number;
}

/** The newest state of a booking of r that the filter takes. ?3 hotel, ?4 status, ?5 and ?6 arrival. */
const TAKEN = `EXISTS (SELECT 1 FROM bookings b JOIN booking_versions v ON v.booking_id = b.booking_id
      AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id)
    WHERE b.reservation_id = r.reservation_id AND (?3 IS NULL OR b.hotel_id = ?3) AND (?4 IS NULL OR v.status = ?4)
      AND (?5 IS NULL OR v.check_in >= ?5) AND (?6 IS NULL OR v.check_in <= ?6))`;

/** By arrival: the index leads to a few bookings, where the order of commits would lead through all. */
const BY_ARRIVAL = `r.reservation_id IN (SELECT a.reservation_id FROM hotels h CROSS JOIN booking_versions a INDEXED BY booking_versions_by_arrival
    ON a.group_id = ?1 AND a.hotel_id = h.hotel_id AND a.check_in BETWEEN coalesce(?5, -1e9) AND coalesce(?6, 1e9)
    WHERE h.group_id = ?1 AND (?3 IS NULL OR h.hotel_id = ?3))`;

/** The newest names of r's guests, at ?3 alone where it is given, or of its billing details. ?10 in small letters. */
const holdsName = (json: string): string => `instr(lower((${json} ->> 'firstname') || ' ' || (${json} ->> 'lastname')), ?10) > 0`;
const NAMED = `(EXISTS (SELECT 1 FROM reservation_versions n WHERE n.reservation_id = r.reservation_id
      AND n.version = (SELECT max(version) FROM reservation_versions WHERE reservation_id = r.reservation_id) AND ${holdsName("n.billing")})
    OR EXISTS (SELECT 1 FROM bookings b JOIN booking_versions v ON v.booking_id = b.booking_id
      AND v.version = (SELECT max(version) FROM booking_versions WHERE booking_id = b.booking_id)
    WHERE b.reservation_id = r.reservation_id AND (?3 IS NULL OR b.hotel_id = ?3) AND ${holdsName("v.guest")}))`;

/**
 * Gives BookingStateRow of at most `reservationsMax` reservations behind the cursor, and of all of their bookings. ?7 cursor,
 * ?8 how many, ?9 reference, ?10 part of a name.
 */
export function selectPage(groupId: string, filter: ListFilter, reservationsMax: number): Statement {
  const { caller, hotelId, status, arrivalFrom, arrivalTo, after, reference, name = null } = filter;
  const isFiltered = hotelId !== null || status !== null || arrivalFrom !== null || arrivalTo !== null;
  const wanted = [
    "r.group_id = ?1 AND r.sequence > ?7",
    ...(caller === null ? [] : ["r.caller = ?2"]),
    ...(reference === null ? [] : ["r.reference = ?9"]),
    ...(arrivalFrom !== null || arrivalTo !== null ? [BY_ARRIVAL] : []),
    ...(isFiltered ? [TAKEN] : []),
    ...(name === null ? [] : [NAMED]),
  ];
  // Every value stands in the text, so that their number is the same whatever the filter.
  const page = `r.reservation_id IN (SELECT r.reservation_id FROM reservations r WHERE ${wanted.join(" AND ")}
    AND coalesce(?2, ?3, ?4, ?5, ?6, ?9, ?10, 1) IS NOT NULL ORDER BY r.sequence LIMIT ?8)`;
  const values: SqlValue[] = [
    groupId,
    caller,
    hotelId,
    status,
    arrivalFrom,
    arrivalTo,
    after,
    reservationsMax,
    reference,
    name && lowered(name),
  ];
  return selectReservationsWhere(page, values);
}

/** Gives a row where the group has the hotel. */
export function selectHotel(groupId: string, hotelId: string | null): Statement {
  return { sql: "SELECT 1 FROM hotels WHERE group_id = ?1 AND hotel_id = ?2", values: [groupId, hotelId] };
}

/** As SQLite's lower() does, which knows the letters A to Z alone. */
function lowered(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
