/**
 * The one question a replica asks: what is newer than my sequence? Tables groups, events, hotels, calendar_months, stock,
 * rooms, rates, extras, promotions, sale_codes in one statement of one snapshot. Warm, its answer is the first row alone.
 */
import { firstDayOfMonth } from "../../base/calendar-date.ts";
import type { Statement } from "../../host/database.ts";
import { CHANGED_MONTHS_MAX, EVENTS_BEHIND_MAX } from "../limits.ts";

/** A row of the answer; what the columns hold depends on `kind`. */
export interface NewsRow {
  kind: "now" | "sale" | "hotel" | "month" | "room" | "rate" | "extra" | "promotion" | "saleCode" | "present";
  hotel_id: string | null;
  id: string | null;
  number: number | null;
  /** JSON, but for "now". */
  value: string | null;
  /** JSON: [SoldNights] of a month. */
  sold: string | null;
}

export interface MonthRow {
  hotel_id: string;
  month: number;
  /** JSON: HotelMonth. */
  packed: string;
  /** JSON: [SoldNights]. */
  sold: string;
  /** 1: further hotels have the month. */
  more: 0 | 1;
}

/** What is sold of a hotel's month, whose days are [first, end); room by room, so that no id stands there twice. */
function soldOf(hotelId: string, first: string, end: string): string {
  return `(SELECT json_group_array(json_array(r.room_id, json((SELECT json_group_array(json_array(s.night - ${first}, s.sold)) FROM stock s
      WHERE s.group_id = ?1 AND s.hotel_id = r.hotel_id AND s.room_id = r.room_id AND s.night >= ${first} AND s.night < ${end}
      AND s.sold > 0)))) FROM rooms r WHERE r.group_id = ?1 AND r.hotel_id = ${hotelId})`;
}

/** Rooms, rates and extras of hotels whose catalogue changed. */
const SELECT_PARTS = `SELECT 'room' AS kind, r.hotel_id, r.room_id AS id, NULL AS number,
    json_array(r.name, r.base_adults, r.max_adults, r.max_children, json(r.bed_configurations)) AS value, NULL AS sold
    FROM changed h CROSS JOIN rooms r ON r.group_id = ?1 AND r.hotel_id = h.hotel_id WHERE h.catalogue_version > ?2
  UNION ALL SELECT 'rate', r.hotel_id, r.rate_id, NULL,
    json_array(r.name, r.refundable, r.deposit_basis_points, r.hidden, r.extra_adult_amount, r.child_amount,
      json(r.cancellation), r.sale_code), NULL
    FROM changed h CROSS JOIN rates r ON r.group_id = ?1 AND r.hotel_id = h.hotel_id WHERE h.catalogue_version > ?2
  UNION ALL SELECT 'extra', x.hotel_id, x.extra_id, NULL,
    json_array(x.name, x.description, json(x.details), json(x.images), x.price, x.charge_mode, x.daily, x.charge_prepayment,
      x.sale_code), NULL
    FROM changed h CROSS JOIN extras x ON x.group_id = ?1 AND x.hotel_id = h.hotel_id WHERE h.catalogue_version > ?2`;

/** Promotions, sale codes and which hotels there are, where any of it changed. */
const SELECT_TERMS = `SELECT 'promotion' AS kind, NULL AS hotel_id, promo_code AS id, NULL AS number, json_array(percent_basis_points,
    amount, currency_code, json(discounted_rates), json(unlocked_rates), stay_from, stay_to, book_from, book_to) AS value, NULL AS sold
    FROM terms CROSS JOIN promotions p ON p.group_id = ?1
  UNION ALL SELECT 'saleCode', NULL, sale_code, NULL, json_array(description, nominal_code, tax_code, tax_basis_points), NULL
    FROM terms CROSS JOIN sale_codes c ON c.group_id = ?1
  UNION ALL SELECT 'present', h.hotel_id, NULL, NULL, NULL, NULL FROM terms CROSS JOIN hotels h ON h.group_id = ?1`;

/**
 * ?1 group, ?2 the sequence known (-1: none), ?3 JSON: [[month, first day, day after the last]] whose changes are wanted.
 * D1 takes five terms in a compound: the others stand in subqueries of their own.
 */
