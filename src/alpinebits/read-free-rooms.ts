/**
 * FreeRooms: complete sets, deltas and closing seasons of room categories, as entries of the calendar (AlpineBits HotelData
 * 2024-10 §4.1, of 2018-10 the same with OTA_HotelAvailNotifRQ). Pure.
 */
import { formatDate, parseDate } from "../base/calendar-date.ts";
import { FAULTS_NAMED_MAX, PUSH_CELLS_MAX, PUSH_ENTRIES_MAX, PUSH_NIGHTS_MAX } from "../partners/limits.ts";
import { ENTRY_NIGHTS_MAX } from "../selling/limits.ts";
import type { CalendarEntry } from "../selling/rules/calendar-entry.ts";
import type { Products } from "../selling/find-products.ts";
import { attributeOf, childOf, childrenOf } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { parseBoolean } from "../xml/simple-types.ts";

/** Rooms left of a category on nights, both ends included. Day numbers. */
interface Availability {
  room: string;
  from: number;
  to: number;
  left: number;
}

/** Nights on which the hotel is closed. */
interface ClosingSeason {
  from: number;
  to: number;
}

export interface FreeRooms {
  entries: CalendarEntry[];
  /** Sentences, each once; any refuses the whole message. */
  faults: string[];
  /** Whether a category is meant that the hotel does not have. */
  unknownRoom: boolean;
}

interface Reader {
  products: Products;
  faults: Set<string>;
  unknownRoom: boolean;
  availabilities: Availability[];
  seasons: ClosingSeason[];
  /** Whether a category was named: no closing season may follow. */
  roomsSeen: boolean;
  /** Periods of categories that were named, and their nights. */
  entries: number;
  cells: number;
}

const COUNT = /^\d{1,9}$/;
/** Definite availability: the only count that is announced in the handshake. */
const BOOKABLE = "2";

/** The entries of a message's list; `today` is the hotel's. A set of one empty element says that nothing is free. */
export function readFreeRooms(message: XmlElement, list: readonly XmlElement[], products: Products, today: number): FreeRooms {
  const reader: Reader = {
    products,
    faults: new Set(),
    unknownRoom: false,
    availabilities: [],
    seasons: [],
    roomsSeen: false,
    entries: 0,
    cells: 0,
  };
  const complete = readInstance(message, reader);
  const isReset = complete && list.length === 1 && list[0]?.children.length === 0;
  if (!isReset) list.forEach((element, index) => readElement(reader, element, `${element.local} ${index + 1}`, complete));
  checkOverlaps(reader);
  const entries = [
    ...(complete ? nothingFree(reader, today) : []),
    ...reader.seasons.flatMap((season) => closing(season, products)),
    ...stated(reader),
  ];
  return { entries, faults: [...reader.faults].slice(0, FAULTS_NAMED_MAX), unknownRoom: reader.unknownRoom };
}

/** Whether the message replaces all that was known. */
function readInstance(message: XmlElement, reader: Reader): boolean {
  const uniqueId = childOf(message, "UniqueID");
  if (!uniqueId) return false;
  if (!["16", "35"].includes(attributeOf(uniqueId, "Type") ?? "")) reader.faults.add("UniqueID's Type must be 16 or 35.");
  if (attributeOf(uniqueId, "Instance") !== "CompleteSet") reader.faults.add("UniqueID's Instance must be CompleteSet.");
  return true;
}

function readElement(reader: Reader, element: XmlElement, place: string, complete: boolean): void {
  const refuse = (sentence: string): void => void reader.faults.add(`${place}: ${sentence}`);
  const control = childOf(element, "StatusApplicationControl");
  if (!control) return refuse("there is no StatusApplicationControl.");
  const from = parseDate(attributeOf(control, "Start") ?? "");
  const to = parseDate(attributeOf(control, "End") ?? "");
  if (from === null || to === null) return refuse("Start and End must be real dates, YYYY-MM-DD.");
  if (to < from) return refuse("End lies before Start.");
  if (to - from >= PUSH_NIGHTS_MAX) return refuse(`Start and End are more than ${PUSH_NIGHTS_MAX} nights apart.`);
  if (attributeOf(control, "InvCode") !== null) return refuse("distinct rooms (InvCode) are not supported, only categories (InvTypeCode).");
  const room = attributeOf(control, "InvTypeCode");
  if (parseBoolean(attributeOf(control, "AllInvCode") ?? "false") === true) {
    if (room !== null || childOf(element, "InvCounts")) return refuse("a closing season has neither InvTypeCode nor InvCounts.");
    if (!complete) return refuse("closing seasons belong in a CompleteSet.");
    if (reader.roomsSeen) return refuse("closing seasons stand before all rooms.");
    if (countPeriod(reader, reader.products.rooms.length, to - from + 1)) reader.seasons.push({ from, to });
    return;
  }
  reader.roomsSeen = true;
  if (room === null) return refuse("InvTypeCode is missing.");
  const left = element.local === "Inventory" ? readInvCounts(element, refuse) : readBookingLimit(element, refuse);
  if (!reader.products.rooms.some(({ id }) => id === room)) reader.unknownRoom = true;
  else if (left !== null && countPeriod(reader, 1, to - from + 1)) reader.availabilities.push({ room, from, to, left });
}

