/** What one hotel sells, for a partner to map: its rooms and rates by name, and how far its calendar goes. */
import type { Database } from "../../host/database.ts";

const SELECT_HOTEL = `SELECT hotel_id, name, currency_code, timezone FROM hotels WHERE group_id = ?1 AND hotel_id = ?2`;

const SELECT_ROOMS = `SELECT room_id, name, max_adults, max_children,
    (SELECT max(night) FROM stock s WHERE s.group_id = ?1 AND s.hotel_id = ?2 AND s.room_id = r.room_id) AS last_night
  FROM rooms r WHERE group_id = ?1 AND hotel_id = ?2 ORDER BY room_id`;

const SELECT_RATES = `SELECT rate_id, name FROM rates WHERE group_id = ?1 AND hotel_id = ?2 ORDER BY rate_id`;

const SELECT_HOTELS_NAMED = `SELECT hotel_id FROM hotels WHERE group_id = ?1 AND name = ?2 ORDER BY hotel_id LIMIT 2`;

export interface ProductRows {
  hotel: { hotel_id: string; name: string; currency_code: string; timezone: string } | null;
  rooms: { room_id: string; name: string; max_adults: number; max_children: number; last_night: number | null }[];
  rates: { rate_id: string; name: string }[];
}

/** The hotel with what it sells; no hotel where the group has none of this id. */
export async function selectProducts(db: Database, groupId: string, hotelId: string): Promise<ProductRows> {
  const [hotels, rooms, rates] = await db.batch(
    [SELECT_HOTEL, SELECT_ROOMS, SELECT_RATES].map((sql) => db.prepare(sql).bind(groupId, hotelId)),
  );
  return {
    hotel: ((hotels?.results ?? []) as NonNullable<ProductRows["hotel"]>[])[0] ?? null,
    rooms: (rooms?.results ?? []) as ProductRows["rooms"],
    rates: (rates?.results ?? []) as ProductRows["rates"],
  };
}

/** The ids of hotels of exactly this name: two are enough to know that it does not tell which. */
export async function selectHotelsNamed(db: Database, groupId: string, name: string): Promise<string[]> {
  const { results } = await db.prepare(SELECT_HOTELS_NAMED).bind(groupId, name).all<{ hotel_id: string }>();
  return results.map(({ hotel_id }) => hotel_id);
}

/** JSON: [{"id","name"}], by id. */
const named = (table: "rooms" | "rates", id: string): string =>
  `(SELECT json_group_array(json_object('id', ${id}, 'name', name)) FROM (SELECT ${id}, name FROM ${table} p
    WHERE p.group_id = h.group_id AND p.hotel_id = h.hotel_id ORDER BY ${id}))`;

const SELECT_ALL_PRODUCTS = `SELECT hotel_id, name, currency_code, timezone, ${named("rooms", "room_id")} AS rooms, ${named("rates", "rate_id")} AS rates
  FROM hotels h WHERE group_id = ?1 AND (?2 IS NULL OR hotel_id = ?2) ORDER BY name, hotel_id`;

export interface HotelProductsRow {
  hotel_id: string;
  name: string;
  currency_code: string;
  timezone: string;
  rooms: string;
  rates: string;
}

/** The hotels of a group by name, or one of them, with what they sell. */
export async function selectAllProducts(db: Database, groupId: string, hotelId: string | null): Promise<HotelProductsRow[]> {
  return (await db.prepare(SELECT_ALL_PRODUCTS).bind(groupId, hotelId).all<HotelProductsRow>()).results;
}