const SELECT_NEWS = `WITH
  changed AS MATERIALIZED (SELECT hotel_id, calendar_version, catalogue_version, timezone, currency_code, check_in_hours, check_in_minutes
    FROM hotels WHERE group_id = ?1 AND calendar_version > ?2),
  terms AS MATERIALIZED (SELECT 1 FROM groups WHERE group_id = ?1 AND terms_version > ?2)
  SELECT 'now' AS kind, NULL AS hotel_id, NULL AS id,
    coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) AS number, terms_version AS value, NULL AS sold
    FROM groups WHERE group_id = ?1
  UNION ALL SELECT 'sale', NULL, NULL, sequence, sold, NULL FROM events
    WHERE group_id = ?1 AND sequence > ?2 AND sequence <= ?2 + ${EVENTS_BEHIND_MAX} AND ?2 >= 0 AND sold IS NOT NULL
  UNION ALL SELECT 'hotel', h.hotel_id, NULL, h.calendar_version,
    json_array(h.catalogue_version, h.timezone, h.currency_code, h.check_in_hours, h.check_in_minutes), NULL
    FROM changed h
  UNION ALL SELECT * FROM (SELECT 'month', h.hotel_id, NULL, w.value ->> 0, m.packed,
    CASE WHEN m.packed IS NOT NULL THEN ${soldOf("h.hotel_id", "(w.value ->> 1)", "(w.value ->> 2)")} END
    FROM changed h CROSS JOIN json_each(?3) w
    LEFT JOIN calendar_months m ON m.group_id = ?1 AND m.month = w.value ->> 0 AND m.hotel_id = h.hotel_id
    WHERE (m.sequence IS NULL OR m.sequence > ?2 OR h.catalogue_version > ?2) LIMIT ${CHANGED_MONTHS_MAX + 1})
  UNION ALL SELECT * FROM (SELECT * FROM (${SELECT_PARTS}) UNION ALL SELECT * FROM (${SELECT_TERMS}))`;

/**
 * ?1 group, ?2 month, ?3 first day, ?4 day after the last, ?5 hotel to go on behind ("" for the first), ?6 bytes of packed
 * text that may come: at least one hotel does.
 */
const SELECT_MONTH = `SELECT m.hotel_id, m.month, m.packed, ${soldOf("m.hotel_id", "?3", "?4")} AS sold,
    EXISTS (SELECT 1 FROM calendar_months n WHERE n.group_id = ?1 AND n.month = ?2 AND n.hotel_id > m.hotel_id) AS more
  FROM calendar_months m
  WHERE m.group_id = ?1 AND m.month = ?2 AND m.hotel_id > ?5 AND m.hotel_id <= (
    SELECT coalesce(max(hotel_id) FILTER (WHERE bytes <= ?6), min(hotel_id)) FROM (
      SELECT hotel_id, sum(octet_length(packed)) OVER (ORDER BY hotel_id) AS bytes FROM calendar_months
      WHERE group_id = ?1 AND month = ?2 AND hotel_id > ?5))
  ORDER BY m.hotel_id`;

/** ?1 group, ?2 JSON: [[month, hotelId, first day, day after the last]]. */
const SELECT_CELLS = `SELECT m.hotel_id, m.month, m.packed, ${soldOf("m.hotel_id", "(w.value ->> 2)", "(w.value ->> 3)")} AS sold, 0 AS more
  FROM json_each(?2) w CROSS JOIN calendar_months m ON m.group_id = ?1 AND m.month = w.value ->> 0 AND m.hotel_id = w.value ->> 1`;

/** What is newer than a sequence (-1: everything), the changes of these months among it. NewsRow. */
export function newsStatement(groupId: string, since: number, months: Iterable<number>): Statement {
  return { sql: SELECT_NEWS, values: [groupId, since, JSON.stringify(Array.from(months, (month) => [month, ...daysOf(month)]))] };
}

/** A month of every hotel behind one, as far as `bytesMax` reaches. MonthRow. */
export function monthStatement(groupId: string, month: number, after: string, bytesMax: number): Statement {
  return { sql: SELECT_MONTH, values: [groupId, month, ...daysOf(month), after, bytesMax] };
}

/** Months of single hotels. MonthRow. */
export function cellsStatement(groupId: string, cells: readonly { month: number; hotelId: string }[]): Statement {
  return { sql: SELECT_CELLS, values: [groupId, JSON.stringify(cells.map(({ month, hotelId }) => [month, hotelId, ...daysOf(month)]))] };
}

function daysOf(month: number): [first: number, end: number] {
  return [firstDayOfMonth(month), firstDayOfMonth(month + 1)];
}
