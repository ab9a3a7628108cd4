/** /book/{groupId}: the search, and every hotel that can take the stay. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import { PARTY_MEMBERS_MAX } from "../../selling/limits.ts";
import { type Markup, field } from "../layout.ts";
import { type Visit, bookingPage, linkTo, pathOf } from "./frame.ts";
import { type SearchForm, queryOf } from "./search-form.ts";

/** A hotel of the list. */
export interface HotelCard {
  id: string;
  name: string;
  place: string;
  description: string;
  stars: number;
  picture: { url: string; alt: string } | null;
  currencyCode: string;
  priceFrom: Money;
}

/** `hotels` null: something is wrong with the search. */
export function searchPage(visit: Visit, form: SearchForm, hotels: readonly HotelCard[] | null): Markup {
  const { texts } = visit.speech;
  return bookingPage(
    visit,
    texts.bookAStay,
    html`<h1>${texts.bookAStay}</h1>
      ${searchForm(visit, form)}
      ${hotels === null ? html`<p class="notice" role="alert">${texts.somethingWrong}</p>` : results(visit, form, hotels)}`,
  );
}

/** The search as a form; it stands above the hotels and above one hotel's offers. */
export function searchForm(visit: Visit, { texts: said, errors }: SearchForm, action = pathOf(visit.site)): Markup {
  const { texts } = visit.speech;
  const language = visit.url.searchParams.get("language");
  const count = (name: "adults" | "children", least: number): Markup =>
    field(
      texts[name],
      name,
      html`type="number" min="${least}" max="${PARTY_MEMBERS_MAX}" inputmode="numeric" required value="${said[name]}"`,
      errors[name],
    );
  return html`<form class="card search" method="get" action="${action}" role="search">
    ${field(texts.checkIn, "checkIn", html`type="date" required value="${said.checkIn}"`, errors.checkIn)}
    ${field(texts.checkOut, "checkOut", html`type="date" required value="${said.checkOut}"`, errors.checkOut)} ${count("adults", 1)}
    ${count("children", 0)}
    <div class="promo">${field(texts.promoCode, "promoCode", html`autocomplete="off" value="${said.promoCode}"`, errors.promoCode)}</div>
    ${language === null ? "" : html`<input type="hidden" name="language" value="${language}" />`}
    <button>${texts.search}</button>
  </form>`;
}

function results(visit: Visit, form: SearchForm, hotels: readonly HotelCard[]): Markup {
  const { texts } = visit.speech;
  if (hotels.length === 0) return html`<p class="notice" role="status">${texts.noHotels}</p>`;
  return html`<div class="between">
      <div role="status"><h2>${visit.speech.count("hotelsFound", hotels.length)}</h2></div>
      ${sortForm(visit, form)}
    </div>
    <p class="soft">${texts.wholeStay}</p>
    <ul class="hotels">
      ${hotels.map((hotel, at) => card(visit, form, hotel, at))}
    </ul>`;
}

function sortForm(visit: Visit, { texts: said }: SearchForm): Markup {
  const { texts } = visit.speech;
  const language = visit.url.searchParams.get("language");
  const kept = { ...queryOf(said), ...(language === null ? {} : { language }) };
  const option = (value: "price" | "name"): Markup =>
    html`<option value="${value}" ${said.sort === value ? html` selected` : ""}>${texts[value]}</option>`;
  return html`<form class="row" method="get" action="${pathOf(visit.site)}">
    ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div>
      <label for="sort">${texts.sortBy}</label
      ><select id="sort" name="sort">
        ${option("price")}${option("name")}
      </select>
    </div>
    <button class="quiet">${texts.sort}</button>
  </form>`;
}

/** Pictures past the first screen are loaded when they come near. */
const EAGER_PICTURES = 3;

function card(visit: Visit, { texts: said }: SearchForm, hotel: HotelCard, at: number): Markup {
  const { speech } = visit;
  const href = linkTo(visit, pathOf(visit.site, "hotels", hotel.id), queryOf(said));
  return html`<li class="card hotel">
    ${hotel.picture === null ? "" : html`<img src="${hotel.picture.url}" alt="${hotel.picture.alt}" width="960" height="640" ${at < EAGER_PICTURES ? "" : html` loading="lazy"`} />`}
    <div class="body">
      <h3><a href="${href}">${hotel.name}</a></h3>
      <p class="soft">${hotel.place} ${starsOf(visit, hotel.stars)}</p>
      <p>${hotel.description}</p>
      <p class="priced">
        <span class="soft">${speech.texts.from}</span> <span class="amount">${speech.money(hotel.priceFrom, hotel.currencyCode)}</span>
      </p>
    </div>
  </li>`;
}

/** Stars as people draw them, said in words to those who do not see them. */
export function starsOf({ speech }: Visit, stars: number): Markup {
  return stars < 1 ? html`` : html`<span class="stars" role="img" aria-label="${speech.count("stars", stars)}">${"★".repeat(stars)}</span>`;
}
