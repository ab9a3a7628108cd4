/** Groups of made-up hotels, alike in every run. */
import type { DatabaseSync } from "node:sqlite";
import { sha256Hex } from "../../src/base/bytes.ts";
import { hashPassword } from "../../src/access/password.ts";

const LANGUAGES = ["de", "en", "es", "fr", "pt"];
const CONTENT_CHANGED_MS = Date.UTC(2026, 0, 1);
const SENTENCE = "A quiet house near the river, with rooms over the garden and breakfast until eleven. ";

/** The user insertUser adds. */
export const USER = { email: "ann@bench.example", password: "password" };

/** The API key of a group. */
export function keyOf(groupId: string): string {
  return `${groupId}-bench-key`;
}

/** A group with so many hotels (`GROUP-0001` …), each with five texts, four images and eight facilities, and its key. */
export function insertGroup(db: DatabaseSync, groupId: string, hotels: number): void {
  db.prepare("INSERT INTO sites VALUES (?1, ?1, 'group')").run(groupId);
  db.prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES (?1, ?1, 'en', ?2)").run(
    groupId,
    CONTENT_CHANGED_MS,
  );
  db.prepare(
    "INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', ?2, ?2, 'bench', ?3, 0)",
  ).run(sha256Hex(keyOf(groupId)), groupId, JSON.stringify(["hotels", "availability", "reservations", "rates"]));
  const site = db.prepare("INSERT INTO sites VALUES (?1, ?2, 'hotel')");
  const hotel = db.prepare(
    `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
      check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities)
     VALUES (?1, ?2, ?3, ?4, '', '1000-001', ?5, '+351 210 000 000', 'Lisbon', 'PT', '15', '00', '11', '00', '4',
     ?6, ?7, 'Europe/Lisbon', 'EUR', ?8, ?9)`,
  );
  const text = db.prepare("INSERT INTO hotel_texts VALUES (?1, ?2, ?3, ?4)");
  for (let n = 1; n <= hotels; n += 1) {
    const id = hotelId(groupId, n);
    const images = Array.from({ length: 4 }, (_, i) => ({ url: `https://images.example/${id}/${i}.jpg`, alt: `View ${i} of hotel ${n}` }));
    const facilities = Array.from({ length: 8 }, (_, i) => ((n * 7 + i * 3) % 40) + 1);
    site.run(id, groupId);
    hotel.run(
      groupId,
      id,
      `Hotel ${n}`,
      `${n} Main Street`,
      `desk@${id}.example`,
      38 + n / 1e4,
      -9 - n / 1e4,
      JSON.stringify(images),
      JSON.stringify(facilities),
    );
    for (const language of LANGUAGES) text.run(groupId, id, language, `[${language}] ${SENTENCE.repeat(4)}${n}`);
  }
}

/** Adds USER to a group; the hash is userHash's. */
export function insertUser(db: DatabaseSync, groupId: string, hash: string): void {
  db.prepare("INSERT INTO users (group_id, email, password_hash) VALUES (?1, ?2, ?3)").run(groupId, USER.email, hash);
}

/** USER's password as it is stored. */
export function userHash(): Promise<string> {
  return hashPassword(USER.password, new Uint8Array(16));
}

/** The n-th hotel's id, from 1. */
export function hotelId(groupId: string, n: number): string {
  return `${groupId}-${String(n).padStart(4, "0")}`;
}
