/** What the values of a group's file mean for each other: references, currencies, dates, names used twice. Pure. */
import { parseDate } from "../../src/base/calendar-date.ts";
import { fromJsonNumber, minorUnit } from "../../src/base/money.ts";
import { type CalendarEntry, type GroupFile, type GroupProblem, type HotelFile } from "./group-schema.ts";

/** Nights of one calendar entry: ten years, so that a slip of the century does not become a gigabyte. */
const ENTRY_NIGHTS_MAX = 3_660;

type Path = readonly PropertyKey[];
type Report = (path: Path, message: string) => void;

/** Every contradiction in a group whose single values are valid. */
export function checkGroup(file: GroupFile): GroupProblem[] {
  const problems: GroupProblem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  const saleCodes = new Set(file.saleCodes.map((one) => one.code));
  once(file.saleCodes, (one) => one.code, ["saleCodes"], "code", report);
  once(file.hotels, (one) => one.id, ["hotels"], "id", report);
  for (const [index, hotel] of file.hotels.entries()) {
    if (hotel.id === file.group.id) report(["hotels", index, "id"], "is the group's own id: every site's name is used once");
    checkHotel(hotel, ["hotels", index], saleCodes, report);
  }
  checkPromotions(file, report);
  checkPeople(file, report);
  return problems;
}

function checkHotel(hotel: HotelFile, path: Path, saleCodes: Set<string>, report: Report): void {
  for (const list of ["rooms", "rates", "extras"] as const)
    once<{ id: string }>(hotel[list], (one) => one.id, [...path, list], "id", report);
  const tags = Object.keys(hotel.descriptions);
  once(tags, (tag) => tag.toLowerCase(), [...path, "descriptions"], null, report);
  for (const [index, room] of hotel.rooms.entries()) {
    if (room.baseAdults > room.maxAdults) report([...path, "rooms", index, "baseAdults"], "is more than maxAdults");
    once(room.bedConfigurations, (bed) => bed, [...path, "rooms", index, "bedConfigurations"], null, report);
  }
  for (const [index, rate] of hotel.rates.entries()) {
    known(saleCodes, rate.saleCode, [...path, "rates", index, "saleCode"], "sale code", report);
    inDecimals(rate.extraAdult, hotel.currencyCode, [...path, "rates", index, "extraAdult"], report);
    inDecimals(rate.child, hotel.currencyCode, [...path, "rates", index, "child"], report);
  }
  for (const [index, extra] of hotel.extras.entries()) {
    known(saleCodes, extra.saleCode, [...path, "extras", index, "saleCode"], "sale code", report);
    inDecimals(extra.price, hotel.currencyCode, [...path, "extras", index, "price"], report);
  }
  const rooms = new Set(hotel.rooms.map((room) => room.id));
  const rates = new Set(hotel.rates.map((rate) => rate.id));
  for (const [index, entry] of hotel.calendar.entries()) {
    checkEntry(entry, hotel.currencyCode, { rooms, rates }, [...path, "calendar", index], report);
  }
}

function checkEntry(
  entry: CalendarEntry,
  currencyCode: string,
  names: { rooms: Set<string>; rates: Set<string> },
  path: Path,
  report: Report,
): void {
  known(names.rooms, entry.room, [...path, "room"], "room", report);
  const nights = Number(parseDate(entry.to)) - Number(parseDate(entry.from)) + 1;
  if (nights < 1) return report([...path, "to"], "is before from");
  if (nights > ENTRY_NIGHTS_MAX) return report([...path, "to"], `is more than ${ENTRY_NIGHTS_MAX} nights after from`);
  ofLength(entry.units, nights, [...path, "units"], report);
  for (const [rateId, rate] of Object.entries(entry.rates)) {
    const ratePath = [...path, "rates", rateId];
    known(names.rates, rateId, ratePath, "rate", report);
    ofLength(rate.price, nights, [...ratePath, "price"], report);
    if (Array.isArray(rate.price)) {
      for (const [night, price] of rate.price.entries()) inDecimals(price, currencyCode, [...ratePath, "price", night], report);
    } else inDecimals(rate.price, currencyCode, [...ratePath, "price"], report);
    if (rate.minStayArrival && rate.maxStayArrival && rate.minStayArrival > rate.maxStayArrival) {
      report([...ratePath, "minStayArrival"], "is more than maxStayArrival");
    }
  }
}

