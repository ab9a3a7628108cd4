/** What the values a group declares mean for each other: references, currencies, dates, names used twice. Pure. */
import type { Problem } from "../../base/validation.ts";
import { PRODUCTS_MAX } from "../../selling/limits.ts";
import { type Report, checkEntry, collect, inDecimals } from "../../selling/rules/check-calendar.ts";
import type { GroupContent, HotelContent, PromotionContent } from "./group-schema.ts";

type Path = readonly PropertyKey[];

/** Every contradiction in a group whose single values are valid. */
export function checkGroup(group: GroupContent): Problem[] {
  const { problems, report } = collect();
  const saleCodes = new Set(group.saleCodes.map((one) => one.code));
  once(group.saleCodes, (one) => one.code, ["saleCodes"], "code", report);
  once(group.payCodes, (one) => one.code, ["payCodes"], "code", report);
  once(group.hotels, (one) => one.id, ["hotels"], "id", report);
  for (const [index, hotel] of group.hotels.entries()) checkHotel(hotel, group.group.id, saleCodes, ["hotels", index], report);
  once(group.promotions, (one) => one.code.toUpperCase(), ["promotions"], "code", report);
  for (const [index, promotion] of group.promotions.entries()) checkPromotion(promotion, group.hotels, ["promotions", index], report);
  return problems;
}

/** What promotions need to know of a hotel. */
export interface PricedHotel {
  currencyCode: string;
  rates: readonly { id: string; hidden: boolean }[];
}

/** The contradictions within a hotel, its calendar included; `saleCodes` are its group's. */
export function checkHotel(hotel: HotelContent, groupId: string, saleCodes: ReadonlySet<string>, path: Path, report: Report): void {
  if (hotel.id === groupId) report([...path, "id"], "duplicate", "Is the group's own id: the name of every site is used once.");
  for (const list of ["rooms", "rates", "extras"] as const)
    once<{ id: string }>(hotel[list], (one) => one.id, [...path, list], "id", report);
  once(Object.keys(hotel.descriptions), (tag) => tag.toLowerCase(), [...path, "descriptions"], null, report);
  if (hotel.rooms.length * hotel.rates.length > PRODUCTS_MAX) {
    report([...path, "rates"], "too_big", `Rooms times rates are more than ${PRODUCTS_MAX}.`);
  }
  for (const [index, room] of hotel.rooms.entries()) {
    if (room.baseAdults > room.maxAdults) report([...path, "rooms", index, "baseAdults"], "contradiction", "Is more than maxAdults.");
    once(room.bedConfigurations, (bed) => bed, [...path, "rooms", index, "bedConfigurations"], null, report);
  }
  for (const [index, rate] of hotel.rates.entries()) {
    known(saleCodes, rate.saleCode, [...path, "rates", index, "saleCode"], "sale code", report);
    inDecimals(rate.extraAdult, hotel.currencyCode, [...path, "rates", index, "extraAdult"], report);
    inDecimals(rate.child, hotel.currencyCode, [...path, "rates", index, "child"], report);
    if (rate.cancellation)
      checkCancellation(rate.cancellation, hotel.currencyCode, saleCodes, [...path, "rates", index, "cancellation"], report);
  }
  for (const [index, extra] of hotel.extras.entries()) {
    known(saleCodes, extra.saleCode, [...path, "extras", index, "saleCode"], "sale code", report);
    inDecimals(extra.price, hotel.currencyCode, [...path, "extras", index, "price"], report);
  }
  const terms = {
    rooms: new Set(hotel.rooms.map((room) => room.id)),
    rates: new Set(hotel.rates.map((rate) => rate.id)),
    currencyCode: hotel.currencyCode,
  };
  for (const [index, entry] of (hotel.calendar ?? []).entries()) checkEntry(entry, terms, [...path, "calendar", index], report);
}

function checkCancellation(
  { tiers, noShow, saleCode }: NonNullable<HotelContent["rates"][number]["cancellation"]>,
  currencyCode: string,
  saleCodes: ReadonlySet<string>,
  path: Path,
  report: Report,
): void {
  once(tiers, (tier) => String(tier.hoursBefore), [...path, "tiers"], "hoursBefore", report);
  for (const [index, { fee }] of tiers.entries()) {
    if ("amount" in fee) inDecimals(fee.amount, currencyCode, [...path, "tiers", index, "fee", "amount"], report);
  }
  if (noShow && "amount" in noShow) inDecimals(noShow.amount, currencyCode, [...path, "noShow", "amount"], report);
  if (saleCode !== undefined) known(saleCodes, saleCode, [...path, "saleCode"], "sale code", report);
}

/** The contradictions of a promotion with itself and with the hotels of its group. */
export function checkPromotion(promotion: PromotionContent, hotels: readonly PricedHotel[], path: Path, report: Report): void {
  const { percent, amount, currencyCode, unlocks } = promotion;
  if (percent !== undefined && amount !== undefined) report([...path, "amount"], "contradiction", "Cannot stand beside percent.");
  if (percent === undefined && amount === undefined && unlocks.length === 0) {
    report(path, "required", "Needs percent, amount or unlocks.");
  }
  if ((amount === undefined) !== (currencyCode === undefined)) {
    report([...path, "currencyCode"], "contradiction", "Is needed with amount, and only there.");
  }
  const currencies = new Set(hotels.map((hotel) => hotel.currencyCode));
  if (currencyCode !== undefined) known(currencies, currencyCode, [...path, "currencyCode"], "hotel's currency", report);
  if (amount !== undefined && currencyCode !== undefined) inDecimals(amount, currencyCode, [...path, "amount"], report);
  const rates = hotels.flatMap((hotel) => hotel.rates);
  const names = new Set(rates.map((rate) => rate.id));
  const hidden = new Set(rates.filter((rate) => rate.hidden).map((rate) => rate.id));
  for (const [at, id] of (promotion.rates ?? []).entries()) known(names, id, [...path, "rates", at], "rate", report);
  for (const [at, id] of unlocks.entries()) known(hidden, id, [...path, "unlocks", at], "hidden rate", report);
  inOrder(promotion.stayFrom, promotion.stayTo, [...path, "stayTo"], "stayFrom", report);
  inOrder(promotion.bookFrom, promotion.bookTo, [...path, "bookTo"], "bookFrom", report);
}

/** Reports what is there twice. */
export function once<T>(items: readonly T[], keyOf: (item: T) => string, path: Path, field: string | null, report: Report): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) report(field === null ? [...path, index] : [...path, index, field], "duplicate", `${key} is there twice.`);
    seen.add(key);
  }
}

/** Reports a name that nothing has. */
export function known(names: ReadonlySet<string>, value: string, path: Path, what: string, report: Report): void {
  if (!names.has(value)) report(path, `unknown_${what.replaceAll(/[^a-z]+/g, "_")}`, `There is no ${what} "${value}".`);
}

function inOrder(from: string | undefined, to: string | undefined, path: Path, fromName: string, report: Report): void {
  if (from !== undefined && to !== undefined && to < from) report(path, "invalid_range", `Is before ${fromName}.`);
}
