/** A hotel's rooms and rates, for a partner that maps them to its own (docs/interface.md §15, §16). */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { selectHotelsNamed, selectProducts } from "./rows/products.ts";

export interface Products {
  hotelId: string;
  name: string;
  currencyCode: string;
  /** IANA name. */
  timezone: string;
  rooms: readonly { id: string; name: string; maxAdults: number; maxChildren: number }[];
  rates: readonly { id: string; name: string }[];
  /** The last night any room is for sale; null where none is. */
  lastNight: number | null;
}

/** What a hotel of the caller sells, else `not_found`: a hotel the caller may not touch is as unknown as any other. */
export async function findProducts(ctx: CallerCtx, hotelId: string): Promise<Result<Products>> {
  const { groupId, hotelId: boundTo } = ctx.principal;
  const known = boundTo === null || boundTo === hotelId;
  const { hotel, rooms, rates } = known ? await selectProducts(ctx.db, groupId, hotelId) : { hotel: null, rooms: [], rates: [] };
  if (!hotel) return fail({ code: "not_found", detail: "The group has no such hotel." });
  const nights = rooms.map(({ last_night }) => last_night).filter((night) => night !== null);
  return ok({
    hotelId,
    name: hotel.name,
    currencyCode: hotel.currency_code,
    timezone: hotel.timezone,
    rooms: rooms.map((row) => ({ id: row.room_id, name: row.name, maxAdults: row.max_adults, maxChildren: row.max_children })),
    rates: rates.map((row) => ({ id: row.rate_id, name: row.name })),
    lastNight: nights.length === 0 ? null : Math.max(...nights),
  });
}

/** The id of the one hotel of this name among the caller's, to the letter; null where there is none or more than one. */
export async function findHotelNamed(ctx: CallerCtx, name: string): Promise<string | null> {
  const [only, ...others] = await selectHotelsNamed(ctx.db, ctx.principal.groupId, name);
  return only === undefined || others.length > 0 ? null : only;
}
