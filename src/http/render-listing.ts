/** The hotel listing's JSON: docs/interface.md §4.2. The same rows give the same bytes. Pure. */
import type { ListingForm } from "../listing/list-hotels.ts";
import type { ListedHotel } from "../listing/list-hotels.ts";
import { utf8 } from "../base/bytes.ts";

/** Raise the number with every change to the bytes that the same rows give, so that no cache mixes two forms. */
export const LISTING_FORM: ListingForm = { name: "1", write: renderListing };

interface Image {
  url: string;
  alt: string;
}

/** A JSON array with one object per hotel, in the order of the rows. */
function renderListing(hotels: readonly ListedHotel[]): Uint8Array {
  return utf8(JSON.stringify(hotels.map(hotelJson)));
}

function hotelJson(row: ListedHotel): object {
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
