/** The rows of a group's tables as it declares them, and the tables' shapes. Pure. Encodings: docs/storage.md. */
import { parseDate } from "../../base/calendar-date.ts";
import { type Money, fromJsonNumber } from "../../base/money.ts";
import type { CancellationPolicy, Fee } from "../../selling/rules/cancellation.ts";
import type { Row, Table } from "../../change/rules/table-diff.ts";
import type { GroupContent, HotelContent, PayCodeContent, PromotionContent, SaleCodeContent } from "../rules/group-schema.ts";

/** Tables written whole, parents first. */
export const TABLES = {
  saleCodes: table("sale_codes", "group_id sale_code", "description nominal_code tax_code tax_basis_points"),
  payCodes: table("pay_codes", "group_id pay_code", "description nominal_code"),
  hotels: table(
    "hotels",
    "group_id hotel_id",
    "name address1 address2 postcode email telephone town country check_in_hours check_in_minutes check_out_hours check_out_minutes star_rating latitude longitude timezone currency_code hold_nights_per_hour periods images facilities",
  ),
  texts: table("hotel_texts", "group_id hotel_id language", "description"),
  rooms: table("rooms", "group_id hotel_id room_id", "name base_adults max_adults max_children bed_configurations"),
  rates: table(
    "rates",
    "group_id hotel_id rate_id",
    "name refundable deposit_basis_points hidden extra_adult_amount child_amount cancellation sale_code",
  ),
  extras: table(
    "extras",
    "group_id hotel_id extra_id",
    "name description details images price charge_mode daily charge_prepayment sale_code",
  ),
  promotions: table(
    "promotions",
    "group_id promo_code",
    "percent_basis_points amount currency_code discounted_rates unlocked_rates stay_from stay_to book_from book_to",
  ),
} as const;

export type GroupTable = keyof typeof TABLES;

/** Tables whose rows belong to one hotel. */
export type HotelTable = "hotels" | "texts" | "rooms" | "rates" | "extras";

function table(name: string, key: string, values: string): Table {
  return { name, key: key.split(" "), columns: [...key.split(" "), ...values.split(" ")] };
}

/** All rows of a checked group but its calendar, stock and people. */
export function groupRows(file: GroupContent): Record<GroupTable, Row[]> {
  const groupId = file.group.id;
  return {
    saleCodes: file.saleCodes.map((one) => saleCodeRow(groupId, one)),
    payCodes: file.payCodes.map((one) => payCodeRow(groupId, one)),
    ...allOf(file.hotels.map((hotel) => hotelRows(groupId, hotel))),
    promotions: file.promotions.map((one) => promotionRow(groupId, one)),
  };
}

/** What a group's own row holds of its file. */
export const GROUP_COLUMNS = ["group_id", "name", "default_language", "booking_page", "colour", "logo"] as const;

/** The row of a checked group itself. */
export function groupRow({ group, bookingPage }: GroupContent): Row {
  return {
    group_id: group.id,
    name: group.name,
    default_language: canonicalLanguage(group.defaultLanguage),
    booking_page: (bookingPage ?? group.bookingPage) ? 1 : 0,
    colour: group.colour?.toLowerCase() ?? null,
    logo: group.logo ?? null,
  };
}

/** The rows of one hotel. */
export function hotelRows(groupId: string, hotel: HotelContent): Record<HotelTable, Row[]> {
  return {
    hotels: [hotelRow(groupId, hotel)],
    texts: Object.entries(hotel.descriptions).map(([language, description]) => ({
      group_id: groupId,
      hotel_id: hotel.id,
      language: canonicalLanguage(language),
      description,
    })),
    rooms: roomRows(groupId, hotel),
    rates: rateRows(groupId, hotel),
    extras: extraRows(groupId, hotel),
  };
}

function allOf(hotels: readonly Record<HotelTable, Row[]>[]): Record<HotelTable, Row[]> {
  const rowsOf = (name: HotelTable): Row[] => hotels.flatMap((rows) => rows[name]);
  return { hotels: rowsOf("hotels"), texts: rowsOf("texts"), rooms: rowsOf("rooms"), rates: rowsOf("rates"), extras: rowsOf("extras") };
}

export function saleCodeRow(groupId: string, one: SaleCodeContent): Row {
  return {
    group_id: groupId,
    sale_code: one.code,
    description: one.description,
    nominal_code: one.nominalCode,
    tax_code: one.taxCode,
    tax_basis_points: basisPoints(one.taxPercent),
  };
}

