/** What a change of one hotel's content must know, read in one batch: the hotel, who has its name, what else names its parts. */
import type { CallerCtx } from "../access/caller.ts";
import type { Row } from "../change/rules/table-diff.ts";
import { bindAll } from "../host/database.ts";
import { promotionOfRow } from "./rows/content-of-rows.ts";
import { HOTEL_TABLES, type PricedHotelRow, type SiteRow, selectPricedHotels, selectSite, selectTable } from "./rows/stored-content.ts";
import type { PricedHotel } from "./rules/check-group.ts";
import type { PromotionContent } from "./rules/group-schema.ts";

export interface StoredHotel {
  /** The hotel's own rows; empty lists where there is no such hotel. */
  rows: Record<(typeof HOTEL_TABLES)[number], Row[]>;
  /** Null where the name is free. */
  site: SiteRow | null;
  /** Every hotel of the group, by id. */
  hotels: ReadonlyMap<string, PricedHotel>;
  /** The hotel's calendar_version; 0 where there is no such hotel. */
  version: number;
  saleCodes: ReadonlySet<string>;
  promotions: readonly PromotionContent[];
}

export async function readStoredHotel(ctx: CallerCtx, hotelId: string): Promise<StoredHotel> {
  const { groupId } = ctx.principal;
  const statements = [
    selectSite(hotelId),
    selectPricedHotels(groupId),
    selectTable("saleCodes", groupId),
    selectTable("promotions", groupId),
    ...HOTEL_TABLES.map((name) => selectTable(name, groupId, hotelId)),
  ];
  const [sites, priced, saleCodes, promotions, ...tables] = await ctx.db.batch(bindAll(ctx.db, statements));
  const hotels = (priced?.results ?? []) as PricedHotelRow[];
  return {
    rows: Object.fromEntries(HOTEL_TABLES.map((name, at) => [name, (tables[at]?.results ?? []) as Row[]])) as StoredHotel["rows"],
    site: ((sites?.results ?? []) as SiteRow[])[0] ?? null,
    hotels: new Map(hotels.map((row) => [row.hotel_id, pricedHotel(row)])),
    version: hotels.find((row) => row.hotel_id === hotelId)?.calendar_version ?? 0,
    saleCodes: new Set(((saleCodes?.results ?? []) as Row[]).map((row) => String(row.sale_code))),
    promotions: ((promotions?.results ?? []) as Row[]).map(promotionOfRow),
  };
}

/** A hotel as promotions see it. */
export function pricedHotel({ currency_code: currencyCode, rates }: PricedHotelRow): PricedHotel {
  return { currencyCode, rates: (JSON.parse(rates) as [string, number][]).map(([id, hidden]) => ({ id, hidden: hidden === 1 })) };
}
