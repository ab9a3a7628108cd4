/** What a group sells, without dates: tables hotels, rooms, rates, extras, promotions, sale_codes, and the version. */
import type { Catalogue, ChargeMode, Extra, Hotel, Rate, Room, SaleCode } from "../rules/catalogue.ts";
import type { CancellationPolicy } from "../rules/cancellation.ts";
import type { Discount, Promotion } from "../rules/promotion.ts";
import type { Database, PreparedStatement } from "../../host/database.ts";

interface GroupRow {
  calendar_version: number;
  terms_version: number;
  first_month: number | null;
  last_month: number | null;
}

interface HotelRow {
  hotel_id: string;
  timezone: string;
  currency_code: string;
  check_in_hours: string;
  check_in_minutes: string;
  calendar_version: number;
}

interface RoomRow {
  hotel_id: string;
  room_id: string;
  name: string;
  base_adults: number;
  max_adults: number;
  max_children: number;
  /** JSON: [string]. */
  bed_configurations: string;
}

interface RateRow {
  hotel_id: string;
  rate_id: string;
  name: string;
  refundable: 0 | 1;
  deposit_basis_points: number;
  hidden: 0 | 1;
  extra_adult_amount: number;
  child_amount: number;
  /** JSON: CancellationPolicy, or null. */
  cancellation: string | null;
  sale_code: string;
}

interface ExtraRow {
  hotel_id: string;
  extra_id: string;
  name: string;
  description: string;
  /** JSON: [[string]]. */
  details: string;
  /** JSON: [{"url","alt"}]. */
  images: string;
  price: number;
  charge_mode: ChargeMode;
  daily: 0 | 1;
  charge_prepayment: 0 | 1;
  sale_code: string;
}

interface PromotionRow {
  promo_code: string;
  percent_basis_points: number | null;
  amount: number | null;
  currency_code: string | null;
  /** JSON: [rateId], or null for all. */
  discounted_rates: string | null;
  /** JSON: [rateId]. */
  unlocked_rates: string;
  stay_from: number | null;
  stay_to: number | null;
  book_from: number | null;
  book_to: number | null;
}

interface SaleCodeRow {
  sale_code: string;
  description: string;
  nominal_code: string;
  tax_code: string;
  tax_basis_points: number;
}

type CatalogueRows = [GroupRow[], HotelRow[], RoomRow[], RateRow[], ExtraRow[], PromotionRow[], SaleCodeRow[]];

const SELECT_CATALOGUE = [
  `SELECT calendar_version, terms_version, (SELECT min(month) FROM calendar_months WHERE group_id = ?1) AS first_month,
  (SELECT max(month) FROM calendar_months WHERE group_id = ?1) AS last_month FROM groups WHERE group_id = ?1`,
  `SELECT hotel_id, timezone, currency_code, check_in_hours, check_in_minutes, calendar_version FROM hotels WHERE group_id = ?1 ORDER BY hotel_id`,
  `SELECT hotel_id, room_id, name, base_adults, max_adults, max_children, bed_configurations FROM rooms
  WHERE group_id = ?1 ORDER BY hotel_id, room_id`,
  `SELECT hotel_id, rate_id, name, refundable, deposit_basis_points, hidden, extra_adult_amount, child_amount, cancellation, sale_code
  FROM rates WHERE group_id = ?1 ORDER BY hotel_id, rate_id`,
  `SELECT hotel_id, extra_id, name, description, details, images, price, charge_mode, daily, charge_prepayment, sale_code
  FROM extras WHERE group_id = ?1 ORDER BY hotel_id, extra_id`,
  `SELECT promo_code, percent_basis_points, amount, currency_code, discounted_rates, unlocked_rates, stay_from, stay_to,
  book_from, book_to FROM promotions WHERE group_id = ?1 ORDER BY promo_code`,
  `SELECT sale_code, description, nominal_code, tax_code, tax_basis_points FROM sale_codes WHERE group_id = ?1 ORDER BY sale_code`,
] as const;

/** How many statements catalogueStatements gives. */
export const CATALOGUE_STATEMENTS = SELECT_CATALOGUE.length;

/** Statements to put first in a batch; read their results with readCatalogue. */
export function catalogueStatements(db: Database, groupId: string): PreparedStatement[] {
  return SELECT_CATALOGUE.map((sql) => db.prepare(sql).bind(groupId));
}

