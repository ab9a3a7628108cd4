/** A plain group compiled without a database, as a replica holds it. */
import { firstDayOfMonth, monthOfDay } from "../../src/base/calendar-date.ts";
import type { Catalogue, Hotel } from "../../src/selling/rules/catalogue.ts";
import { type CompiledMonth, type SoldNights, compileMonth } from "../../src/selling/rules/compiled-month.ts";
import type { GroupCalendar } from "../../src/selling/rules/stay.ts";
import { type PlainGroup, type PlainHotel, packMonths } from "./plain-group.ts";

/** As of sequence 1, every month from `fromDay` to `untilDay` loaded. */
export function compileGroup(group: PlainGroup, { fromDay, untilDay }: { fromDay: number; untilDay: number }): GroupCalendar {
  const hotelList = group.hotels.map(toHotel);
  const hotels = new Map(hotelList.map((hotel) => [hotel.id, hotel]));
  const months = new Map<number, { hotels: (CompiledMonth | null)[] }>();
  for (let month = monthOfDay(fromDay); month <= monthOfDay(untilDay); month += 1) {
    const compiled = group.hotels.map((plain) => {
      const packed = packMonths(plain).get(month);
      return packed ? compileMonth(hotels.get(plain.id)!, month, packed, soldNights(plain, month)) : null;
    });
    months.set(month, { hotels: compiled });
  }
  const catalogue: Catalogue = {
    termsVersion: 0,
    hotels,
    hotelList,
    promotions: new Map(group.promotions.map((promotion) => [promotion.code, promotion])),
    saleCodes: new Map(),
    timezones: [...new Set(group.hotels.map((hotel) => hotel.timezone))],
  };
  return { sequence: 1, catalogue, months };
}

function soldNights(plain: PlainHotel, month: number): SoldNights[] {
  return plain.stock
    .filter((row) => monthOfDay(row.day) === month)
    .map((row) => [row.roomId, [[row.day - firstDayOfMonth(month), row.sold]]]);
}

/** Noon UTC of a day. */
export function noonOf(day: number): number {
  return (day + 0.5) * 86_400_000;
}

function toHotel(plain: PlainHotel, index: number): Hotel {
  const { id, timezone, currencyCode } = plain;
  const roomList = plain.rooms.map((room, at) => Object.assign({ index: at, name: room.id, bedConfigurations: [] }, room));
  const rateList = plain.rates.map((rate, at) =>
    Object.assign({ index: at, name: rate.id, refundable: true, depositBasisPoints: 0, cancellation: null, saleCode: "ACCOM" }, rate),
  );
  const rooms = new Map(roomList.map((room) => [room.id, room]));
  const rates = new Map(rateList.map((rate) => [rate.id, rate]));
  return {
    id,
    index,
    calendarVersion: 1,
    catalogueVersion: 1,
    timezone,
    currencyCode,
    checkInMinute: 15 * 60,
    rooms,
    rates,
    roomList,
    rateList,
    extras: new Map(),
  };
}
