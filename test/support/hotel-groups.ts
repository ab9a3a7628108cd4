/** Groups with hotels and keys, for tests of the listing. */
import { sha256Hex } from "../../src/base/bytes.ts";

export interface HotelSeed {
  id: string;
  texts?: Record<string, string>;
  images?: { url: string; alt?: string }[];
  facilities?: number[];
}

/** A group (default language en) with these hotels and the key `GROUP-key`, scopes hotels and availability. */
export async function seedGroup(db: D1Database, groupId: string, hotels: HotelSeed[]): Promise<void> {
  await db.batch([
    db.prepare("INSERT INTO sites VALUES (?1, ?1, 'group')").bind(groupId),
    db
      .prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES (?1, ?1, 'en', 1700000000123)")
      .bind(groupId),
    db
      .prepare(
        "INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', ?2, ?2, '', '[\"hotels\",\"availability\"]', 0)",
      )
      .bind(sha256Hex(`${groupId}-key`), groupId),
    ...hotels.flatMap((hotel) => hotelStatements(db, groupId, hotel)),
  ]);
}

/** What an import does to the version. */
export function raiseContentVersion(db: D1Database, groupId: string): D1PreparedStatement {
  return db
    .prepare("UPDATE groups SET content_version = content_version + 1, content_changed_ms = content_changed_ms + 5000 WHERE group_id = ?1")
    .bind(groupId);
}

function hotelStatements(db: D1Database, groupId: string, hotel: HotelSeed): D1PreparedStatement[] {
  return [
    db.prepare("INSERT INTO sites VALUES (?1, ?2, 'hotel')").bind(hotel.id, groupId),
    db
      .prepare(
        `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
          check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities)
         VALUES (?1, ?2, 'Name', 'One', 'Two', '1000', 'a@b.test', '+1', 'Town', 'PT', '15', '00', '11', '30', '4',
         38.7, -9.1, 'Europe/Lisbon', 'EUR', ?3, ?4)`,
      )
      .bind(groupId, hotel.id, JSON.stringify(hotel.images ?? []), JSON.stringify(hotel.facilities ?? [])),
    ...Object.entries(hotel.texts ?? {}).map(([language, text]) =>
      db.prepare("INSERT INTO hotel_texts VALUES (?1, ?2, ?3, ?4)").bind(groupId, hotel.id, language, text),
    ),
  ];
}