function checkPromotions(file: GroupFile, report: Report): void {
  once(file.promotions, (one) => one.code.toUpperCase(), ["promotions"], "code", report);
  const rates = new Set(file.hotels.flatMap((hotel) => hotel.rates.map((rate) => rate.id)));
  const hidden = new Set(file.hotels.flatMap((hotel) => hotel.rates.filter((rate) => rate.hidden).map((rate) => rate.id)));
  const currencies = new Set(file.hotels.map((hotel) => hotel.currencyCode));
  for (const [index, promotion] of file.promotions.entries()) {
    const path = ["promotions", index];
    const { percent, amount, currencyCode, unlocks } = promotion;
    if (percent !== undefined && amount !== undefined) report([...path, "amount"], "cannot stand beside percent");
    if (percent === undefined && amount === undefined && unlocks.length === 0) report(path, "needs percent, amount or unlocks");
    if ((amount === undefined) !== (currencyCode === undefined)) report([...path, "currencyCode"], "is needed with amount, and only there");
    if (currencyCode !== undefined) known(currencies, currencyCode, [...path, "currencyCode"], "hotel's currency", report);
    if (amount !== undefined && currencyCode !== undefined) inDecimals(amount, currencyCode, [...path, "amount"], report);
    for (const [position, id] of (promotion.rates ?? []).entries()) known(rates, id, [...path, "rates", position], "rate", report);
    for (const [position, id] of unlocks.entries()) known(hidden, id, [...path, "unlocks", position], "hidden rate", report);
    inOrder(promotion.stayFrom, promotion.stayTo, [...path, "stayTo"], "stayFrom", report);
    inOrder(promotion.bookFrom, promotion.bookTo, [...path, "bookTo"], "bookFrom", report);
  }
}

function checkPeople(file: GroupFile, report: Report): void {
  once(file.users, (one) => one.email.toLowerCase(), ["users"], "email", report);
  once(file.operators, (one) => JSON.stringify([one.site, one.code]), ["operators"], "code", report);
  const sites = new Set([file.group.id, ...file.hotels.map((hotel) => hotel.id)]);
  for (const list of ["users", "operators"] as const) {
    for (const [index, person] of file[list].entries()) {
      if ((person.password === undefined) === (person.passwordHash === undefined)) {
        report([list, index, "password"], "is needed, or passwordHash, but not both");
      }
    }
  }
  for (const [index, operator] of file.operators.entries()) known(sites, operator.site, ["operators", index, "site"], "site", report);
}

function once<T>(items: readonly T[], keyOf: (item: T) => string, path: Path, field: string | null, report: Report): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) report(field === null ? [...path, index] : [...path, index, field], `${key} is there twice`);
    seen.add(key);
  }
}

function known(names: Set<string>, value: string, path: Path, what: string, report: Report): void {
  if (!names.has(value)) report(path, `"${value}" is not a ${what} of this file`);
}

function inDecimals(value: number | null | undefined, currencyCode: string, path: Path, report: Report): void {
  if (value === null || value === undefined) return;
  const money = fromJsonNumber(value);
  if (money === null || money % minorUnit(currencyCode) !== 0) report(path, `${value} has more decimals than ${currencyCode}`);
}

function ofLength(value: unknown, nights: number, path: Path, report: Report): void {
  if (Array.isArray(value) && value.length !== nights) report(path, `has ${value.length} values for ${nights} nights`);
}

function inOrder(from: string | undefined, to: string | undefined, path: Path, fromName: string, report: Report): void {
  if (from !== undefined && to !== undefined && to < from) report(path, `is before ${fromName}`);
}
