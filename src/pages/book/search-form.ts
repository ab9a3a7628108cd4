/** What a guest asks for: read from the address, filled in where nothing is said, told where it is wrong. */
import { formatDate, parseDate } from "../../base/calendar-date.ts";
import { PARTY_MEMBERS_MAX, STAY_NIGHTS_MAX } from "../../selling/limits.ts";
import type { PromoStanding } from "../../selling/rules/promotion.ts";
import { fill } from "../texts/speech.ts";
import type { Texts } from "../texts/en.ts";
import { PROMO_CODE_CHARS_MAX, USUAL_ADULTS, USUAL_LEAD_DAYS, USUAL_NIGHTS } from "../limits.ts";

/** The texts as typed. */
export interface SearchTexts {
  checkIn: string;
  checkOut: string;
  adults: string;
  children: string;
  promoCode: string;
  sort: "price" | "name";
}

/** The same, understood. */
export interface Search {
  arrival: number;
  departure: number;
  adults: number;
  children: number;
  promoCode: string;
}

export type SearchErrors = Partial<Record<"checkIn" | "checkOut" | "adults" | "children" | "promoCode", string>>;

export interface SearchForm {
  texts: SearchTexts;
  errors: SearchErrors;
  /** Null where something is wrong. */
  search: Search | null;
}

/** Reads a query. `today` is the day guests are shown first: the earliest of the group's hotels. */
export function readSearch(query: URLSearchParams, today: number, texts: Texts): SearchForm {
  const said = readTexts(query, today);
  const errors: SearchErrors = {};
  const [arrival, departure] = [parseDate(said.checkIn), parseDate(said.checkOut)];
  if (arrival === null) errors.checkIn = texts.invalidDate;
  else if (arrival < today) errors.checkIn = texts.inThePast;
  if (departure === null) errors.checkOut = texts.invalidDate;
  else if (arrival !== null && departure <= arrival) errors.checkOut = texts.departureFirst;
  else if (arrival !== null && departure - arrival > STAY_NIGHTS_MAX) errors.checkOut = fill(texts.tooLong, { n: String(STAY_NIGHTS_MAX) });
  const adults = readCount(said.adults, 1);
  const children = readCount(said.children, 0);
  if (adults === null) errors.adults = countError(texts, 1);
  if (children === null) errors.children = countError(texts, 0);
  if (said.promoCode.length > PROMO_CODE_CHARS_MAX) errors.promoCode = texts.unknownPromo;
  const valid = Object.keys(errors).length === 0;
  if (!valid || arrival === null || departure === null || adults === null || children === null)
    return { texts: said, errors, search: null };
  return { texts: said, errors, search: { arrival, departure, adults, children, promoCode: said.promoCode } };
}

/** The form with what became of its promo code: the prices beside it are those without a code that does not hold. */
export function withPromo(form: SearchForm, promo: PromoStanding, texts: Texts): SearchForm {
  const holds = promo === "none" || promo === "valid";
  return holds ? form : { ...form, errors: { ...form.errors, promoCode: texts.unknownPromo } };
}

/** The query that asks the same again. */
export function queryOf({ checkIn, checkOut, adults, children, promoCode }: SearchTexts): Record<string, string> {
  return { checkIn, checkOut, adults, children, ...(promoCode === "" ? {} : { promoCode }) };
}

function readTexts(query: URLSearchParams, today: number): SearchTexts {
  const checkIn = query.get("checkIn") ?? formatDate(today + USUAL_LEAD_DAYS);
  const arrival = parseDate(checkIn) ?? today + USUAL_LEAD_DAYS;
  return {
    checkIn,
    checkOut: query.get("checkOut") ?? formatDate(arrival + USUAL_NIGHTS),
    adults: query.get("adults") ?? String(USUAL_ADULTS),
    children: query.get("children") ?? "0",
    promoCode: (query.get("promoCode") ?? "").trim(),
    sort: query.get("sort") === "name" ? "name" : "price",
  };
}

function readCount(text: string, least: number): number | null {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  return count >= least && count <= PARTY_MEMBERS_MAX ? count : null;
}

function countError(texts: Texts, least: number): string {
  return fill(texts.wrongCount, { least: String(least), most: String(PARTY_MEMBERS_MAX) });
}
