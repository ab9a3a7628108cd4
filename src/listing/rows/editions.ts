/** Tables groups, hotels and hotel_texts, as the hotel listing reads them. */
import type { Database } from "../../host/database.ts";

/** What a group's listing is made of, in one state of the database. */
export interface Edition {
  /** groups.content_version. */
  version: number;
  changedMs: number;
  defaultLanguage: string;
  /** Languages any hotel of the group has a text in, sorted. */
  languages: readonly string[];
  brand: GroupBrand;
}

/** How a group shows itself on its pages. */
export interface GroupBrand {
  name: string;
  /** Whether guests may book on its page. */
  bookingPage: boolean;
  /** #rrggbb, or null for Tabard's own. */
  colour: string | null;
  /** The address of a picture, or null. */
  logo: string | null;
}

export interface ListedHotelRow {
  hotel_id: string;
  name: string;
  /** In the first preferred language that the hotel has a text in; "" where it has none. */
  description: string;
  address1: string;
  address2: string;
  postcode: string;
  email: string;
  telephone: string;
  town: string;
  country: string;
  check_in_hours: string;
  check_in_minutes: string;
  check_out_hours: string;
  check_out_minutes: string;
  star_rating: string;
  latitude: number;
  longitude: number;
  timezone: string;
  /** JSON: [{"url","alt"}]. */
  images: string;
  /** JSON: [integer]. */
  facilities: string;
}

interface EditionRow {
  content_version: number;
  content_changed_ms: number;
  default_language: string;
  /** JSON: [language]; null where the caller knows this version. */
  languages: string | null;
  name: string;
  booking_page: 0 | 1;
  colour: string | null;
  logo: string | null;
}

/** ?2: a version whose languages the caller knows. They are a scan of all texts, this saves it. */
const SELECT_EDITION = `SELECT content_version, content_changed_ms, default_language, name, booking_page, colour, logo,
  CASE WHEN content_version = ?2 THEN NULL ELSE (
    SELECT json_group_array(language) FROM (SELECT DISTINCT language FROM hotel_texts WHERE group_id = ?1 ORDER BY language)
  ) END AS languages
  FROM groups WHERE group_id = ?1`;

/** ?2: JSON [language], best first. */
const SELECT_HOTELS = `SELECT hotel_id, name,
  coalesce((
    SELECT t.description FROM json_each(?2) AS preferred
    CROSS JOIN hotel_texts AS t ON t.group_id = hotels.group_id AND t.hotel_id = hotels.hotel_id AND t.language = preferred.value
    WHERE t.description <> '' ORDER BY preferred.key LIMIT 1
  ), '') AS description,
  address1, address2, postcode, email, telephone, town, country,
  check_in_hours, check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, images, facilities
  FROM hotels WHERE group_id = ?1 ORDER BY hotel_id`;

/** A group's edition, or null where there is no such group. `known` saves the look-up of its languages. */
export async function findEdition(db: Database, groupId: string, known: Edition | undefined): Promise<Edition | null> {
  const row = await db
    .prepare(SELECT_EDITION)
    .bind(groupId, known?.version ?? null)
    .first<EditionRow>();
  return row && editionOf(row, known);
}

/** The group's hotels by id, with the edition they belong to: one transaction, so the two agree. */
export async function readHotels(
  db: Database,
  groupId: string,
  preferredLanguages: readonly string[],
  known: Edition,
): Promise<{ edition: Edition; hotels: ListedHotelRow[] } | null> {
  const [editions, hotels] = await db.batch([
    db.prepare(SELECT_EDITION).bind(groupId, known.version),
    db.prepare(SELECT_HOTELS).bind(groupId, JSON.stringify(preferredLanguages)),
  ]);
  const row = editions?.results[0] as EditionRow | undefined;
  return row && hotels ? { edition: editionOf(row, known), hotels: hotels.results as ListedHotelRow[] } : null;
}

function editionOf(row: EditionRow, known: Edition | undefined): Edition {
  return {
    version: row.content_version,
    changedMs: row.content_changed_ms,
    defaultLanguage: row.default_language,
    languages: row.languages === null ? (known?.languages ?? []) : (JSON.parse(row.languages) as string[]),
    brand: { name: row.name, bookingPage: row.booking_page === 1, colour: row.colour, logo: row.logo },
  };
}
