/**
 * A hotel's month compiled for pricing: flat typed arrays, so that a stay costs a subtraction and a comparison, however
 * many nights it has. Pure. Days are counted from 0 within the month.
 *
 * A product is a room at a rate: product = room.index * (number of rates) + rate.index. A product that the month prices
 * on at least one night has a row. Arrays run by day, then row: a search looks at one day of every row, which so lie
 * side by side in the processor's cache.
 */
import { daysInMonth } from "../../base/calendar-date.ts";
import type { Hotel } from "./catalogue.ts";
import { type HotelMonth, type RateMonth, type RoomMonth, STOP_SELL, minStayThrough } from "./hotel-month.ts";

/** Units above this count are kept as this: only a request's rooms (at most 9) are ever compared with them. */
const UNITS_KEPT_MAX = 255;

export interface CompiledMonth {
  days: number;
  /** Number of rows. */
  rows: number;
  /** By product: its row, or -1. */
  rowOf: Int16Array;
  /** By day, `days` included, then row: the sum of all prices before the day. Exact: money is integer. */
  priceSums: Float64Array;
  /** By day, then row: the first day at or after it that is not for sale (no price, no unit, stop-sell), or `days`. */
  openUntil: Uint8Array;
  /** Number of rows that have restrictions on any night. */
  restrictedRows: number;
  /** By row: its place among the restricted rows, or -1. */
  restrictedAt: Int16Array;
  /** By day, then restricted row. */
  restrictions: Int32Array;
  /** By restricted row: the largest minimum-stay-through of the month. */
  throughMax: Uint16Array;
  /** By day, then room: units when the month was written, at most UNITS_KEPT_MAX; 0 where the room is not sold. */
  units: Uint8Array;
}

interface ProductMonth {
  product: number;
  roomIndex: number;
  rate: RateMonth;
}

/** Compiles a stored month. Rooms and rates that the hotel does not have are left out. */
export function compileMonth(hotel: Hotel, month: number, packed: HotelMonth): CompiledMonth {
  const days = daysInMonth(month);
  const products = productsOf(hotel, packed);
  const rows = products.length;
  const restrictedRows = products.filter((product) => product.rate.restrictions !== undefined).length;
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
    units: new Uint8Array(hotel.roomList.length * days),
  };
  for (const room of hotel.roomList) fillUnits(compiled, hotel.roomList.length, room.index, packed.rooms[room.id]);
  let restricted = 0;
  for (const [row, product] of products.entries()) {
    compiled.rowOf[product.product] = row;
    fillPrices(compiled, row, product.rate);
    fillOpen(compiled, row, product, hotel.roomList.length);
    if (!product.rate.restrictions) continue;
    compiled.restrictedAt[row] = restricted;
    fillRestrictions(compiled, restricted, product.rate.restrictions);
    restricted += 1;
  }
  return compiled;
}

/** Bytes a compiled month holds, with what its arrays cost besides their elements. */
export function compiledBytes(compiled: CompiledMonth): number {
  const { rowOf, priceSums, openUntil, restrictedAt, restrictions, throughMax, units } = compiled;
  const arrays = [rowOf, priceSums, openUntil, restrictedAt, restrictions, throughMax, units];
  return arrays.reduce((sum, array) => sum + array.byteLength + TYPED_ARRAY_BYTES, 0);
}

/** What V8 spends on a typed array and its buffer, about. */
const TYPED_ARRAY_BYTES = 200;

function productsOf(hotel: Hotel, packed: HotelMonth): ProductMonth[] {
  const products: ProductMonth[] = [];
  for (const room of hotel.roomList) {
    const roomMonth = packed.rooms[room.id];
    if (!roomMonth) continue;
    for (const rate of hotel.rateList) {
      const rateMonth = roomMonth.rates[rate.id];
      const product = room.index * hotel.rateList.length + rate.index;
      if (rateMonth) products.push({ product, roomIndex: room.index, rate: rateMonth });
    }
  }
  return products;
}

function fillUnits(compiled: CompiledMonth, rooms: number, roomIndex: number, room: RoomMonth | undefined): void {
  if (!room) return;
  for (let day = 0; day < compiled.days; day += 1) {
    compiled.units[day * rooms + roomIndex] = Math.min(room.units[day] ?? 0, UNITS_KEPT_MAX);
  }
}

function fillRestrictions(compiled: CompiledMonth, restricted: number, restrictions: readonly number[]): void {
  let throughMax = 0;
  for (let day = 0; day < compiled.days; day += 1) {
    const packed = restrictions[day] ?? 0;
    compiled.restrictions[day * compiled.restrictedRows + restricted] = packed;
    throughMax = Math.max(throughMax, minStayThrough(packed));
  }
  compiled.throughMax[restricted] = throughMax;
}

function fillPrices({ days, rows, priceSums }: CompiledMonth, row: number, rate: RateMonth): void {
  let sum = 0;
  for (let day = 0; day < days; day += 1) {
    sum += rate.prices[day] ?? 0;
    priceSums[(day + 1) * rows + row] = sum;
  }
}

function fillOpen({ days, rows, openUntil, units }: CompiledMonth, row: number, { rate, roomIndex }: ProductMonth, rooms: number): void {
  let until = days;
  for (let day = days - 1; day >= 0; day -= 1) {
    const stopped = ((rate.restrictions?.[day] ?? 0) & STOP_SELL) !== 0;
    const sold = (units[day * rooms + roomIndex] ?? 0) > 0 && typeof rate.prices[day] === "number" && !stopped;
    if (!sold) until = day;
    openUntil[day * rows + row] = until;
  }
}
