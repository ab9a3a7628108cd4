/** One hotel's calendar, read from D1 as far as a change needs it: one batch, one moment. */
import type { CallerCtx } from "../access/caller.ts";
import { monthOfDay, parseDate } from "../base/calendar-date.ts";
import type { SoldUnits } from "../events/rules/event.ts";
import { bindAll } from "../host/database.ts";
import {
  type CalendarHotelRow,
  type PackedMonthRow,
  type SaleRow,
  selectHotel,
  selectMonths,
  selectSales,
  selectStock,
} from "./rows/calendar-reading.ts";
import type { CalendarEntry } from "./rules/calendar-entry.ts";
import type { CalendarTerms } from "./rules/check-calendar.ts";
import { type RoomNights, type SaleEvent, nightsCounted } from "./rules/count-left.ts";
import type { PackedMonths } from "./rules/edit-calendar.ts";
import type { StockNight } from "./rules/plan-calendar.ts";

export interface StoredCalendar extends CalendarTerms {
  timezone: string;
  /** hotels.calendar_version. */
  version: number;
  /** Of the group's newest event. */
  sequence: number;
  /** Those the entries touch. */
  months: PackedMonths;
  /** By room, the nights whose units the entries speak of, and their rows. */
  counted: ReadonlyMap<string, RoomNights>;
  stock: readonly StockNight[];
  /** Sales behind the oldest `asOf`, in order: all of them, or one more than SALES_READ_MAX. */
  sales: readonly SaleEvent[];
}

/** Null where the caller's group has no such hotel. */
export async function readStoredCalendar(
  ctx: CallerCtx,
  hotelId: string,
  entries: readonly CalendarEntry[],
): Promise<StoredCalendar | null> {
  const { groupId } = ctx.principal;
  const counted = nightsCounted(entries);
  const asOf = Math.min(...entries.flatMap((entry) => (entry.asOf === undefined ? [] : [entry.asOf])));
  const [hotels, months, stock, sales] = await ctx.db.batch(
    bindAll(ctx.db, [
      selectHotel(groupId, hotelId),
      selectMonths(groupId, hotelId, monthsOf(entries)),
      selectStock(groupId, hotelId, counted),
      ...(asOf === Infinity ? [] : [selectSales(groupId, hotelId, asOf)]),
    ]),
  );
  const [hotel] = (hotels?.results ?? []) as CalendarHotelRow[];
  if (!hotel) return null;
  return {
    currencyCode: hotel.currency_code,
    timezone: hotel.timezone,
    version: hotel.calendar_version,
    sequence: hotel.sequence,
    rooms: new Set(JSON.parse(hotel.rooms) as string[]),
    rates: new Set(JSON.parse(hotel.rates) as string[]),
    months: new Map(((months?.results ?? []) as PackedMonthRow[]).map(({ month, packed }) => [month, packed])),
    counted,
    stock: (stock?.results ?? []) as StockNight[],
    sales: ((sales?.results ?? []) as SaleRow[]).map(({ sequence, sold }) => ({ sequence, sold: soldOf(hotelId, sold) })),
  };
}

/** Every month that entries speak of. */
function monthsOf(entries: readonly CalendarEntry[]): number[] {
  const months = new Set<number>();
  for (const entry of entries) {
    const last = monthOfDay(Number(parseDate(entry.to)));
    for (let month = monthOfDay(Number(parseDate(entry.from))); month <= last; month += 1) months.add(month);
  }
  return [...months];
}

function soldOf(hotelId: string, json: string): SoldUnits[] {
  const rows = JSON.parse(json) as [string, string, number, number, number][];
  return rows.filter(([id]) => id === hotelId).map(([id, roomId, from, until, units]) => ({ hotelId: id, roomId, from, until, units }));
}
