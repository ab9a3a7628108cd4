/** The rows of news (rows/news.ts) as values. */
import type { SoldUnits } from "../../events/rules/event.ts";
import { CHANGED_MONTHS_MAX, EVENTS_BEHIND_MAX } from "../limits.ts";
import type { CancellationPolicy } from "../rules/cancellation.ts";
import type { ChargeMode, Discount, Extra, Promotion, Rate, Room, SaleCode } from "../rules/catalogue.ts";
import type { SoldNights } from "../rules/compiled-month.ts";
import type { HotelMonth } from "../rules/hotel-month.ts";
import type { ChangedHotel, LoadedMonth, MonthLoad, News, Sale, Terms } from "../rules/news.ts";
import type { MonthRow, NewsRow } from "./news.ts";

/** What was asked. */
export interface Question {
  since: number;
  trackedMonths: ReadonlySet<number>;
}

/** The news of a group; null where there is no such group. */
export function readNews(question: Question, rows: readonly NewsRow[], loads: readonly MonthLoad[]): News | null {
  const now = rows.find((row) => row.kind === "now");
  if (!now) return null;
  const until = Number(now.number);
  const months = rows.filter((row) => row.kind === "month").map(changedMonth);
  return {
    ...question,
    until,
    isBeyondBounds: question.since >= 0 && (until - question.since > EVENTS_BEHIND_MAX || months.length > CHANGED_MONTHS_MAX),
    sales: rows
      .filter((row) => row.kind === "sale")
      .map(saleOf)
      .sort((one, other) => one.sequence - other.sequence),
    hotels: changedHotels(rows),
    terms: Number(now.value) > question.since ? termsOf(Number(now.value), rows) : null,
    months,
    loads,
  };
}

/** Months of every hotel behind `after`. */
export function readMonth(month: number, after: string, rows: readonly MonthRow[]): MonthLoad {
  const last = rows.at(-1);
  return { month, hotelIds: null, after, through: last?.more === 1 ? last.hotel_id : null, rows: rows.map(loadedMonth) };
}

/** Months of single hotels. */
export function readCells(cells: readonly { month: number; hotelId: string }[], rows: readonly MonthRow[]): MonthLoad[] {
  const hotelIds = Map.groupBy(cells, (cell) => cell.month);
  const loaded = Map.groupBy(rows.map(loadedMonth), (row) => row.month);
  return Array.from(hotelIds, ([month, asked]) => {
    return { month, hotelIds: asked.map((cell) => cell.hotelId), after: "", through: null, rows: loaded.get(month) ?? [] };
  });
}

function loadedMonth(row: MonthRow): LoadedMonth {
  return {
    hotelId: row.hotel_id,
    month: row.month,
    packed: JSON.parse(row.packed) as HotelMonth,
    sold: JSON.parse(row.sold) as SoldNights[],
  };
}

function changedMonth(row: NewsRow): LoadedMonth {
  return {
    hotelId: row.hotel_id ?? "",
    month: Number(row.number),
    packed: row.value === null ? null : (JSON.parse(row.value) as HotelMonth),
    sold: row.sold === null ? [] : (JSON.parse(row.sold) as SoldNights[]),
  };
}

function saleOf(row: NewsRow): Sale {
  const sold = valueOf<[string, string, number, number, number][]>(row);
  return {
    sequence: Number(row.number),
    sold: sold.map(([hotelId, roomId, from, until, units]): SoldUnits => ({ hotelId, roomId, from, until, units })),
  };
}

function changedHotels(rows: readonly NewsRow[]): ChangedHotel[] {
  const parts = Map.groupBy(rows, (row) => row.kind);
  const [rooms, rates, extras] = (["room", "rate", "extra"] as const).map((kind) =>
    Map.groupBy(parts.get(kind) ?? [], (row) => row.hotel_id),
  );
  return (parts.get("hotel") ?? []).map((row) => {
    const [catalogueVersion, timezone, currencyCode, hours, minutes] = valueOf<[number, string, string, string, string]>(row);
    return {
      id: row.hotel_id ?? "",
      calendarVersion: Number(row.number),
      catalogueVersion,
      timezone,
      currencyCode,
      checkInMinute: Number(hours) * 60 + Number(minutes),
      rooms: (rooms?.get(row.hotel_id) ?? []).sort(byId).map(roomOf),
      rates: (rates?.get(row.hotel_id) ?? []).sort(byId).map(rateOf),
      extras: (extras?.get(row.hotel_id) ?? []).sort(byId).map(extraOf),
    };
  });
}

function byId(one: NewsRow, other: NewsRow): number {
  return (one.id ?? "") < (other.id ?? "") ? -1 : 1;
}

function termsOf(version: number, rows: readonly NewsRow[]): Terms {
  return {
    version,
    hotelIds: new Set(rows.filter((row) => row.kind === "present").map((row) => row.hotel_id ?? "")),
    promotions: rows.filter((row) => row.kind === "promotion").map(promotionOf),
    saleCodes: rows.filter((row) => row.kind === "saleCode").map(saleCodeOf),
  };
}

function valueOf<T>(row: NewsRow): T {
  return JSON.parse(row.value ?? "null") as T;
}

function roomOf(row: NewsRow): Omit<Room, "index"> {
  const [name, baseAdults, maxAdults, maxChildren, bedConfigurations] = valueOf<[string, number, number, number, string[]]>(row);
  return { id: row.id ?? "", name, baseAdults, maxAdults, maxChildren, bedConfigurations };
}

function rateOf(row: NewsRow): Omit<Rate, "index"> {
  const [name, refundable, depositBasisPoints, hidden, extraAdultAmount, childAmount, cancellation, saleCode] =
    valueOf<[string, 0 | 1, number, 0 | 1, number, number, CancellationPolicy | null, string]>(row);
  const flags = { refundable: refundable === 1, hidden: hidden === 1 };
  return { id: row.id ?? "", name, ...flags, depositBasisPoints, extraAdultAmount, childAmount, cancellation, saleCode };
}

type ExtraValue = [string, string, string[][], { url: string; alt: string }[], number, ChargeMode, 0 | 1, 0 | 1, string];

function extraOf(row: NewsRow): Extra {
  const [name, description, details, images, price, chargeMode, daily, chargePrepayment, saleCode] = valueOf<ExtraValue>(row);
  const flags = { daily: daily === 1, chargePrepayment: chargePrepayment === 1 };
  return { id: row.id ?? "", name, description, details, images, price, chargeMode, ...flags, saleCode };
}

type Bound = number | null;
type PromotionValue = [Bound, Bound, string | null, string[] | null, string[], Bound, Bound, Bound, Bound];

function promotionOf(row: NewsRow): Promotion {
  const [basisPoints, amount, currencyCode, discounted, unlocked, stayFrom, stayTo, bookFrom, bookTo] = valueOf<PromotionValue>(row);
  return {
    code: row.id ?? "",
    discount: discountOf(basisPoints, amount, currencyCode),
    discountedRates: discounted && new Set(discounted),
    unlockedRates: new Set(unlocked),
    stayFrom,
    stayTo,
    bookFrom,
    bookTo,
  };
}

function discountOf(basisPoints: number | null, amount: number | null, currencyCode: string | null): Discount | null {
  if (basisPoints !== null) return { kind: "percent", basisPoints };
  return amount === null || currencyCode === null ? null : { kind: "amount", amount, currencyCode };
}

function saleCodeOf(row: NewsRow): SaleCode {
  const [description, nominalCode, taxCode, taxBasisPoints] = valueOf<[string, string, string, number]>(row);
  return { code: row.id ?? "", description, nominalCode, taxCode, taxBasisPoints };
}
