/** /book/{groupId}/hotels/{hotelId}/details: extras, the guest, and what is due before anything is booked. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import { EMAIL_CHARS_MAX, TEXT_CHARS_MAX } from "../../base/limits.ts";
import { type Markup, field, hidden } from "../layout.ts";
import type { Texts } from "../texts/en.ts";
import { type Visit, bookingPage, linkTo, pathOf } from "./frame.ts";
import type { HotelHead } from "./hotel-page.ts";
import { type StayTerms, termsList } from "./terms.ts";

export interface ExtraChoice {
  id: string;
  name: string;
  description: string;
  /** Of one unit. */
  price: Money;
  chargeMode: keyof Texts["chargeModes"];
  daily: boolean;
  /** For this stay and party. */
  total: Money;
  /** What of it is due now. */
  due: Money;
  chosen: boolean;
}

export const GUEST_FIELDS = ["title", "firstname", "lastname", "email", "phone"] as const;
export type GuestField = (typeof GUEST_FIELDS)[number];

export interface DetailsView {
  hotel: HotelHead;
  roomName: string;
  rateName: string;
  arrival: number;
  departure: number;
  adults: number;
  children: number;
  /** The query of the hotel's page, to go back to. */
  query: Readonly<Record<string, string>>;
  terms: StayTerms;
  extras: readonly ExtraChoice[];
  guest: Readonly<Record<GuestField, string>>;
  errors: Partial<Record<GuestField, string>>;
  /** Carried through the form: what was chosen, what was shown, the key that makes it book once. */
  carried: Readonly<Record<string, string>>;
  roomPrice: Money;
  /** What of it is due now. */
  roomDue: Money;
  total: Money;
  dueNow: Money;
  notice: string | null;
}

/** The page. */
export function detailsPage(visit: Visit, view: DetailsView): Markup {
  const { texts } = visit.speech;
  const { hotel } = view;
  return bookingPage(
    visit,
    texts.yourDetails,
    html`<p><a href="${linkTo(visit, pathOf(visit.site, "hotels", hotel.id), view.query)}">← ${texts.offers}</a></p>
      <h1>${hotel.name}</h1>
      ${view.notice === null ? "" : html`<p class="notice" role="alert">${view.notice}</p>`}
      <form method="post" action="${linkTo(visit, pathOf(visit.site, "hotels", hotel.id, "details"))}" class="split" novalidate data-total="${view.roomPrice}" data-due="${view.roomDue}" data-currency="${hotel.currencyCode}">
        ${hidden(view.carried)}
        <div>
          <section class="card" aria-labelledby="guest">
            <h2 id="guest">${texts.yourDetails}</h2>
            ${guestFields(texts, view)}
          </section>
          ${view.extras.length === 0 ? "" : extraFields(visit, view)}
        </div>
        ${summary(visit, view)}
      </form>`,
  );
}

function guestFields(texts: Texts, { guest, errors }: DetailsView): Markup {
  const text = (charsMax: number): Markup => html`maxlength="${charsMax}"`;
  return html`<div class="fields">
    ${field(texts.title, "title", html`autocomplete="honorific-prefix" ${text(TEXT_CHARS_MAX)} value="${guest.title}"`, errors.title)}
    ${field(texts.firstName, "firstname", html`autocomplete="given-name" required ${text(TEXT_CHARS_MAX)} value="${guest.firstname}"`, errors.firstname)}
    ${field(texts.lastName, "lastname", html`autocomplete="family-name" required ${text(TEXT_CHARS_MAX)} value="${guest.lastname}"`, errors.lastname)}
    ${field(texts.email, "email", html`type="email" autocomplete="email" required ${text(EMAIL_CHARS_MAX)} value="${guest.email}"`, errors.email)}
    ${field(texts.phone, "phone", html`type="tel" autocomplete="tel" ${text(TEXT_CHARS_MAX)} value="${guest.phone}"`, errors.phone)}
  </div>`;
}

function extraFields({ speech }: Visit, { hotel, extras }: DetailsView): Markup {
  const { texts } = speech;
  const line = (extra: ExtraChoice): Markup => {
    const mode = `${texts.chargeModes[extra.chargeMode]}${extra.daily ? ` ${texts.perNight}` : ""}`;
    const id = `extra-${extra.id}`;
    return html`<div class="check">
<input type="checkbox" id="${id}" name="extra" value="${extra.id}" data-total="${extra.total}" data-due="${extra.due}"${extra.chosen ? html` checked` : ""} aria-describedby="${id}-about">
<label for="${id}">${extra.name}</label><strong>${speech.money(extra.total, hotel.currencyCode)}</strong>
<p class="soft" id="${id}-about">${extra.description} ${speech.money(extra.price, hotel.currencyCode)} ${mode}</p>
</div>`;
  };
  return html`<section class="card extras" aria-labelledby="extras"><h2 id="extras">${texts.extras}</h2>${extras.map(line)}</section>`;
}

function summary(visit: Visit, view: DetailsView): Markup {
  const { speech } = visit;
  const { texts } = speech;
  const money = (amount: Money): string => speech.money(amount, view.hotel.currencyCode);
  return html`<section class="card aside" aria-labelledby="stay"><h2 id="stay">${texts.yourStay}</h2>
<p><strong>${view.roomName}</strong><br>${view.rateName}</p>
<dl>
<dt>${texts.checkIn}</dt><dd>${speech.date(view.arrival)}</dd>
<dt>${texts.checkOut}</dt><dd>${speech.date(view.departure)}</dd>
<dt>${speech.count("nights", view.departure - view.arrival)}</dt><dd>${speech.party(view.adults, view.children)}</dd>
<dt>${texts.room}</dt><dd>${money(view.roomPrice)}</dd>
<dt class="sum">${texts.total}</dt><dd class="sum" data-amount="total">${money(view.total)}</dd>
<dt>${texts.dueNow}</dt><dd data-amount="due">${money(view.dueNow)}</dd>
<dt>${texts.dueAtHotel}</dt><dd data-amount="later">${money(view.total - view.dueNow)}</dd>
</dl>
<p class="soft below">${texts.taxesIncluded}</p>
${termsList(visit, view.hotel, view.terms)}
<button>${texts.book}</button>
</section>`;
}
