/**
 * The textbook's answer to "the lowest price of every hotel for a stay": nights joined with their stock, filtered, grouped.
 * ?1 group, ?2 arrival, ?3 departure, ?4 nights, ?5 rooms, ?6 adults, ?7 children. Used on D1 and by Fastify alike.
 */
export const TEXTBOOK_QUERY = `SELECT hotel_id AS id, 'EUR' AS currencyCode, min(total) / 10000.0 AS priceFrom FROM (
  SELECT p.hotel_id,
    sum(p.price + max(?6 - r.base_adults, 0) * t.extra_adult_amount + ?7 * t.child_amount) * ?5 AS total
  FROM rate_nights p
  JOIN room_nights s ON s.group_id = p.group_id AND s.night = p.night AND s.hotel_id = p.hotel_id AND s.room_id = p.room_id
  JOIN rooms r ON r.group_id = p.group_id AND r.hotel_id = p.hotel_id AND r.room_id = p.room_id
  JOIN rates t ON t.group_id = p.group_id AND t.hotel_id = p.hotel_id AND t.rate_id = p.rate_id
  WHERE p.group_id = ?1 AND p.night >= ?2 AND p.night < ?3 AND p.stop_sell = 0 AND s.units - s.sold >= ?5
    AND r.max_adults >= ?6 AND r.max_children >= ?7 AND t.hidden = 0
  GROUP BY p.hotel_id, p.room_id, p.rate_id
  HAVING count(*) = ?4 AND max(p.min_stay_through) <= ?4
    AND max(CASE WHEN p.night = ?2 THEN p.min_stay_arrival END) <= ?4
    AND max(CASE WHEN p.night = ?2 THEN p.closed_to_arrival END) = 0
    AND max(CASE WHEN p.night = ?2 AND p.max_stay_arrival > 0 THEN p.max_stay_arrival ELSE 366 END) >= ?4
    AND NOT EXISTS (SELECT 1 FROM rate_nights d WHERE d.group_id = ?1 AND d.night = ?3 AND d.hotel_id = p.hotel_id
      AND d.room_id = p.room_id AND d.rate_id = p.rate_id AND d.closed_to_departure = 1)
) GROUP BY hotel_id ORDER BY hotel_id`;

/** The query's values for a request's parameters. */
export function textbookValues(groupId: string, search: URLSearchParams): [string, ...number[]] {
  const day = (name: string): number => Date.parse(search.get(name) ?? "") / 86_400_000;
  const [arrival, departure] = [day("arrival"), day("departure")];
  return [groupId, arrival, departure, departure - arrival, 1, Number(search.get("adults") ?? 2), Number(search.get("children") ?? 0)];
}
