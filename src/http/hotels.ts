/** GET /hotels/{groupId}: docs/interface.md §4.2. */
import * as z from "zod/mini";
import { type Listing, listHotels, prepareListing } from "../listing/list-hotels.ts";
import { answer } from "./answer.ts";
import { hasEntityTag } from "./entity-tag.ts";
import { LISTING_FORM } from "./render-listing.ts";
import type { CallerHandler, Prepare } from "./types.ts";

/** Whoever has just written content asks with this and gets what D1 holds now. */
const NO_CACHE = /(?:^|[,\s])no-cache\s*(?:,|$)/i;

/** Of several the first counts, and it is never an error. */
export const HotelQuerySchema = z.object({
  language: z.optional(z.string().check(z.meta({ description: "Language tag (RFC 5646); the nearest there is, never an error." }))),
});

/** The listing itself waits for what this begins. */
export const prepareHotels: Prepare = async (ctx, { groupId }) => prepareListing(ctx, groupId);

export const getHotels: CallerHandler = async (c, ctx) => {
  const { headers } = c.req.raw;
  const now = NO_CACHE.test(headers.get("Cache-Control") ?? "");
  const listing = await listHotels(ctx, { language: c.req.query("language"), now, form: LISTING_FORM });
  if (!listing.ok) return answer(ctx, listing);
  const unchanged = hasEntityTag(headers.get("If-None-Match"), listing.value.etag);
  return unchanged ? notModified(listing.value) : listingResponse(listing.value);
};

function listingResponse({ bytes, etag, language, lastModified }: Listing): Response {
  return new Response(bytes, {
    headers: {
      "Content-Type": "application/json",
      "Content-Language": language,
      "Last-Modified": lastModified,
      ...validators(etag),
    },
  });
}

/** RFC 9110 §15.4.5: what a 200 would say to caches, and nothing about the content. */
function notModified({ etag }: Listing): Response {
  return new Response(null, { status: 304, headers: validators(etag) });
}

/** The token decides the answer: no shared cache keeps it, a private one asks each time, so a change is seen in time. */
function validators(etag: string): Record<string, string> {
  return { ETag: etag, "Cache-Control": "private, no-cache", Vary: "Authorization" };
}
