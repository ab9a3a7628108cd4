/** A month's lowest prices of a night, as a table of links that begin the stay on that night. */
import { html } from "hono/html";
import { firstDayOfMonth, formatDate } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import type { Markup } from "../layout.ts";
import { USUAL_ADULTS } from "../limits.ts";
import { fill } from "../texts/speech.ts";
import { type Visit, linkTo, pathOf } from "./frame.ts";
import { type SearchForm, queryOf } from "./search-form.ts";

export interface PriceMonth {
  /** Year * 12 + month - 1. */
  month: number;
  /** By day of the month from 0: the lowest price of the night for the party; null where nothing is free. */
  prices: readonly (Money | null)[];
  /** Months that have prices, both included. */
  first: number;
  last: number;
}

/** 1970-01-01 was a Thursday; a week begins on Monday here. */
const EPOCH_WEEKDAY = 3;
/** The share of a month's nights that are shown as cheap. */
const LOW_SHARE = 0.25;

/** The table, with links to the months beside it. */
export function priceCalendar(visit: Visit, hotel: { id: string; currencyCode: string }, form: SearchForm, shown: PriceMonth): Markup {
  const { speech } = visit;
  const { texts } = speech;
  const first = firstDayOfMonth(shown.month);
  const blanks = (first + EPOCH_WEEKDAY) % 7;
  const cells: Markup[] = [
    ...Array.from({ length: blanks }, () => html`<td></td>`),
    ...shown.prices.map((price, day) => dayCell(visit, hotel, form, { night: first + day, price, low: lowBound(shown.prices) })),
  ];
  const weeks = Array.from(
    { length: Math.ceil(cells.length / 7) },
    (_, week) =>
      html`<tr>
        ${cells.slice(week * 7, week * 7 + 7)}
      </tr> `,
  );
  const guests = speech.party(form.search?.adults ?? USUAL_ADULTS, form.search?.children ?? 0);
  return html`<table class="month">
      <caption>
        ${speech.month(first)}<br /><span class="soft">${fill(texts.lowestPricesFor, { guests })}</span>
      </caption>
      <thead>
        <tr>
          ${weekdays(speech.tag)}
        </tr>
      </thead>
      <tbody>
        ${weeks}
      </tbody>
    </table>
    <p class="between">${monthLink(visit, hotel.id, form, shown, -1)}${monthLink(visit, hotel.id, form, shown, 1)}</p>`;
}

interface Night {
  night: number;
  price: Money | null;
  low: Money;
}

function dayCell(
  visit: Visit,
  hotel: { id: string; currencyCode: string },
  { texts: said, search }: SearchForm,
  { night, price, low }: Night,
): Markup {
  const { speech } = visit;
  const day = String(new Date(night * 86_400_000).getUTCDate());
  if (price === null)
    return html`<td>
      <span>${day} <small aria-hidden="true">–</small><small class="unseen">${speech.texts.noPrice}</small></span>
    </td>`;
  const length = search === null ? 1 : search.departure - search.arrival;
  const asked = { ...queryOf(said), checkIn: formatDate(night), checkOut: formatDate(night + length) };
  const chosen = search !== null && night >= search.arrival && night < search.departure;
  const kind = chosen ? "chosen" : price <= low ? "low" : "open";
  const href = linkTo(visit, pathOf(visit.site, "hotels", hotel.id), asked);
  return html`<td>
    <a class="${kind}" href="${href}" ${chosen ? html` aria-current="date"` : ""}>${day} <small>${speech.amount(price, hotel.currencyCode)}</small></a>
  </td>`;
}

/** Nights up to this price are shown as cheap. */
function lowBound(prices: readonly (Money | null)[]): Money {
  const known = prices.filter((price) => price !== null).sort((one, other) => one - other);
  return known[Math.floor(known.length * LOW_SHARE)] ?? 0;
}

function weekdays(tag: string): Markup {
  const short = new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" });
  const long = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  // 1970-01-05 was a Monday.
  const days = Array.from({ length: 7 }, (_, at) => (4 + at) * 86_400_000);
  return html`${days.map((day) => html`<th scope="col" abbr="${long.format(day)}">${short.format(day)}</th>`)}`;
}

function monthLink(visit: Visit, hotelId: string, { texts: said }: SearchForm, shown: PriceMonth, step: -1 | 1): Markup {
  const month = shown.month + step;
  if (month < shown.first || month > shown.last) return html`<span></span>`;
  const { texts } = visit.speech;
  const monthText = formatDate(firstDayOfMonth(month)).slice(0, 7);
  const href = `${linkTo(visit, pathOf(visit.site, "hotels", hotelId), { ...queryOf(said), month: monthText })}#prices`;
  return html`<a href="${href}" rel="${step < 0 ? "prev" : "next"}"
    >${step < 0 ? html`← ${texts.previousMonth}` : html`${texts.nextMonth} →`}</a
  >`;
}
