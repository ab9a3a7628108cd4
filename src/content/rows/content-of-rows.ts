/** A group's rows as it would declare them: the inverse of group-tables.ts. Pure. */
import { formatDate } from "../../base/calendar-date.ts";
import { toJsonNumber } from "../../base/money.ts";
import type { Row } from "../../change/rules/table-diff.ts";
import type { CancellationPolicy, Fee } from "../../selling/rules/cancellation.ts";
import type { ChargeMode } from "../../selling/rules/catalogue.ts";
import type { GroupContent, HotelContent, PayCodeContent, PromotionContent, SaleCodeContent } from "../rules/group-schema.ts";
import type { GroupTable } from "./group-tables.ts";

type RateContent = HotelContent["rates"][number];
type ExtraContent = HotelContent["extras"][number];
type Cancellation = NonNullable<RateContent["cancellation"]>;

/** The group without its calendars; lists in order of their ids. */
export function contentOfRows(group: Row, rows: Readonly<Record<GroupTable, readonly Row[]>>): GroupContent {
  return {
    group: {
      id: text(group.group_id),
      name: text(group.name),
      defaultLanguage: text(group.default_language),
      bookingPage: group.booking_page === 1,
      ...(group.colour === null ? {} : { colour: text(group.colour) }),
      ...(group.logo === null ? {} : { logo: text(group.logo) }),
    },
    saleCodes: rows.saleCodes.map(saleCodeOfRow),
    payCodes: rows.payCodes.map(payCodeOfRow),
    hotels: rows.hotels.map((row) => hotelOfRows(row, rows)),
    promotions: rows.promotions.map(promotionOfRow),
  };
}

/** A hotel from its row and those of its parts, which may be among other hotels'. */
export function hotelOfRows(row: Row, rows: Readonly<Record<"texts" | "rooms" | "rates" | "extras", readonly Row[]>>): HotelContent {
  const mine = (list: readonly Row[]) => list.filter((part) => part.hotel_id === row.hotel_id);
  return {
    id: text(row.hotel_id),
    name: text(row.name),
    address1: text(row.address1),
    address2: text(row.address2),
    postcode: text(row.postcode),
    email: text(row.email),
    telephone: text(row.telephone),
    town: text(row.town),
    country: text(row.country),
    checkIn: `${text(row.check_in_hours)}:${text(row.check_in_minutes)}`,
    checkOut: `${text(row.check_out_hours)}:${text(row.check_out_minutes)}`,
    starRating: text(row.star_rating),
    position: { latitude: Number(row.latitude), longitude: Number(row.longitude), timezone: text(row.timezone) },
    currencyCode: text(row.currency_code),
    ...(row.hold_nights_per_hour === null ? {} : { holdNightsPerHour: Number(row.hold_nights_per_hour) }),
    ...(row.periods === null ? {} : { periods: row.periods as NonNullable<HotelContent["periods"]> }),
    descriptions: Object.fromEntries(mine(rows.texts).map((one) => [text(one.language), text(one.description)])),
    images: json(row.images),
    facilities: json(row.facilities),
    rooms: mine(rows.rooms).map((room) => ({
      id: text(room.room_id),
      name: text(room.name),
      baseAdults: Number(room.base_adults),
      maxAdults: Number(room.max_adults),
      maxChildren: Number(room.max_children),
      bedConfigurations: json(room.bed_configurations),
    })),
    rates: mine(rows.rates).map(rateOfRow),
    extras: mine(rows.extras).map(extraOfRow),
  };
}

export function saleCodeOfRow(row: Row): SaleCodeContent {
  return {
    code: text(row.sale_code),
    description: text(row.description),
    nominalCode: text(row.nominal_code),
    taxCode: text(row.tax_code),
    taxPercent: percent(row.tax_basis_points),
  };
}

export function payCodeOfRow(row: Row): PayCodeContent {
  return { code: text(row.pay_code), description: text(row.description), nominalCode: text(row.nominal_code) };
}

export function promotionOfRow(row: Row): PromotionContent {
  const day = (name: string, field: "stayFrom" | "stayTo" | "bookFrom" | "bookTo") =>
    typeof row[name] === "number" ? { [field]: formatDate(row[name]) } : {};
  return {
    code: text(row.promo_code),
    ...(row.percent_basis_points === null ? {} : { percent: percent(row.percent_basis_points) }),
    ...(row.amount === null ? {} : { amount: money(row.amount) }),
    ...(row.currency_code === null ? {} : { currencyCode: text(row.currency_code) }),
    ...(row.discounted_rates === null ? {} : { rates: json<string[]>(row.discounted_rates) }),
    unlocks: json(row.unlocked_rates),
    ...day("stay_from", "stayFrom"),
    ...day("stay_to", "stayTo"),
    ...day("book_from", "bookFrom"),
    ...day("book_to", "bookTo"),
  };
}

function rateOfRow(row: Row): RateContent {
  return {
    id: text(row.rate_id),
    name: text(row.name),
    refundable: row.refundable === 1,
    depositPercent: percent(row.deposit_basis_points),
    hidden: row.hidden === 1,
    extraAdult: money(row.extra_adult_amount),
    child: money(row.child_amount),
    ...(row.cancellation === null ? {} : { cancellation: cancellationOf(json<CancellationPolicy>(row.cancellation)) }),
    saleCode: text(row.sale_code),
  };
}

function cancellationOf({ tiers, noShow, saleCode }: CancellationPolicy): Cancellation {
  return {
    tiers: tiers.map(({ hoursBefore, fee }) => ({ hoursBefore, fee: feeOf(fee) })),
    ...(noShow ? { noShow: feeOf(noShow) } : {}),
    ...(saleCode === null ? {} : { saleCode }),
  };
}

function feeOf(fee: Fee): Cancellation["tiers"][number]["fee"] {
  if ("nights" in fee) return { nights: fee.nights };
  return "basisPoints" in fee ? { percent: percent(fee.basisPoints) } : { amount: money(fee.amount) };
}

function extraOfRow(row: Row): ExtraContent {
  return {
    id: text(row.extra_id),
    name: text(row.name),
    description: text(row.description),
    details: json(row.details),
    images: json(row.images),
    price: money(row.price),
    chargeMode: row.charge_mode as ChargeMode,
    daily: row.daily === 1,
    chargePrepayment: row.charge_prepayment === 1,
    saleCode: text(row.sale_code),
  };
}

type Cell = Row[string] | undefined;

function text(value: Cell): string {
  return String(value ?? "");
}

function json<T>(value: Cell): T {
  return JSON.parse(text(value)) as T;
}

function money(value: Cell): number {
  return toJsonNumber(Number(value));
}

function percent(basisPoints: Cell): number {
  return Number(basisPoints) / 100;
}