/** False, and a fault, where the message names more than it may. */
function countPeriod(reader: Reader, rooms: number, nights: number): boolean {
  reader.entries += rooms;
  reader.cells += rooms * nights;
  if (reader.entries <= PUSH_ENTRIES_MAX && reader.cells <= PUSH_CELLS_MAX) return true;
  reader.faults.add(`The message stands for more than ${PUSH_ENTRIES_MAX} periods or ${PUSH_CELLS_MAX} nights of categories.`);
  return false;
}

/** A category without counts is fully booked. */
function readInvCounts(element: XmlElement, refuse: (sentence: string) => void): number | null {
  let left = 0;
  const seen = new Set<string>();
  for (const count of childrenOf(element, "InvCounts").flatMap((list) => childrenOf(list, "InvCount"))) {
    const type = attributeOf(count, "CountType") ?? "";
    const number = attributeOf(count, "Count") ?? "";
    if (type === "6" || type === "9") refuse(`CountType ${type} is not supported, only ${BOOKABLE}.`);
    else if (type !== BOOKABLE || seen.has(type)) refuse("InvCounts must hold one InvCount with CountType 2.");
    else if (COUNT.test(number)) left = Number(number);
    else refuse("Count must be a whole number of rooms.");
    seen.add(type);
  }
  return left;
}

function readBookingLimit(element: XmlElement, refuse: (sentence: string) => void): number | null {
  const limit = attributeOf(element, "BookingLimit") ?? "";
  if (attributeOf(element, "BookingLimitMessageType") !== "SetLimit") refuse("BookingLimitMessageType must be SetLimit.");
  if ((attributeOf(element, "BookingThreshold") ?? "0") !== "0") refuse("BookingThreshold is not supported.");
  if (COUNT.test(limit)) return Number(limit);
  refuse("BookingLimit must be a whole number of rooms.");
  return null;
}

/** Periods of one category may not overlap, nor may closing seasons, nor one of these a category that can be booked. */
function checkOverlaps({ availabilities, seasons, faults }: Reader): void {
  const closed = seasons.map((season) => ({ ...season, room: "closing seasons" }));
  const sorted = [...availabilities, ...closed].sort((a, b) => (a.room === b.room ? a.from - b.from : a.room < b.room ? -1 : 1));
  sorted.forEach((period, index) => {
    const before = sorted[index - 1];
    if (before?.room === period.room && period.from <= before.to)
      faults.add(`Periods of ${period.room} overlap from ${formatDate(period.from)} on.`);
  });
  const bookable = availabilities.filter(({ left }) => left > 0).sort((a, b) => a.from - b.from);
  const calm = [...seasons].sort((a, b) => a.from - b.from);
  let at = 0;
  for (const period of bookable) {
    // Seasons that end before this period begins end before all later ones begin.
    while (at < calm.length && (calm[at]?.to ?? 0) < period.from) at += 1;
    if (calm[at] && (calm[at]?.from ?? Infinity) <= period.to)
      faults.add(`A closing season overlaps nights of ${period.room} that can be booked.`);
  }
}

/**
 * From today to the last night anything is known of: nothing is free but what the set goes on to say. No further than an entry may
 * reach: a slip of the century elsewhere must not keep a hotel from its complete sets.
 */
function nothingFree({ products, availabilities, seasons }: Reader, today: number): CalendarEntry[] {
  const last = Math.max(products.lastNight ?? today, ...availabilities.map(({ to }) => to), ...seasons.map(({ to }) => to));
  return last < today ? [] : closing({ from: today, to: Math.min(last, today + ENTRY_NIGHTS_MAX - 1) }, products);
}

function closing({ from, to }: ClosingSeason, products: Products): CalendarEntry[] {
  return products.rooms.map(({ id }) => ({ room: id, from: formatDate(from), to: formatDate(to), left: 0, rates: {} }));
}

function stated({ availabilities }: Reader): CalendarEntry[] {
  return availabilities.map(({ room, from, to, left }) => ({ room, from: formatDate(from), to: formatDate(to), left, rates: {} }));
}
