/** What /console/explain shows: every room and rate with what bars it, and of one of them the price step by step. */
import { html } from "hono/html";
import { hasScope } from "../../access/rules/principal.ts";
import { type Money, sumOf } from "../../base/money.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import type { ExplainedProduct, Explanation } from "../../selling/rules/explanation.ts";
import type { ExplainedNight, PriceStep } from "../../selling/rules/night-price.ts";
import { type Markup, field } from "../layout.ts";
import { EXPLAINED_SHOWN, PROMO_CODE_CHARS_MAX } from "../limits.ts";
import { STEP_NAMES, barSentences } from "./explain-words.ts";
import { type Desk, SPEECH, consolePage, hotelChoice, scrolling, select } from "./frame.ts";

/** The form as it is filled in; "" for any room or rate. */
export interface ExplainFields {
  hotel: string;
  room: string;
  rate: string;
  arrival: string;
  departure: string;
  adults: string;
  children: string;
  promo: string;
}

export type ExplainErrors = Partial<Record<keyof ExplainFields, string>>;

export interface ExplainView {
  hotel: OwnHotel;
  fields: ExplainFields;
  errors: ExplainErrors;
  /** Day number. */
  arrival: number;
  /** Null before anything was asked, and where something is wrong. */
  explained: Explanation | null;
}

/** Where a stay is explained. */
export function explainPath(fields: Partial<ExplainFields>): string {
  return `/console/explain?${new URLSearchParams(fields).toString()}`;
}

export function explainPage(desk: Desk, view: ExplainView): Markup {
  const { fields } = view;
  const calendar = new URLSearchParams({ hotel: fields.hotel, room: fields.room, rate: fields.rate, from: fields.arrival });
  const back = hasScope(desk.caller.principal, "rates")
    ? html`<p class="space"><a class="button quiet" href="/console/calendar?${calendar.toString()}">To the calendar</a></p>`
    : "";
  return consolePage(
    desk,
    "Explain a stay",
    html`<h1>Explain a stay</h1>
      ${form(desk, view)} ${view.explained ? answer(view, view.explained) : ""} ${back}`,
  );
}

function form(desk: Desk, { hotel, fields, errors }: ExplainView): Markup {
  const options = (list: OwnHotel["rooms"], all: string) => [
    { value: "", text: all },
    ...list.map(({ id, name }) => ({ value: id, text: `${name} (${id})` })),
  ];
  return html`<form class="card" method="get" action="/console/explain">
    <div class="fields">
      ${hotelChoice(desk, hotel.hotelId, null)} ${select("Room", "room", options(hotel.rooms, "All rooms"), fields.room)}
      ${select("Rate", "rate", options(hotel.rates, "All rates"), fields.rate)}
      ${field("Arrival", "arrival", html`type="date" required value="${fields.arrival}"`, errors.arrival)}
      ${field("Departure", "departure", html`type="date" required value="${fields.departure}"`, errors.departure)}
      ${field("Adults", "adults", html`inputmode="numeric" required maxlength="2" autocomplete="off" value="${fields.adults}"`, errors.adults)}
      ${field("Children", "children", html`inputmode="numeric" maxlength="2" autocomplete="off" value="${fields.children}"`, errors.children)}
      ${field("Promo code", "promo", html`maxlength="${PROMO_CODE_CHARS_MAX}" autocomplete="off" value="${fields.promo}"`, errors.promo)}
    </div>
    <p class="space"><button>Explain</button></p>
  </form>`;
}

function answer(view: ExplainView, { promotion, priceFrom, products }: Explanation): Markup {
  const { hotel, fields } = view;
  const money = (amount: Money): string => SPEECH.money(amount, hotel.currencyCode);
  const asked = products.filter(
    ({ room, rate }) => (fields.room === "" || room.id === fields.room) && (fields.rate === "" || rate.id === fields.rate),
  );
  const shown = asked.slice(0, EXPLAINED_SHOWN);
  const [first] = asked;
  const single = first && asked.length === 1 ? first : null;
  const offered = priceFrom === null ? "Nothing is offered for this stay." : `Offered from ${money(priceFrom)}.`;
  const promo = promotion && (promotion.reason ?? `The promo code ${promotion.code} applies.`);
  return html`<section class="card day">
    <h2>${hotel.name}: ${offered}</h2>
    ${promo === null ? "" : html`<p>${promo}</p>`}
    ${shown.length < asked.length ? html`<p class="soft">The first ${EXPLAINED_SHOWN} of ${asked.length}: choose a room or a rate.</p>` : ""}
    ${single ? productPart(view, hotel, single) : productTable(hotel, fields, shown)}
  </section>`;
}

