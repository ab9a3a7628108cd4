/** The group of the data set: docs/interface.md §9.2, moved into the future by whole weeks. Pure. */
import { formatDate } from "../../src/base/calendar-date.ts";
import { type Money, MONEY_ONE, scaleHalfUp } from "../../src/base/money.ts";
import { PARTY_MEMBERS_MAX } from "../../src/selling/limits.ts";
import { completeGroup } from "../group/read-group-file.ts";
import type { GroupFile, GroupInput } from "../group/group-schema.ts";
import { ACCOM, MEAL } from "./bookings-ledger.ts";
import { type DatasetBooking, isHeld } from "./dataset-booking.ts";
import { DATASET_HOTELS } from "./dataset-hotels.ts";

type HotelInput = NonNullable<GroupInput["hotels"]>[number];

const CENT: Money = 100;
const NON_REFUNDABLE_PERCENT = 90;
const DAYS_PER_WEEK = 7;

/** What held bookings say of one room type; arrays run over the nights of the calendar. */
interface RoomType {
  adultsMax: number;
  childrenMax: number;
  /** Rooms occupied. */
  occupied: number[];
  /** Sum and number of the positive adrs. */
  adrSum: number[];
  adrCount: number[];
}

/** First and last night of the calendar, in true days. */
interface Span {
  first: number;
  last: number;
}

/** The group, its calendar `shiftWeeks` later than the file's. At least one held booking has a night. */
export function bookingsGroup(groupId: string, bookings: readonly DatasetBooking[], shiftWeeks: number): GroupFile {
  const held = bookings.filter(isHeld);
  const span = spanOf(held);
  return completeGroup({
    group: { id: groupId, name: "Hotel booking demand", defaultLanguage: "en" },
    saleCodes: [
      {
        code: ACCOM.code,
        description: "Accommodation",
        nominalCode: ACCOM.nominalCode,
        taxCode: ACCOM.taxCode,
        taxPercent: ACCOM.taxBasisPoints / 100,
      },
      {
        code: MEAL.code,
        description: "Meals",
        nominalCode: MEAL.nominalCode,
        taxCode: MEAL.taxCode,
        taxPercent: MEAL.taxBasisPoints / 100,
      },
    ],
    hotels: DATASET_HOTELS.map((hotel) => {
      const stays = held.filter((booking) => booking.hotelId === hotel.id);
      return hotelInput(hotel, typesOf(stays, span), span, shiftWeeks * DAYS_PER_WEEK);
    }),
  });
}

function spanOf(held: readonly DatasetBooking[]): Span {
  let [first, last] = [Infinity, -Infinity];
  for (const { arrival, nights } of held) {
    first = Math.min(first, arrival);
    if (nights > 0) last = Math.max(last, arrival + nights - 1);
  }
  return { first, last };
}

function typesOf(stays: readonly DatasetBooking[], span: Span): [string, RoomType][] {
  const types = new Map<string, RoomType>();
  for (const booking of stays) {
    const type = types.get(booking.roomId) ?? emptyType(span.last - span.first + 1);
    types.set(booking.roomId, type);
    type.adultsMax = Math.max(type.adultsMax, booking.adults);
    type.childrenMax = Math.max(type.childrenMax, booking.children);
    for (let night = booking.arrival - span.first; night < booking.arrival - span.first + booking.nights; night += 1) {
      add(type.occupied, night, 1);
      if (booking.adr <= 0) continue;
      add(type.adrSum, night, booking.adr);
      add(type.adrCount, night, 1);
    }
  }
  return [...types].sort(([a], [b]) => (a < b ? -1 : 1));
}

function emptyType(nights: number): RoomType {
  const zeros = (): number[] => Array.from({ length: nights }, () => 0);
  return { adultsMax: 1, childrenMax: 0, occupied: zeros(), adrSum: zeros(), adrCount: zeros() };
}

function add(values: number[], index: number, value: number): void {
  values[index] = (values[index] ?? 0) + value;
}

function hotelInput(
  hotel: (typeof DATASET_HOTELS)[number],
  types: readonly [string, RoomType][],
  span: Span,
  shiftDays: number,
): HotelInput {
  return {
    ...hotel,
    rooms: types.map(([id, type]) => {
      const maxAdults = Math.min(type.adultsMax, PARTY_MEMBERS_MAX);
      const maxChildren = Math.min(type.childrenMax, PARTY_MEMBERS_MAX);
      return { id, name: `Room type ${id}`, baseAdults: maxAdults, maxAdults, maxChildren };
    }),
    rates: [
      { id: "FLEX", name: "Flexible", saleCode: ACCOM.code },
      { id: "NONREF", name: "Non-refundable, prepaid in full", refundable: false, depositPercent: 100, saleCode: ACCOM.code },
    ],
    calendar: types.map(([room, type]) => {
      const flexible = flexiblePrices(type);
      return {
        room,
        from: formatDate(span.first + shiftDays),
        to: formatDate(span.last + shiftDays),
        units: type.occupied.reduce((most, count) => Math.max(most, count), 0),
        rates: { FLEX: { price: flexible.map(inEuro) }, NONREF: { price: flexible.map((price) => inEuro(price && reduced(price))) } },
      };
    }),
  };
}

/** The mean of a night's positive adrs; else the latest earlier night's, else the first later one's; null where there is none at all. */
function flexiblePrices(type: RoomType): (Money | null)[] {
  const means = type.adrSum.map((sum, night) => {
    const count = type.adrCount[night] ?? 0;
    return count === 0 ? null : atLeastCent(scaleHalfUp(sum, 1, count, CENT));
  });
  let known = means.find((mean) => mean !== null) ?? null;
  return means.map((mean) => (known = mean ?? known));
}

function reduced(price: Money): Money {
  return atLeastCent(scaleHalfUp(price, NON_REFUNDABLE_PERCENT, 100, CENT));
}

/** A night cannot be sold for nothing. */
function atLeastCent(price: Money): Money {
  return Math.max(price, CENT);
}

function inEuro(price: Money | null): number | null {
  return price === null ? null : price / MONEY_ONE;
}
