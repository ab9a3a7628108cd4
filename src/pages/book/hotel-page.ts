/** /book/{groupId}/hotels/{hotelId}: the house, what can be had for the stay, and what other nights cost. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import { type Markup, hidden } from "../layout.ts";
import { FEW_UNITS } from "../limits.ts";
import { fill } from "../texts/speech.ts";
import { type Visit, bookingPage, linkTo, pathOf } from "./frame.ts";
import { type PriceMonth, priceCalendar } from "./price-calendar.ts";
import { type SearchForm, queryOf } from "./search-form.ts";
import { searchForm, starsOf } from "./search-page.ts";
import { type StayTerms, termsList } from "./terms.ts";

export interface HotelHead {
  id: string;
  name: string;
  place: string;
  description: string;
  stars: number;
  pictures: readonly { url: string; alt: string }[];
  timezone: string;
  currencyCode: string;
}

export interface OfferCard {
  roomId: string;
  roomName: string;
  rateId: string;
  rateName: string;
  guestsMax: { adults: number; children: number };
  beds: readonly string[];
  total: Money;
  unitsLeft: number;
  terms: StayTerms;
  /** Of the form that books it: it comes along from here, so that going back from the confirmation finds the same. */
  key: string;
}

export interface HotelView {
  hotel: HotelHead;
  form: SearchForm;
  /** Null: something is wrong with the search. */
  offers: readonly OfferCard[] | null;
  month: PriceMonth;
  /** Said above the offers: what has just changed. */
  notice: string | null;
}

/** The page. */
export function hotelPage(visit: Visit, { hotel, form, offers, month, notice }: HotelView): Markup {
  const { texts } = visit.speech;
  const path = pathOf(visit.site, "hotels", hotel.id);
  return bookingPage(
    visit,
    hotel.name,
    html`<p><a href="${linkTo(visit, pathOf(visit.site), queryOf(form.texts))}">← ${texts.allHotels}</a></p>
      ${gallery(hotel)}
      <h1>${hotel.name}</h1>
      <p class="soft">${hotel.place} ${starsOf(visit, hotel.stars)}</p>
      <p>${hotel.description}</p>
      ${searchForm(visit, form, path)}
      <div class="split">
        <section aria-labelledby="offers">
          <div class="between"><h2 id="offers">${texts.offers}</h2></div>
          ${notice === null ? "" : html`<p class="notice" role="alert">${notice}</p>`}
          ${offers === null ? html`<p class="notice" role="alert">${texts.somethingWrong}</p>` : offerList(visit, hotel, form, offers)}
        </section>
        <section class="aside" aria-labelledby="prices">
          <div class="between"><h2 id="prices">${texts.lowestPrices}</h2></div>
          ${priceCalendar(visit, hotel, form, month)}
        </section>
      </div>`,
  );
}

const PICTURES_SHOWN = 3;

function gallery({ pictures }: HotelHead): Markup {
  const shown = pictures.slice(0, PICTURES_SHOWN);
  return shown.length === 0
    ? html``
    : html`<div class="gallery">${shown.map(({ url, alt }) => html`<img src="${url}" alt="${alt}" width="960" height="640" />`)}</div>`;
}

function offerList(visit: Visit, hotel: HotelHead, form: SearchForm, offers: readonly OfferCard[]): Markup {
  const { speech } = visit;
  if (offers.length === 0) return html`<p class="notice" role="status">${speech.texts.noOffers}</p>`;
  return html`<p class="soft">${speech.texts.wholeStay}</p>
    <ul class="offers">
      ${offers.map((offer) => offerCard(visit, hotel, form, offer))}
    </ul>`;
}

function offerCard(visit: Visit, hotel: HotelHead, { texts: said, search }: SearchForm, offer: OfferCard): Markup {
  const { speech } = visit;
  const { texts } = speech;
  const language = visit.url.searchParams.get("language");
  const asked = {
    ...queryOf(said),
    room: offer.roomId,
    rate: offer.rateId,
    shown: String(offer.total),
    key: offer.key,
    ...(language === null ? {} : { language }),
  };
  const id = `offer-${offer.key}`;
  const nights = search === null ? 0 : search.departure - search.arrival;
  return html`<li class="card offer">
    <div>
      <div id="${id}">
        <h3>${offer.roomName}</h3>
        <p><strong>${offer.rateName}</strong></p>
      </div>
      <p class="soft">
        ${fill(texts.sleeps, { guests: speech.party(offer.guestsMax.adults, offer.guestsMax.children) })}${offer.beds.length === 0 ? "" : html` · ${fill(texts.beds, { beds: offer.beds.join(", ") })}`}
      </p>
      ${termsList(visit, hotel, offer.terms)}
      ${offer.unitsLeft >= FEW_UNITS ? "" : html`<p class="few">${speech.count("unitsLeft", offer.unitsLeft)}</p>`}
    </div>
    <form method="get" action="${pathOf(visit.site, "hotels", hotel.id, "details")}">
      ${hidden(asked)}
      <p>
        <span class="amount">${speech.money(offer.total, hotel.currencyCode)}</span><br /><span class="soft"
          >${speech.count("nights", nights)} · ${texts.taxesIncluded}</span
        >
      </p>
      <button aria-describedby="${id}">${texts.choose}</button>
    </form>
  </li>`;
}
