/**
 * A hotel's month compiled for pricing: flat typed arrays, so that a stay costs a subtraction and a comparison, however
 * many nights it has. Pure. Days are counted from 0 within the month.
 *
 * A product is a room at a rate: product = room.index * (number of rates) + rate.index. A product that the month prices
 * on at least one night, or restricts, has a row. Arrays of rows run by day, then row: a search looks at one day of every row, which so
 * lie side by side in the processor's cache. Immutable: a sale makes another month that shares all but what it changed.
 */
import { daysInMonth, firstDayOfMonth } from "../../base/calendar-date.ts";
import type { Hotel } from "./catalogue.ts";
import { type OwnAmounts, ownAmounts, ownAmountsBytes } from "./own-amounts.ts";
import { type HotelMonth, type RateMonth, type RoomMonth, STOP_SELL, minStayThrough } from "./hotel-month.ts";

/** In `free`: the room is not for sale that night. */
export const NOT_FOR_SALE = -32_768;

/** Masks of `openUntil`: a month's days fit six bits. */
export const OPEN_UNTIL = 0b11_1111;
export const UNPRICED = 0b100_0000;

export interface CompiledMonth {
  days: number;
  /** Number of rows. */
  rows: number;
  /** By product: its row, or -1. */
  rowOf: Int16Array;
  /** By day, `days` included, then row: the sum of all prices before the day. Exact: money is integer. */
  priceSums: Float64Array;
  /**
   * By day, then row: under OPEN_UNTIL the first day at or after it that is not for sale (no price, no room, stop-sell), or
   * `days`; UNPRICED is set where the day itself has no price.
   */
  openUntil: Uint8Array;
  /** Number of rows that have restrictions on any night. */
  restrictedRows: number;
  /** By row: its place among the restricted rows, or -1. */
  restrictedAt: Int16Array;
  /** By day, then restricted row. */
  restrictions: Int32Array;
  /** By restricted row: the largest minimum-stay-through of the month. */
  throughMax: Uint16Array;
  /** By day, then restricted row: the maximum stay through, 0 for none; by restricted row its smallest of the month, 0 for none. */
  maxThrough: Uint16Array;
  maxThroughMin: Uint16Array;
  /** By row: what its nights cost apart from the rate's amounts; null for most. */
  own: readonly (OwnAmounts | null)[];
  /** By room, then day: units not sold, or NOT_FOR_SALE. */
  free: Int16Array;
  /** By room: the fewest free on any night of the month. */
  fewestFree: Int16Array;
  /** What all of it holds, with what arrays cost besides their elements. */
  bytes: number;
}

/** What is sold of a room in a month; days of the month from 0. A night that nothing is sold of is left out. */
export type SoldNights = readonly [roomId: string, nights: readonly (readonly [day: number, units: number])[]];

interface ProductMonth {
  product: number;
  roomIndex: number;
  rate: RateMonth;
}

/** Compiles a stored month and what is sold of it. Rooms and rates that the hotel does not have are left out. */
export function compileMonth(hotel: Hotel, month: number, packed: HotelMonth, sold: readonly SoldNights[]): CompiledMonth {
  const days = daysInMonth(month);
  const products = productsOf(hotel, packed);
  const rows = products.length;
  const restrictedRows = products.filter((product) => isRestricted(product.rate)).length;
  const compiled: CompiledMonth = {
    days,
    rows,
    rowOf: new Int16Array(hotel.roomList.length * hotel.rateList.length).fill(-1),
    priceSums: new Float64Array(rows * (days + 1)),
    openUntil: new Uint8Array(rows * days),
    restrictedRows,
    restrictedAt: new Int16Array(rows).fill(-1),
    restrictions: new Int32Array(restrictedRows * days),
    throughMax: new Uint16Array(restrictedRows),
    maxThrough: new Uint16Array(restrictedRows * days),
    maxThroughMin: new Uint16Array(restrictedRows),
    own: products.map((product) => ownAmounts(product.rate)),
    free: new Int16Array(hotel.roomList.length * days).fill(NOT_FOR_SALE),
    fewestFree: new Int16Array(hotel.roomList.length),
    bytes: 0,
  };
  compiled.bytes = bytesOf(compiled);
  for (const room of hotel.roomList) fillUnits(compiled, room.index, ownOf(packed.rooms, room.id));
  for (const [roomId, nights] of sold) {
    for (const [day, units] of nights) takeUnits(compiled, hotel.rooms.get(roomId)?.index, day, units);
  }
  for (const room of hotel.roomList) countFewest(compiled, room.index);
  let restricted = 0;
  for (const [row, product] of products.entries()) {
    compiled.rowOf[product.product] = row;
    fillPrices(compiled, row, product.rate);
    fillOpen(compiled, row, product);
    if (!isRestricted(product.rate)) continue;
    compiled.restrictedAt[row] = restricted;
    fillRestrictions(compiled, restricted, product.rate);
    restricted += 1;
  }
  return compiled;
}