function nameOf(list: OwnHotel["rooms"], id: string): string {
  return list.find((one) => one.id === id)?.name ?? id;
}

function productTable(hotel: OwnHotel, fields: ExplainFields, products: readonly ExplainedProduct[]): Markup {
  const rows = products.map(({ room, rate, isSellable, total, bars }) => {
    const path = explainPath({ ...fields, room: room.id, rate: rate.id });
    return html`<tr>
      <th scope="row"><a href="${path}">${nameOf(hotel.rooms, room.id)}, ${nameOf(hotel.rates, rate.id)}</a></th>
      <td>${isSellable ? "Offered" : "Not offered"}</td>
      <td class="number">${total === null ? "None" : SPEECH.money(total, hotel.currencyCode)}</td>
      <td>${reasons(bars)}</td>
    </tr>`;
  });
  const table = html`<table class="list">
    <thead><tr><th scope="col">Room and rate</th><th scope="col">Outcome</th><th scope="col" class="number">Price</th><th scope="col">Why not</th></tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
  return scrolling("Rooms and rates", table);
}

function reasons(bars: ExplainedProduct["bars"]): Markup {
  return html`<ul class="plain">${barSentences(bars).map((line) => html`<li>${line}</li>`)}</ul>`;
}

function productPart({ arrival }: ExplainView, hotel: OwnHotel, product: ExplainedProduct): Markup {
  const { room, rate, isSellable, total, nights, tax, bars } = product;
  const money = (amount: Money): string => SPEECH.money(amount, hotel.currencyCode);
  const price = total === null ? "" : ` ${money(total)}`;
  const contained = tax
    ? html`<p class="space soft">In it, tax ${tax.taxCode} of ${tax.basisPoints / 100} %: ${money(tax.tax)}, and ${money(tax.nett)} without it.</p>`
    : "";
  return html`<h3>${nameOf(hotel.rooms, room.id)}, ${nameOf(hotel.rates, rate.id)}: ${isSellable ? `offered at${price}` : "not offered"}</h3>
    ${reasons(bars)} ${nights.length === 0 ? "" : scrolling("Price of each night", nightTable(arrival, nights, money))} ${contained}`;
}

function nightTable(arrival: number, nights: readonly ExplainedNight[], money: (amount: Money) => string): Markup {
  const used = (Object.keys(STEP_NAMES) as PriceStep[]).filter((name) =>
    nights.some(({ steps }) => steps.some(({ step }) => step === name)),
  );
  const amountOf = (steps: ExplainedNight["steps"], name: PriceStep): Money => sumOf(steps.filter(({ step }) => step === name).map(({ amount }) => amount)); // prettier-ignore
  const rows = nights.map(
    ({ night, price, steps }) => html`<tr>
      <th scope="row">${SPEECH.date(arrival + night)}</th>
      ${used.map((name) => html`<td class="number">${money(amountOf(steps, name))}</td>`)}
      <td class="number">${money(price)}</td>
    </tr>`,
  );
  return html`<table class="list">
    <thead>
      <tr><th scope="col">Night</th>${used.map((name) => html`<th scope="col" class="number">${STEP_NAMES[name]}</th>`)}<th scope="col" class="number">Price</th></tr>
    </thead>
    <tbody>${rows}</tbody>
    <tfoot>
      <tr class="sum">
        <th scope="row">Sum</th>
        ${used.map((name) => html`<td class="number">${money(sumOf(nights.map(({ steps }) => amountOf(steps, name))))}</td>`)}
        <td class="number">${money(sumOf(nights.map(({ price }) => price)))}</td>
      </tr>
    </tfoot>
  </table>`;
}
