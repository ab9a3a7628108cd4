/** A group's hotels as its pages show them, in the guest's language: the listing, read for pages. */
import type { CallerCtx } from "../../access/caller.ts";
import { utf8 } from "../../base/bytes.ts";
import { type Result, ok } from "../../base/result.ts";
import { type ListedHotel, type ListingForm, listHotels } from "../../listing/list-hotels.ts";
import type { HotelHead } from "./hotel-page.ts";

export interface HotelFacts extends Omit<HotelHead, "currencyCode"> {
  telephone: string;
}

/** Another name with every change to what it writes. */
const PAGE_FORM: ListingForm = { name: "page-1", write: (hotels) => utf8(JSON.stringify(hotels.map(factsOf))) };

/** By hotel id, at most 30 s old, as a listing is. */
export async function hotelFacts(ctx: CallerCtx, language: string): Promise<Result<Map<string, HotelFacts>>> {
  const listing = await listHotels(ctx, { language, now: false, form: PAGE_FORM });
  if (!listing.ok) return listing;
  const hotels = JSON.parse(new TextDecoder().decode(listing.value.bytes)) as HotelFacts[];
  return ok(new Map(hotels.map((hotel) => [hotel.id, hotel])));
}

function factsOf(row: ListedHotel): HotelFacts {
  const images = JSON.parse(row.images) as { url?: string; alt?: string }[];
  return {
    id: row.hotel_id,
    name: row.name,
    place: [row.town, row.country].filter(Boolean).join(", "),
    description: row.description,
    stars: /^[1-7]$/.test(row.star_rating) ? Number(row.star_rating) : 0,
    pictures: images.flatMap(({ url, alt = "" }) => (url === undefined ? [] : [{ url, alt }])),
    timezone: row.timezone,
    telephone: row.telephone,
  };
}
