/** What a change does to a hotel's calendar, in words a hotelier reads: "31 nights DBL FLEX 150 → 175". Pure. */
import { daysInMonth, firstDayOfMonth } from "../../base/calendar-date.ts";
import { toJsonNumber } from "../../base/money.ts";
import { EMPTY_MONTH, type PackedMonths } from "./edit-calendar.ts";
import { type HotelMonth, RESTRICTIONS, type RateMonth, type RoomMonth, restrictionOf } from "./hotel-month.ts";

/** A value of a night as it is told; null for none. */
type Told = number | string | boolean | null;

/** Nights of one room, or rate of it, on which one field changes. */
export interface ChangedField {
  roomId: string;
  /** Null: of the room itself. */
  rateId: string | null;
  /** As an entry names it; "" for the price. */
  field: string;
  nights: number;
  /** One value, or from the least to the largest: "150", "150–175", "none or 150", "off". */
  before: string;
  after: string;
}

/** The same while values are met, in their order. */
interface Line extends Omit<ChangedField, "before" | "after"> {
  before: Set<Told>;
  after: Set<Told>;
}

/** Values besides numbers that a line tells: prices by adults may be others every night. */
const OTHERS_TOLD_MAX = 5;

/** One for each room and rate and field that changes from today on, prices first. */
export function changedFields(stored: PackedMonths, changed: readonly { month: number; packed: string }[], today: number): ChangedField[] {
  const lines = new Map<string, Line>();
  const tell: Tell = (roomId, rateId, field, before, after) => {
    if (before === after) return;
    const key = `${roomId} ${rateId ?? ""} ${field}`;
    const line = lines.get(key) ?? { roomId, rateId, field, nights: 0, before: new Set<Told>(), after: new Set<Told>() };
    lines.set(key, line);
    line.nights += 1;
    line.before.add(before);
    line.after.add(after);
  };
  for (const { month, packed } of changed) {
    const [before, after] = [parse(stored.get(month) ?? EMPTY_MONTH), parse(packed)];
    const first = Math.max(0, today - firstDayOfMonth(month));
    for (const roomId of namesOf(before.rooms, after.rooms)) {
      for (let day = first; day < daysInMonth(month); day += 1)
        tellRoom(roomId, own(before.rooms, roomId), own(after.rooms, roomId), day, tell);
    }
  }
  return [...lines.values()]
    .sort((one, other) => Number(other.field === "") - Number(one.field === ""))
    .map((line) => ({ ...line, before: range(line.before), after: range(line.after) }));
}

/** A line for each of them. */
export function describeChanges(stored: PackedMonths, changed: readonly { month: number; packed: string }[], today: number): string[] {
  return changedFields(stored, changed, today).map(({ roomId, rateId, field, nights, before, after }) => {
    const what = [roomId, rateId ?? "", field].filter((part) => part !== "").join(" ");
    return `${nights} ${nights === 1 ? "night" : "nights"} ${what} ${before} → ${after}`;
  });
}

type Tell = (roomId: string, rateId: string | null, field: string, before: Told, after: Told) => void;

function tellRoom(roomId: string, before: RoomMonth | undefined, after: RoomMonth | undefined, day: number, tell: Tell): void {
  tell(roomId, null, "units", before?.units[day] ?? null, after?.units[day] ?? null);
  for (const rateId of namesOf(before?.rates ?? {}, after?.rates ?? {})) {
    const [one, other] = [toldOf(own(before?.rates ?? {}, rateId), day), toldOf(own(after?.rates ?? {}, rateId), day)];
    for (const [field, value] of Object.entries(other)) tell(roomId, rateId, field, one[field] ?? null, value);
  }
}

/** What a rate says of a day, by field; "" is the price. */
function toldOf(rate: RateMonth | undefined, day: number): Record<string, Told> {
  const amount = (column: readonly (number | null)[] | undefined): Told =>
    typeof column?.[day] === "number" ? toJsonNumber(column[day]) : null;
  const listed = Object.entries(rate?.adultPrices ?? {}).flatMap(([adults, column]) => {
    const price = amount(column);
    return price === null ? [] : [`${adults} adults ${String(price)}`];
  });
  const packed = rate?.restrictions?.[day] ?? 0;
  return {
    "": amount(rate?.prices),
    prices: listed.join(", ") || null,
    extraAdult: amount(rate?.extraAdult),
    child: amount(rate?.child),
    ...Object.fromEntries(RESTRICTIONS.map((name) => [name, restrictionOf(packed, name)])),
    maxStayThrough: rate?.maxStayThrough?.[day] ?? 0,
  };
}

/** One value, or from the least to the largest. */
function range(values: ReadonlySet<Told>): string {
  const numbers = [...values].filter((value) => typeof value === "number");
  const others = [...values].filter((value) => typeof value !== "number").map(word);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const span = numbers.length === 0 ? [] : [least === most ? String(least) : `${least}–${most}`];
  const told = others.length > OTHERS_TOLD_MAX ? [...others.slice(0, OTHERS_TOLD_MAX), "others"] : others;
  return [...span, ...told].join(" or ");
}

function word(value: string | boolean | null): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return value;
}

function parse(packed: string): HotelMonth {
  return JSON.parse(packed) as HotelMonth;
}

function namesOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
}

function own<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
