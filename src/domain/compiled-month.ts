/**
 * A hotel's month compiled for pricing: flat typed arrays, so that a stay costs a subtraction and a comparison, however
 * many nights it has. Pure. Days are counted from 0 within the month.
 *
 * A product is a room at a rate: product = room.index * (number of rates) + rate.index. A product that the month prices
 * on at least one night has a row.
 */
import { daysInMonth } from "./calendar-date.ts";
import type { Hotel } from "./catalogue.ts";
import { type HotelMonth, type RateMonth, type RoomMonth, STOP_SELL, minStayThrough } from "./hotel-month.ts";

/** Units above this count are kept as this: only a request's rooms (at most 9) are ever compared with them. */
const UNITS_KEPT_MAX = 255;

export interface CompiledMonth {
  days: number;
  /** By product: its row, or -1. */
  rowOf: Int32Array;
  /** By row, days + 1 each: the sum of all prices before the day. Exact: money is integer. */
  priceSums: Float64Array;
  /** By row, per day: the first day at or after it that is not for sale (no price, no unit, stop-sell), or `days`. */
  openUntil: Uint8Array;
  /** By row: where its days start in `restrictions`, or -1 where no night of the month has any. */
  restrictionsAt: Int32Array;
  restrictions: Int32Array;
  /** By row: the largest minimum-stay-through of the month. */
  throughMax: Uint16Array;
  /** By room, per day: units when the month was written, at most UNITS_KEPT_MAX; 0 where the room is not sold. */
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
  const restricted = products.filter((product) => product.rate.restrictions !== undefined).length;
  const compiled: CompiledMonth = {
    days,
    rowOf: new Int32Array(hotel.rooms.size * hotel.rates.size).fill(-1),
    priceSums: new Float64Array(products.length * (days + 1)),
    openUntil: new Uint8Array(products.length * days),
    restrictionsAt: new Int32Array(products.length).fill(-1),
    restrictions: new Int32Array(restricted * days),
    throughMax: new Uint16Array(products.length),
    units: new Uint8Array(hotel.rooms.size * days),
  };
  for (const [roomId, room] of hotel.rooms) fillUnits(compiled, room.index, packed.rooms[roomId]);
  let restrictionsEnd = 0;
  for (const [row, product] of products.entries()) {
    compiled.rowOf[product.product] = row;
    if (product.rate.restrictions) {
      fillRestrictions(compiled, row, restrictionsEnd, product.rate.restrictions);
      restrictionsEnd += days;
    }
    fillPrices(compiled, row, product);
  }
  return compiled;
}

/** Bytes a compiled month holds, with what its arrays cost besides their elements. */
export function compiledBytes(compiled: CompiledMonth): number {
  const { rowOf, priceSums, openUntil, restrictionsAt, restrictions, throughMax, units } = compiled;
  const arrays = [rowOf, priceSums, openUntil, restrictionsAt, restrictions, throughMax, units];
  return arrays.reduce((sum, array) => sum + array.byteLength + TYPED_ARRAY_BYTES, 0);
}

/** What V8 spends on a typed array and its buffer, about. */
const TYPED_ARRAY_BYTES = 200;

function productsOf(hotel: Hotel, packed: HotelMonth): ProductMonth[] {
  const products: ProductMonth[] = [];
  for (const [roomId, room] of hotel.rooms) {
    const roomMonth = packed.rooms[roomId];
    if (!roomMonth) continue;
    for (const [rateId, rate] of hotel.rates) {
      const rateMonth = roomMonth.rates[rateId];
      const product = room.index * hotel.rates.size + rate.index;
      if (rateMonth) products.push({ product, roomIndex: room.index, rate: rateMonth });
    }
  }
  return products;
}

function fillUnits(compiled: CompiledMonth, roomIndex: number, room: RoomMonth | undefined): void {
  if (!room) return;
  for (let day = 0; day < compiled.days; day += 1) {
    compiled.units[roomIndex * compiled.days + day] = Math.min(room.units[day] ?? 0, UNITS_KEPT_MAX);
  }
}

function fillRestrictions(compiled: CompiledMonth, row: number, start: number, restrictions: readonly number[]): void {
  compiled.restrictionsAt[row] = start;
  let throughMax = 0;
  for (let day = 0; day < compiled.days; day += 1) {
    const packed = restrictions[day] ?? 0;
    compiled.restrictions[start + day] = packed;
    throughMax = Math.max(throughMax, minStayThrough(packed));
  }
  compiled.throughMax[row] = throughMax;
}

function fillPrices(compiled: CompiledMonth, row: number, { rate, roomIndex }: ProductMonth): void {
  const { days, priceSums, openUntil, units } = compiled;
  const sumsStart = row * (days + 1);
  let sum = 0;
  for (let day = 0; day < days; day += 1) {
    sum += rate.prices[day] ?? 0;
    priceSums[sumsStart + day + 1] = sum;
  }
  let until = days;
  for (let day = days - 1; day >= 0; day -= 1) {
    const stopped = ((rate.restrictions?.[day] ?? 0) & STOP_SELL) !== 0;
    const sold = (units[roomIndex * days + day] ?? 0) > 0 && typeof rate.prices[day] === "number" && !stopped;
    if (!sold) until = day;
    openUntil[row * days + day] = until;
  }
}