/** The month after units of a room were sold on the nights [from, until), day numbers; negative units were given back. */
export function sellNights(
  compiled: CompiledMonth,
  month: number,
  roomIndex: number,
  sold: { from: number; until: number; units: number },
): CompiledMonth {
  const first = firstDayOfMonth(month);
  const next = { ...compiled, free: compiled.free.slice(), fewestFree: compiled.fewestFree.slice() };
  const until = Math.min(sold.until - first, compiled.days);
  for (let day = Math.max(sold.from - first, 0); day < until; day += 1) takeUnits(next, roomIndex, day, sold.units);
  countFewest(next, roomIndex);
  return next;
}

/** What V8 spends on a typed array and its buffer, about. */
const TYPED_ARRAY_BYTES = 200;

function bytesOf(compiled: CompiledMonth): number {
  const { rowOf, priceSums, openUntil, restrictedAt, restrictions, throughMax, maxThrough, maxThroughMin, free, fewestFree } = compiled;
  const arrays = [rowOf, priceSums, openUntil, restrictedAt, restrictions, throughMax, maxThrough, maxThroughMin, free, fewestFree];
  const own = compiled.own.reduce((sum, one) => sum + (one ? ownAmountsBytes(one) : 0), compiled.own.length * 8);
  return arrays.reduce((sum, array) => sum + array.byteLength + TYPED_ARRAY_BYTES, own);
}

/** What a record of JSON has under a name itself: an id may well be called `constructor`. */
function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function productsOf(hotel: Hotel, packed: HotelMonth): ProductMonth[] {
  const products: ProductMonth[] = [];
  for (const room of hotel.roomList) {
    const roomMonth = ownOf(packed.rooms, room.id);
    if (!roomMonth) continue;
    for (const rate of hotel.rateList) {
      const rateMonth = ownOf(roomMonth.rates, rate.id);
      const product = room.index * hotel.rateList.length + rate.index;
      if (rateMonth) products.push({ product, roomIndex: room.index, rate: rateMonth });
    }
  }
  return products;
}

function fillUnits({ days, free }: CompiledMonth, roomIndex: number, room: RoomMonth | undefined): void {
  if (!room) return;
  for (let day = 0; day < days; day += 1) free[roomIndex * days + day] = room.units[day] ?? NOT_FOR_SALE;
}

function takeUnits({ days, free }: CompiledMonth, roomIndex: number | undefined, day: number, units: number): void {
  if (roomIndex === undefined) return;
  const at = roomIndex * days + day;
  const before = free[at] ?? NOT_FOR_SALE;
  if (before !== NOT_FOR_SALE) free[at] = before - units;
}

function countFewest({ days, free, fewestFree }: CompiledMonth, roomIndex: number): void {
  fewestFree[roomIndex] = Math.min(...free.subarray(roomIndex * days, (roomIndex + 1) * days));
}

function isRestricted(rate: RateMonth): boolean {
  return rate.restrictions !== undefined || rate.maxStayThrough !== undefined;
}

function fillRestrictions(compiled: CompiledMonth, restricted: number, { restrictions, maxStayThrough }: RateMonth): void {
  let throughMax = 0;
  let least = Infinity;
  for (let day = 0; day < compiled.days; day += 1) {
    const at = day * compiled.restrictedRows + restricted;
    const packed = restrictions?.[day] ?? 0;
    const most = maxStayThrough?.[day] ?? 0;
    compiled.restrictions[at] = packed;
    compiled.maxThrough[at] = most;
    throughMax = Math.max(throughMax, minStayThrough(packed));
    if (most > 0) least = Math.min(least, most);
  }
  compiled.throughMax[restricted] = throughMax;
  compiled.maxThroughMin[restricted] = least < Infinity ? least : 0;
}

function fillPrices({ days, rows, priceSums }: CompiledMonth, row: number, rate: RateMonth): void {
  let sum = 0;
  for (let day = 0; day < days; day += 1) {
    sum += rate.prices[day] ?? 0;
    priceSums[(day + 1) * rows + row] = sum;
  }
}

function fillOpen({ days, rows, openUntil, free }: CompiledMonth, row: number, { rate, roomIndex }: ProductMonth): void {
  let until = days;
  for (let day = days - 1; day >= 0; day -= 1) {
    const stopped = ((rate.restrictions?.[day] ?? 0) & STOP_SELL) !== 0;
    const priced = typeof rate.prices[day] === "number";
    if (free[roomIndex * days + day] === NOT_FOR_SALE || !priced || stopped) until = day;
    openUntil[day * rows + row] = until | (priced ? 0 : UNPRICED);
  }
}
