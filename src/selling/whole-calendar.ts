/** One hotel's whole calendar from a night on, for a change of its rooms and rates. */
import type { CallerCtx } from "../access/caller.ts";
import { monthOfDay } from "../base/calendar-date.ts";
import { bindAll } from "../host/database.ts";
import { type PackedMonthRow, selectMonthsFrom, selectStockFrom } from "./rows/calendar-reading.ts";
import type { PackedMonths } from "./rules/edit-calendar.ts";
import type { StockNight } from "./rules/plan-calendar.ts";

/** Months and nights from a day number on; none for a hotel that is not there. */
export async function readWholeCalendar(
  ctx: CallerCtx,
  hotelId: string,
  from: number,
): Promise<{ months: PackedMonths; stock: StockNight[] }> {
  const { groupId } = ctx.principal;
  const [months, stock] = await ctx.db.batch(
    bindAll(ctx.db, [selectMonthsFrom(groupId, hotelId, monthOfDay(from)), selectStockFrom(groupId, hotelId, from)]),
  );
  return {
    months: new Map(((months?.results ?? []) as PackedMonthRow[]).map(({ month, packed }) => [month, packed])),
    stock: (stock?.results ?? []) as StockNight[],
  };
}
