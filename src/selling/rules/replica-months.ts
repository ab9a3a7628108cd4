/** The compiled months of a replica, and how sales, changes and loads make others of them. Pure. */
import { monthOfDay } from "../../base/calendar-date.ts";
import type { Catalogue } from "./catalogue.ts";
import { type CompiledMonth, compileMonth, sellNights } from "./compiled-month.ts";
import type { LoadedMonth, MonthLoad, Sale } from "./news.ts";
import type { CalendarMonth } from "./stay.ts";

export interface ReplicaMonth extends CalendarMonth {
  /** Hotels whose month was not loaded. */
  readonly unknown: number;
  readonly bytes: number;
}

export type ReplicaMonths = ReadonlyMap<number, ReplicaMonth>;

type HotelMonths = (CompiledMonth | null | undefined)[];

const POINTER_BYTES = 8;

/** The months after sales. What is sold of a month that was not loaded is in it when it is. */
export function sellMonths(catalogue: Catalogue, months: ReplicaMonths, sales: readonly Sale[]): ReplicaMonths {
  const drafts = new Drafts(catalogue, months);
  for (const sold of sales.flatMap((sale) => sale.sold)) {
    const hotel = catalogue.hotels.get(sold.hotelId);
    const room = hotel?.rooms.get(sold.roomId);
    if (!hotel || !room) continue;
    for (let month = monthOfDay(sold.from); month <= monthOfDay(sold.until - 1); month += 1) {
      const compiled = months.has(month) ? drafts.of(month)[hotel.index] : undefined;
      if (compiled) drafts.of(month)[hotel.index] = sellNights(compiled, month, room.index, sold);
    }
  }
  return drafts.done();
}

/**
 * The months after hotels changed: each with what was told of it. A month of which nothing was told is as it was if it
 * was tracked and the hotel's catalogue stayed; else it has to be loaded again.
 */
export function changeMonths(
  catalogue: Catalogue,
  months: ReplicaMonths,
  change: { hotelIds: readonly string[]; isTold: (month: number) => boolean; months: readonly LoadedMonth[] },
): ReplicaMonths {
  const drafts = new Drafts(catalogue, months);
  for (const hotelId of change.hotelIds) {
    const index = catalogue.hotels.get(hotelId)?.index;
    if (index === undefined) continue;
    for (const month of months.keys()) if (!change.isTold(month)) drafts.of(month)[index] = undefined;
  }
  const changed = new Set(change.hotelIds);
  for (const row of change.months) if (changed.has(row.hotelId) && months.has(row.month)) drafts.put(row);
  return drafts.done();
}

/** The months with what was loaded. */
export function addLoads(catalogue: Catalogue, months: ReplicaMonths, loads: readonly MonthLoad[]): ReplicaMonths {
  const drafts = new Drafts(catalogue, months);
  for (const load of loads) {
    const draft = drafts.of(load.month);
    const { after, through } = load;
    const named = load.hotelIds?.flatMap((hotelId) => catalogue.hotels.get(hotelId) ?? []);
    const covered = named ?? catalogue.hotelList.filter(({ id }) => id > after && (through === null || id <= through));
    for (const { index } of covered) draft[index] = null;
    for (const row of load.rows) drafts.put(row);
  }
  return drafts.done();
}

/** The months of another catalogue. `moves`: by its indexes, the index before, or -1. */
export function moveHotels(months: ReplicaMonths, moves: readonly number[]): ReplicaMonths {
  return new Map(Array.from(months, ([month, { hotels }]) => [month, monthOf(moves.map((from) => (from < 0 ? undefined : hotels[from])))]));
}

/** Late months in the place of what is unknown, where `isCurrent` says of the hotel's index that they hold. */
export function fillUnknown(months: ReplicaMonths, late: ReplicaMonths, isCurrent: (index: number) => boolean): ReplicaMonths {
  const filled = new Map(months);
  for (const [month, { hotels }] of late) {
    const known = months.get(month)?.hotels;
    filled.set(month, monthOf(hotels.map((compiled, index) => known?.[index] ?? (isCurrent(index) ? compiled : undefined))));
  }
  return filled;
}

/** Months that are about to become others: each is copied at its first change. */
class Drafts {
  readonly #catalogue: Catalogue;
  readonly #months: ReplicaMonths;
  readonly #drafts = new Map<number, HotelMonths>();

  constructor(catalogue: Catalogue, months: ReplicaMonths) {
    this.#catalogue = catalogue;
    this.#months = months;
  }

  of(month: number): HotelMonths {
    let draft = this.#drafts.get(month);
    if (!draft) {
      const known = this.#months.get(month)?.hotels;
      draft = known ? [...known] : Array.from<undefined>({ length: this.#catalogue.hotelList.length });
      this.#drafts.set(month, draft);
    }
    return draft;
  }

  put({ hotelId, month, packed, sold }: LoadedMonth): void {
    const hotel = this.#catalogue.hotels.get(hotelId);
    if (hotel) this.of(month)[hotel.index] = packed && compileMonth(hotel, month, packed, sold);
  }

  done(): ReplicaMonths {
    if (this.#drafts.size === 0) return this.#months;
    return new Map([...this.#months, ...Array.from(this.#drafts, ([month, hotels]) => [month, monthOf(hotels)] as const)]);
  }
}

function monthOf(hotels: HotelMonths): ReplicaMonth {
  let unknown = 0;
  let bytes = hotels.length * POINTER_BYTES;
  for (const compiled of hotels) {
    if (compiled === undefined) unknown += 1;
    else if (compiled) bytes += compiled.bytes;
  }
  return { hotels, unknown, bytes };
}
