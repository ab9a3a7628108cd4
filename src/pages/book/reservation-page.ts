/** /book/{groupId}/{reservationId}: the confirmation, and the same booking to look at, change and cancel later. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import { formatDate } from "../../base/calendar-date.ts";
import { type Markup, field, hidden } from "../layout.ts";
import type { Texts } from "../texts/en.ts";
import { fill } from "../texts/speech.ts";
import { type Visit, bookingPage, linkTo, pathOf } from "./frame.ts";
import { type StayTerms, termsList } from "./terms.ts";

export interface StayView {
  bookingId: string;
  status: keyof Texts["status"];
  hotelName: string;
  hotelTelephone: string;
  timezone: string;
  currencyCode: string;
  roomName: string;
  rateName: string;
  arrival: number;
  departure: number;
  adults: number;
  children: number;
  extras: readonly { name: string; total: Money }[];
  total: Money;
  dueNow: Money;
  terms: StayTerms;
  /** Whether a guest may still change or cancel it here. */
  changeable: boolean;
}

export interface ReservationView {
  reservationId: string;
  reference: string;
  stays: readonly StayView[];
}

/** Right after booking. */
export function confirmationPage(visit: Visit, view: ReservationView): Markup {
  const { texts } = visit.speech;
  const title = fill(texts.booked, { reference: view.reference });
  return bookingPage(
    visit,
    title,
    html`<h1>${title}</h1>
      <p class="notice good" role="status">${texts.bookedLead}</p>
      ${view.stays.map((stay) => stayCard(visit, stay, html``))}
      <p><a class="button" href="${linkTo(visit, pathOf(visit.site, view.reservationId))}">${texts.manage}</a></p>`,
  );
}

/** Dates that a guest has asked for and cannot have. */
export interface RefusedDates {
  bookingId: string;
  checkIn: string;
  checkOut: string;
  errors: Readonly<Record<string, string>>;
}

/** Said above the stays: what has just been done, or why it has not. */
export interface Notice {
  text: string;
  good: boolean;
}

/** Whenever the guest comes back. */
export function managePage(visit: Visit, view: ReservationView, notice: Notice | null, refused: RefusedDates | null = null): Markup {
  const { texts } = visit.speech;
  return bookingPage(
    visit,
    view.reference,
    html`<h1>${texts.reference} ${view.reference}</h1>
      ${notice === null ? "" : noticeOf(notice)} ${view.stays.map((stay) => stayCard(visit, stay, stay.changeable ? changeForms(visit, view, stay, refused) : closed(texts, stay)))}`,
  );
}

function closed(texts: Texts, stay: StayView): Markup {
  return stay.status === "confirmed" ? html`<p class="soft">${texts.notChangeable} ${stay.hotelTelephone}</p>` : html``;
}

function noticeOf({ text, good }: Notice): Markup {
  return good ? html`<p class="notice good" role="status">${text}</p>` : html`<p class="notice" role="alert">${text}</p>`;
}

function changeForms(visit: Visit, view: ReservationView, stay: StayView, refused: RefusedDates | null): Markup {
  const { texts } = visit.speech;
  const { checkIn, checkOut, errors } =
    refused?.bookingId === stay.bookingId
      ? refused
      : { checkIn: formatDate(stay.arrival), checkOut: formatDate(stay.departure), errors: {} as Record<string, string> };
  return html`<form class="row" method="get" action="${pathOf(visit.site, view.reservationId, "dates")}">
      ${hidden({ booking: stay.bookingId, ...languageOf(visit) })}
      ${field(texts.checkIn, "checkIn", html`type="date" required value="${checkIn}"`, errors.checkIn)}
      ${field(texts.checkOut, "checkOut", html`type="date" required value="${checkOut}"`, errors.checkOut)}
      <button>${texts.changeDates}</button>
    </form>
    <form method="get" action="${pathOf(visit.site, view.reservationId, "cancel")}">
      ${hidden({ booking: stay.bookingId, ...languageOf(visit) })}<button class="quiet">${texts.cancelBooking}</button>
    </form>`;
}

