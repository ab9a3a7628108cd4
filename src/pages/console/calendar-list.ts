/** The calendar for those who do not see the picture, and for those who want every cent: by night, and a year by month. */
import { html } from "hono/html";
import { type Money, sumOf } from "../../base/money.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import type { Markup } from "../layout.ts";
import { MONTHS_SHOWN } from "../limits.ts";
import type { CalendarFields } from "./calendar-form.ts";
import { type CalendarSpan, spanPath } from "./calendar-span.ts";
import { SPEECH } from "./frame.ts";
import type { MonthView, NightView } from "./heat-map.ts";

export function nightList(months: readonly MonthView[], currencyCode: string): Markup {
  const rows = months.flatMap(({ nights }) =>
    nights.map(
      ({ night, stock, price, notes }) =>
        html`<tr><th scope="row">${SPEECH.date(night)}</th><td class="number">${price === null ? "None" : SPEECH.money(price, currencyCode)}</td><td class="number">${stock === null ? "Not for sale" : `${stock.sold} of ${stock.units}`}</td><td>${notes.join(", ")}</td></tr>`,
    ),
  );
  return html`<table class="list">
    <thead>
      <tr><th scope="col">Night</th><th scope="col" class="number">Price</th><th scope="col" class="number">Sold</th><th scope="col">Restrictions</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
}

interface YearView {
  hotel: OwnHotel;
  fields: CalendarFields;
  months: readonly MonthView[];
  span: CalendarSpan;
}

/** A year at a glance; each month leads to its nights. */
export function monthList({ hotel, fields, months, span }: YearView): Markup {
  const rows = months.map(({ first, nights }, at) => {
    const path = spanPath(fields, { ...span, month: span.month + at, months: MONTHS_SHOWN });
    return html`<tr>
      <th scope="row"><a href="${path}">${SPEECH.month(first)}</a></th>
      <td class="number">${occupancy(nights)}</td>
      <td class="number">${range(nights, hotel.currencyCode)}</td>
      <td class="number">${nights.filter(({ notes }) => notes.length > 0).length}</td>
    </tr>`;
  });
  return html`<table class="list">
    <thead>
      <tr><th scope="col">Month</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Prices</th><th scope="col" class="number">Restricted nights</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
}

function occupancy(nights: readonly NightView[]): string {
  const stock = nights.flatMap((night) => night.stock ?? []);
  const [units, sold] = [sumOf(stock.map((one) => one.units)), sumOf(stock.map((one) => one.sold))];
  return units === 0 ? "Not for sale" : `${Math.round((100 * sold) / units)} %, ${sold} of ${units}`;
}

function range(nights: readonly NightView[], currencyCode: string): string {
  const prices = nights.flatMap(({ price }) => price ?? []);
  if (prices.length === 0) return "None";
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const money = (amount: Money): string => SPEECH.money(amount, currencyCode);
  return least === most ? money(least) : `${money(least)} – ${money(most)}`;
}
