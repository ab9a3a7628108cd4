/** One hotel's calendar night by night, as it is at this moment: docs/interface.md §14. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { firstDayOfMonth, monthOfDay } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { bindAll } from "../host/database.ts";
import {
  type CalendarHotelRow,
  type PackedMonthRow,
  selectHotel,
  selectMonths,
  selectMonthsOfRoom,
  selectStock,
  selectStockOfAll,
} from "./rows/calendar-reading.ts";
import type { HotelMonth, RateMonth } from "./rules/hotel-month.ts";
import type { StockNight } from "./rules/plan-calendar.ts";

export interface CalendarOfHotel {
  hotelId: string;
  currencyCode: string;
  calendarVersion: number;
  /** Of the group's newest event when it was read. */
  sequence: number;
  rooms: { roomId: string; nights: CalendarNight[] }[];
}

export interface CalendarNight {
  /** Day number. */
  night: number;
  /** Null: the room is not for sale. */
  stock: { units: number; sold: number } | null;
  /** Rates of which anything is set, and the month and the day (from 0) in it that say what. */
  rates: { rateId: string; month: RateMonth; day: number }[];
}

export interface NightsWanted {
  /** Both included; day numbers. */
  from: number;
  to: number;
  /** Left out: every room. A room that the hotel does not have has no nights. */
  roomId?: string;
}

/** The nights of every room, or of one; `not_found` for a hotel that is not the caller's. */
export async function readCalendar(ctx: CallerCtx, hotelId: string, { from, to, roomId }: NightsWanted): Promise<Result<CalendarOfHotel>> {
  const { groupId } = ctx.principal;
  const numbers = Array.from({ length: monthOfDay(to) - monthOfDay(from) + 1 }, (_, at) => monthOfDay(from) + at);
  const [hotels, months, stock] = mayTouchHotel(ctx.principal, hotelId)
    ? await ctx.db.batch(
        bindAll(ctx.db, [
          selectHotel(groupId, hotelId),
          roomId === undefined ? selectMonths(groupId, hotelId, numbers) : selectMonthsOfRoom(groupId, hotelId, numbers, roomId),
          roomId === undefined
            ? selectStockOfAll(groupId, hotelId, { from, to })
            : selectStock(groupId, hotelId, new Map([[roomId, { from, to }]])),
        ]),
      )
    : [];
  const [hotel] = (hotels?.results ?? []) as CalendarHotelRow[];
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  const packed = new Map(((months?.results ?? []) as PackedMonthRow[]).map((row) => [row.month, JSON.parse(row.packed) as HotelMonth]));
  const units = new Map(((stock?.results ?? []) as StockNight[]).map((row) => [`${row.night} ${row.roomId}`, row]));
  const rates = (JSON.parse(hotel.rates) as string[]).sort();
  const nightOf = (roomId: string, night: number): CalendarNight => ({
    night,
    stock: units.get(`${night} ${roomId}`) ?? null,
    rates: ratesOn(packed.get(monthOfDay(night)), roomId, rates, night - firstDayOfMonth(monthOfDay(night))),
  });
  const shown = (JSON.parse(hotel.rooms) as string[]).filter((id) => roomId === undefined || id === roomId);
  const rooms = shown.sort().map((roomId) => ({
    roomId,
    nights: Array.from({ length: to - from + 1 }, (_, at) => nightOf(roomId, from + at)),
  }));
  return ok({ hotelId, currencyCode: hotel.currency_code, calendarVersion: hotel.calendar_version, sequence: hotel.sequence, rooms });
}

function ratesOn(content: HotelMonth | undefined, roomId: string, rateIds: readonly string[], day: number): CalendarNight["rates"] {
  if (!content || !Object.hasOwn(content.rooms, roomId)) return [];
  const rates = content.rooms[roomId]?.rates ?? {};
  return rateIds.flatMap((rateId) => {
    const month = Object.hasOwn(rates, rateId) ? rates[rateId] : undefined;
    return month && isSet(month, day) ? [{ rateId, month, day }] : [];
  });
}

/** Whether a rate says anything of a day. */
function isSet(rate: RateMonth, day: number): boolean {
  const columns = [rate.prices, rate.extraAdult, rate.child, ...Object.values(rate.adultPrices ?? {})];
  return (
    columns.some((column) => typeof column?.[day] === "number") || Boolean(rate.restrictions?.[day]) || Boolean(rate.maxStayThrough?.[day])
  );
}