function languageOf({ url }: Visit): Record<string, string> {
  const language = url.searchParams.get("language");
  return language === null ? {} : { language };
}

function stayCard(visit: Visit, stay: StayView, actions: Markup): Markup {
  const { speech } = visit;
  const { texts } = speech;
  const money = (amount: Money): string => speech.money(amount, stay.currencyCode);
  return html`<section class="card stay">
    <h2>${stay.hotelName}</h2>
    <p><strong>${texts.status[stay.status]}</strong> · ${stay.roomName}, ${stay.rateName}</p>
    <dl>
      <dt>${texts.checkIn}</dt>
      <dd>${speech.date(stay.arrival)}</dd>
      <dt>${texts.checkOut}</dt>
      <dd>${speech.date(stay.departure)}</dd>
      <dt>${speech.count("nights", stay.departure - stay.arrival)}</dt>
      <dd>${speech.party(stay.adults, stay.children)}</dd>
      ${stay.extras.map(
        ({ name, total }) =>
          html`<dt>${name}</dt>
            <dd>${money(total)}</dd>`,
      )}
      <dt class="sum">${texts.total}</dt>
      <dd class="sum">${money(stay.total)}</dd>
      <dt>${texts.dueNow}</dt>
      <dd>${money(stay.dueNow)}</dd>
      <dt>${texts.dueAtHotel}</dt>
      <dd>${money(stay.total - stay.dueNow)}</dd>
    </dl>
    <p class="soft below">${texts.taxesIncluded}</p>
    ${stay.status === "confirmed" ? termsList(visit, stay, stay.terms) : ""} ${actions}
  </section>`;
}

/** A change before it is made: what it is, what it was and costs, and one button that does it. */
export interface ProposalView {
  reservationId: string;
  title: string;
  lines: readonly (readonly [name: string, value: string])[];
  /** Said in words where it costs or frees something. */
  sentence: string;
  /** Where Confirm goes, and what it carries. */
  step: "dates" | "cancel";
  carried: Readonly<Record<string, string>>;
  notice: string | null;
}

/** The page that asks for Confirm. */
export function proposalPage(visit: Visit, view: ProposalView): Markup {
  const { texts } = visit.speech;
  return bookingPage(
    visit,
    view.title,
    html`<h1>${view.title}</h1>
      ${view.notice === null ? "" : html`<p class="notice" role="alert">${view.notice}</p>`}
      <form class="card stay" method="post" action="${linkTo(visit, pathOf(visit.site, view.reservationId, view.step))}">
        ${hidden(view.carried)}
        <dl>
          ${view.lines.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
        <p class="below"><strong>${view.sentence}</strong></p>
        <div class="row">
          <button>${texts.confirm}</button
          ><a class="button quiet" href="${linkTo(visit, pathOf(visit.site, view.reservationId))}">${texts.keep}</a>
        </div>
      </form>`,
  );
}

/** Who has no cookie of the booking proves it with its reference and e-mail address. */
export function findBookingPage(visit: Visit, said: { reference: string; email: string }, wrong: boolean, action: string): Markup {
  const { texts } = visit.speech;
  return bookingPage(
    visit,
    texts.findBooking,
    html`<h1>${texts.findBooking}</h1>
      <p>${texts.manageLead}</p>
      ${wrong ? html`<p class="notice" role="alert">${texts.notFound}</p>` : ""}
      <form class="card stay" method="post" action="${linkTo(visit, action)}">
        <div class="fields">
          ${field(texts.reference, "reference", html`required autocomplete="off" autocapitalize="characters" maxlength="40" value="${said.reference}"`)}
          ${field(texts.email, "email", html`type="email" required autocomplete="email" maxlength="254" value="${said.email}"`)}
        </div>
        <p class="below"><button>${texts.showBooking}</button></p>
      </form>`,
  );
}
