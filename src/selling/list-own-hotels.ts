/** The hotels a caller may know of, with their rooms and rates by name: what the console offers (docs/interface.md §20). */
import type { CallerCtx } from "../access/caller.ts";
import { selectAllProducts } from "./rows/products.ts";

interface Named {
  id: string;
  name: string;
}

export interface OwnHotel {
  hotelId: string;
  name: string;
  currencyCode: string;
  /** IANA name. */
  timezone: string;
  rooms: readonly Named[];
  rates: readonly Named[];
}

/** By name; of a caller bound to a hotel that one alone. */
export async function listOwnHotels(ctx: CallerCtx): Promise<OwnHotel[]> {
  const { groupId, hotelId } = ctx.principal;
  const rows = await selectAllProducts(ctx.db, groupId, hotelId);
  return rows.map((row) => ({
    hotelId: row.hotel_id,
    name: row.name,
    currencyCode: row.currency_code,
    timezone: row.timezone,
    rooms: JSON.parse(row.rooms) as Named[],
    rates: JSON.parse(row.rates) as Named[],
  }));
}