/** The catalogue and its calendar_version from the results of catalogueStatements; null where there is no such group. */
export function readCatalogue(results: readonly { results: unknown[] }[]): { version: number; catalogue: Catalogue } | null {
  const [groups, hotels, rooms, rates, extras, promotions, saleCodes] = results.map((one) => one.results) as CatalogueRows;
  const [group] = groups;
  if (!group) return null;
  const { first_month: first, last_month: last } = group;
  const catalogue: Catalogue = {
    termsVersion: group.terms_version,
    hotels: hotelsOf(hotels, rooms, rates, extras),
    promotions: new Map(promotions.map((row) => [row.promo_code, toPromotion(row)])),
    saleCodes: new Map(saleCodes.map((row) => [row.sale_code, toSaleCode(row)])),
    timezones: [...new Set(hotels.map((row) => row.timezone))],
    monthsKept: first === null || last === null ? null : { first, last },
  };
  return { version: group.calendar_version, catalogue };
}

function hotelsOf(hotels: HotelRow[], rooms: RoomRow[], rates: RateRow[], extras: ExtraRow[]): Map<string, Hotel> {
  const parts = new Map(
    hotels.map((row) => [
      row.hotel_id,
      { rooms: new Map<string, Room>(), rates: new Map<string, Rate>(), extras: new Map<string, Extra>() },
    ]),
  );
  for (const row of rooms) {
    const siblings = parts.get(row.hotel_id)?.rooms;
    siblings?.set(row.room_id, toRoom(row, siblings.size));
  }
  for (const row of rates) {
    const siblings = parts.get(row.hotel_id)?.rates;
    siblings?.set(row.rate_id, toRate(row, siblings.size));
  }
  for (const row of extras) parts.get(row.hotel_id)?.extras.set(row.extra_id, toExtra(row));
  const found = new Map<string, Hotel>();
  for (const row of hotels) {
    const { hotel_id: id, timezone, currency_code: currencyCode } = row;
    const own = parts.get(id);
    if (!own) continue;
    const lists = { roomList: [...own.rooms.values()], rateList: [...own.rates.values()] };
    const checkInMinute = Number(row.check_in_hours) * 60 + Number(row.check_in_minutes);
    const calendarVersion = row.calendar_version;
    found.set(id, { id, index: found.size, calendarVersion, timezone, currencyCode, checkInMinute, ...own, ...lists });
  }
  return found;
}

function toRoom(row: RoomRow, index: number): Room {
  return {
    id: row.room_id,
    index,
    name: row.name,
    baseAdults: row.base_adults,
    maxAdults: row.max_adults,
    maxChildren: row.max_children,
    bedConfigurations: JSON.parse(row.bed_configurations) as string[],
  };
}

function toRate(row: RateRow, index: number): Rate {
  return {
    id: row.rate_id,
    index,
    name: row.name,
    refundable: row.refundable === 1,
    depositBasisPoints: row.deposit_basis_points,
    hidden: row.hidden === 1,
    extraAdultAmount: row.extra_adult_amount,
    childAmount: row.child_amount,
    cancellation: row.cancellation === null ? null : (JSON.parse(row.cancellation) as CancellationPolicy),
    saleCode: row.sale_code,
  };
}

function toExtra(row: ExtraRow): Extra {
  return {
    id: row.extra_id,
    name: row.name,
    description: row.description,
    details: JSON.parse(row.details) as string[][],
    images: JSON.parse(row.images) as { url: string; alt: string }[],
    price: row.price,
    chargeMode: row.charge_mode,
    daily: row.daily === 1,
    chargePrepayment: row.charge_prepayment === 1,
    saleCode: row.sale_code,
  };
}

function toPromotion(row: PromotionRow): Promotion {
  return {
    code: row.promo_code,
    discount: toDiscount(row),
    discountedRates: row.discounted_rates === null ? null : new Set(JSON.parse(row.discounted_rates) as string[]),
    unlockedRates: new Set(JSON.parse(row.unlocked_rates) as string[]),
    stayFrom: row.stay_from,
    stayTo: row.stay_to,
    bookFrom: row.book_from,
    bookTo: row.book_to,
  };
}

function toDiscount(row: PromotionRow): Discount | null {
  if (row.percent_basis_points !== null) return { kind: "percent", basisPoints: row.percent_basis_points };
  if (row.amount === null || row.currency_code === null) return null;
  return { kind: "amount", amount: row.amount, currencyCode: row.currency_code };
}

function toSaleCode(row: SaleCodeRow): SaleCode {
  return {
    code: row.sale_code,
    description: row.description,
    nominalCode: row.nominal_code,
    taxCode: row.tax_code,
    taxBasisPoints: row.tax_basis_points,
  };
}
