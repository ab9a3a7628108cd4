/** The hotel listing's JSON: spec.md "the service (element of the hotels response)". The same rows give the same bytes. Pure. */
import type { HotelRow } from "../db/hotels.ts";
import { utf8 } from "../platform/bytes.ts";

/** Raise with every change to the bytes that the same rows give, so that no cache mixes two forms. */
export const LISTING_FORM = 1;

interface Image {
  url: string;
  alt: string;
}

/** A JSON array with one object per hotel, in the order of the rows. */
export function renderListing(hotels: readonly HotelRow[]): Uint8Array {
  return utf8(JSON.stringify(hotels.map(hotelJson)));
}

function hotelJson(row: HotelRow): object {
  return {
    id: row.hotel_id,
    name: row.name,
    description: row.description,
    address1: row.address1,
    address2: row.address2,
    postcode: row.postcode,
    email: row.email,
    telephone: row.telephone,
    town: row.town,
    country: row.country,
    images: (JSON.parse(row.images) as Partial<Image>[]).map(({ url = "", alt = "" }) => ({ url, alt })),
    chekInHours: row.check_in_hours,
    chekInMinutes: row.check_in_minutes,
    chekOutHours: row.check_out_hours,
    chekOutMinutes: row.check_out_minutes,
    starRating: row.star_rating,
    facilities: (JSON.parse(row.facilities) as number[]).map((code) => ({ code })),
    position: { latitude: row.latitude, longitude: row.longitude, timezone: row.timezone },
  };
}
