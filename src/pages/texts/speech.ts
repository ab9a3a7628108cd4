/** Everything a page says in one language: texts, counts, money, dates (docs/interface.md §20). Pure. */
import { type Money, toJsonNumber } from "../../base/money.ts";
import { dayStartMs } from "../../base/calendar-date.ts";
import { DE } from "./de.ts";
import { EN, type Plural, type Texts } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { PT } from "./pt.ts";

/** By language tag, English first: it is spoken where a group has none of these. */
export const TEXTS: Readonly<Record<string, Texts>> = { en: EN, de: DE, fr: FR, es: ES, pt: PT };

type CountName = { [K in keyof Texts]: Texts[K] extends Plural ? K : never }[keyof Texts];

export interface Speech {
  /** BCP 47. */
  tag: string;
  texts: Texts;
  /** "2 nights". */
  count(name: CountName, n: number): string;
  /** "2 adults, 1 child". */
  party(adults: number, children: number): string;
  /** An amount of a currency in the language's own form. */
  money(amount: Money, currencyCode: string): string;
  /** The same in short, without cents, for a cell of a calendar. */
  amount(amount: Money, currencyCode: string): string;
  /** "Sat, Dec 5, 2026" of a day number. */
  date(day: number): string;
  /** "December 2026" of a day in it. */
  month(day: number): string;
  /** "December 5, 2026 at 3:00 PM" of an instant, on the clocks of a zone. */
  instant(ms: number, timezone: string): string;
}

/** The speech of a language; of English where the page does not speak it. */
export function speechOf(language: string): Speech {
  const tag = Object.hasOwn(TEXTS, language) ? language : "en";
  const texts = TEXTS[tag] ?? EN;
  const plural = new Intl.PluralRules(tag);
  const count = (name: CountName, n: number): string => {
    const forms: Plural = texts[name];
    return fill(plural.select(n) === "one" ? forms.one : forms.other, { n: String(n) });
  };
  const dateFormat = new Intl.DateTimeFormat(tag, { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const monthFormat = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  return {
    tag,
    texts,
    count,
    party: (adults, children) => [count("adultsCount", adults), ...(children > 0 ? [count("childrenCount", children)] : [])].join(", "),
    money: (amount, currencyCode) =>
      new Intl.NumberFormat(tag, { style: "currency", currency: currencyCode, trailingZeroDisplay: "stripIfInteger" }).format(
        toJsonNumber(amount),
      ),
    amount: (amount, currencyCode) =>
      new Intl.NumberFormat(tag, {
        style: "currency",
        currency: currencyCode,
        currencyDisplay: "narrowSymbol",
        maximumFractionDigits: 0,
      }).format(toJsonNumber(amount)),
    date: (day) => dateFormat.format(dayStartMs(day)),
    month: (day) => monthFormat.format(dayStartMs(day)),
    instant: (ms, timezone) => new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short", timeZone: timezone }).format(ms),
  };
}

/** A text with its `{names}` filled in. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