export function payCodeRow(groupId: string, one: PayCodeContent): Row {
  return { group_id: groupId, pay_code: one.code, description: one.description, nominal_code: one.nominalCode };
}

/** A language tag in its one spelling. */
export function canonicalLanguage(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}

function hotelRow(groupId: string, hotel: HotelContent): Row {
  const [checkInHours, checkInMinutes] = hotel.checkIn.split(":");
  const [checkOutHours, checkOutMinutes] = hotel.checkOut.split(":");
  return {
    group_id: groupId,
    hotel_id: hotel.id,
    name: hotel.name,
    address1: hotel.address1,
    address2: hotel.address2,
    postcode: hotel.postcode,
    email: hotel.email,
    telephone: hotel.telephone,
    town: hotel.town,
    country: hotel.country,
    check_in_hours: checkInHours ?? "",
    check_in_minutes: checkInMinutes ?? "",
    check_out_hours: checkOutHours ?? "",
    check_out_minutes: checkOutMinutes ?? "",
    star_rating: hotel.starRating,
    latitude: hotel.position.latitude,
    longitude: hotel.position.longitude,
    timezone: hotel.position.timezone,
    currency_code: hotel.currencyCode,
    hold_nights_per_hour: hotel.holdNightsPerHour ?? null,
    periods: hotel.periods ?? null,
    images: JSON.stringify(hotel.images),
    facilities: JSON.stringify(hotel.facilities),
  };
}

function roomRows(groupId: string, hotel: HotelContent): Row[] {
  return hotel.rooms.map((room) => ({
    group_id: groupId,
    hotel_id: hotel.id,
    room_id: room.id,
    name: room.name,
    base_adults: room.baseAdults,
    max_adults: room.maxAdults,
    max_children: room.maxChildren,
    bed_configurations: JSON.stringify(room.bedConfigurations),
  }));
}

function rateRows(groupId: string, hotel: HotelContent): Row[] {
  return hotel.rates.map((rate) => ({
    group_id: groupId,
    hotel_id: hotel.id,
    rate_id: rate.id,
    name: rate.name,
    refundable: flag(rate.refundable),
    deposit_basis_points: basisPoints(rate.depositPercent),
    hidden: flag(rate.hidden),
    extra_adult_amount: money(rate.extraAdult),
    child_amount: money(rate.child),
    cancellation: rate.cancellation === undefined ? null : JSON.stringify(policyOf(rate.cancellation)),
    sale_code: rate.saleCode,
  }));
}

type Cancellation = NonNullable<HotelContent["rates"][number]["cancellation"]>;

/** The policy as it is kept: money in ten-thousandths, parts in hundredths of a percent. */
function policyOf({ tiers, noShow, saleCode }: Cancellation): CancellationPolicy {
  return {
    tiers: tiers.map(({ hoursBefore, fee }) => ({ hoursBefore, fee: feeOf(fee) })),
    noShow: noShow ? feeOf(noShow) : null,
    saleCode: saleCode ?? null,
  };
}

function feeOf(fee: Cancellation["tiers"][number]["fee"]): Fee {
  if ("nights" in fee) return { nights: fee.nights };
  return "percent" in fee ? { basisPoints: basisPoints(fee.percent) } : { amount: money(fee.amount) };
}

function extraRows(groupId: string, hotel: HotelContent): Row[] {
  return hotel.extras.map((extra) => ({
    group_id: groupId,
    hotel_id: hotel.id,
    extra_id: extra.id,
    name: extra.name,
    description: extra.description,
    details: JSON.stringify(extra.details),
    images: JSON.stringify(extra.images),
    price: money(extra.price),
    charge_mode: extra.chargeMode,
    daily: flag(extra.daily),
    charge_prepayment: flag(extra.chargePrepayment),
    sale_code: extra.saleCode,
  }));
}

export function promotionRow(groupId: string, one: PromotionContent): Row {
  return {
    group_id: groupId,
    promo_code: one.code.toUpperCase(),
    percent_basis_points: one.percent === undefined ? null : basisPoints(one.percent),
    amount: one.amount === undefined ? null : money(one.amount),
    currency_code: one.currencyCode ?? null,
    discounted_rates: one.rates === undefined ? null : JSON.stringify(one.rates),
    unlocked_rates: JSON.stringify(one.unlocks),
    stay_from: day(one.stayFrom),
    stay_to: day(one.stayTo),
    book_from: day(one.bookFrom),
    book_to: day(one.bookTo),
  };
}

function day(date: string | undefined): number | null {
  return date === undefined ? null : parseDate(date);
}

function money(value: number): Money {
  return Number(fromJsonNumber(value));
}

function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}
