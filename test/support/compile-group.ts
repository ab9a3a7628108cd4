/** A plain group compiled without a database, as loadCalendar would give it. */
import type { Catalogue, Hotel } from "../../src/selling/rules/catalogue.ts";
import { type CompiledMonth, compileMonth } from "../../src/selling/rules/compiled-month.ts";
import type { GroupCalendar } from "../../src/selling/rules/stay.ts";
import { type PlainGroup, type PlainHotel, packMonths } from "./plain-group.ts";

/** Version 1, every month from the first to the last loaded. */
export function compileGroup(group: PlainGroup): GroupCalendar {
  const hotels = new Map(group.hotels.map((plain, index) => [plain.id, toHotel(plain, index)]));
  const months = new Map<number, (CompiledMonth | undefined)[]>();
  for (const plain of group.hotels) {
    const hotel = hotels.get(plain.id)!;
    for (const [month, packed] of packMonths(plain)) {
      const row = months.get(month) ?? group.hotels.map(() => undefined);
      row[hotel.index] = compileMonth(hotel, month, packed);
      months.set(month, row);
    }
  }
  const kept = [...months.keys()].sort((one, other) => one - other);
  const first = kept[0];
  const last = kept.at(-1);
  for (let month = first ?? 0; month <= (last ?? -1); month += 1) {
    if (!months.has(month)) months.set(month, []);
  }
  const catalogue: Catalogue = {
    termsVersion: 0,
    hotels,
    promotions: new Map(group.promotions.map((promotion) => [promotion.code, promotion])),
    saleCodes: new Map(),
    timezones: [...new Set(group.hotels.map((hotel) => hotel.timezone))],
    monthsKept: first === undefined || last === undefined ? null : { first, last },
  };
  return { version: 1, catalogue, months };
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
