/** What /console/bookings/{reservationId} shows. */
import { html } from "hono/html";
import { hasScope } from "../../access/rules/principal.ts";
import type { AccountSummary } from "../../ledger/read-account.ts";
import { grossOf } from "../../ledger/rules/account.ts";
import { formatDate } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import { HISTORY_VERSIONS_MAX } from "../../reservations/limits.ts";
import type { HistoryStep } from "../../reservations/rules/history.ts";
import type { Booking, Reservation } from "../../reservations/rules/reservation.ts";
import type { Markup } from "../layout.ts";
import { documentPath } from "./document-page.ts";
import { type ExplainFields, explainPath } from "./explain-page.ts";
import { type Desk, SPEECH, TYPE_NAMES, consolePage, notice, scrolling } from "./frame.ts";
import { addressOf, callerWords, nameOfPerson, stepWords } from "./history-words.ts";
import { moveForm } from "./move.ts";
import { guestName } from "./today-page.ts";

export interface BookingView {
  booking: Booking;
  account: AccountSummary | null;
}

export interface ReservationPageView {
  reservation: Reservation;
  bookings: readonly BookingView[];
  /** Oldest first. */
  history: readonly HistoryStep[];
  key: string;
  done: readonly string[];
  refused: readonly string[];
}

export function bookingPage(desk: Desk, view: ReservationPageView): Markup {
  const { reservation, bookings } = view;
  const { billingDetails: who, createdMs } = reservation;
  const zone = bookings[0]?.booking.clock.timezone ?? "UTC";
  return consolePage(
    desk,
    reservation.reference,
    html`<h1>Reservation ${reservation.reference}</h1>
      ${notice("good", view.done)} ${notice("bad", view.refused)}
      <section class="card day">
        <h2>Who pays</h2>
        <dl>
          ${term("Name", nameOfPerson(who))} ${term("E-mail", who.email)}
          ${term("Telephone", who.phone)} ${term("Address", addressOf(who).join(", "))}
          ${term("Made", SPEECH.instant(createdMs, zone))} ${term("Changed", reservation.version === 1 ? "Never" : `${reservation.version - 1} times`)}
        </dl>
      </section>
      ${bookings.map((one) => bookingCard(desk, view, one))} ${historyPart(desk, view, zone)}`,
  );
}

/** The newest change first. */
function historyPart({ hotels }: Desk, { history, reservation }: ReservationPageView, zone: string): Markup {
  const rows = history.toReversed().map(
    (step) => html`<tr>
      <th scope="row">${SPEECH.instant(step.atMs, zone)}</th>
      <td>${callerWords(step.caller)}</td>
      <td><ul class="plain">${stepWords(step, hotels).map((line) => html`<li>${line}</li>`)}</ul></td>
    </tr>`,
  );
  const table = html`<table class="list">
    <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th></tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
  return html`<section class="card day">
    <h2>History</h2>
    ${reservation.version > HISTORY_VERSIONS_MAX ? html`<p class="soft">The newest ${HISTORY_VERSIONS_MAX} changes.</p>` : ""}
    ${scrolling("History", table)}
  </section>`;
}

function term(name: string, value: string): Markup {
  if (value === "") return html``;
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}

function bookingCard(desk: Desk, view: ReservationPageView, { booking, account }: BookingView): Markup {
  const { reservation } = view;
  const hotel = desk.hotels.find(({ hotelId }) => hotelId === booking.hotelId);
  const nameOf = (list: readonly { id: string; name: string }[] | undefined, id: string): string =>
    list?.find((one) => one.id === id)?.name ?? id;
  const money = (amount: Money): string => SPEECH.money(amount, booking.currencyCode);
  const id = `guest-${booking.bookingId}`;
  const path = `/console/bookings/${encodeURIComponent(reservation.reservationId)}`;
  return html`<section class="card day">
    <h2 id="${id}">${booking.reference}: ${guestName({ reservation, booking })}</h2>
    <dl>
      ${term("State", SPEECH.texts.status[booking.status])} ${term("Hotel", hotel?.name ?? booking.hotelId)}
      ${term("Room", nameOf(hotel?.rooms, booking.roomId))} ${term("Rate", nameOf(hotel?.rates, booking.rateId))}
      ${term("Check-in", SPEECH.date(booking.checkIn))} ${term("Check-out", SPEECH.date(booking.checkOut))}
      ${term("Guests", SPEECH.party(booking.adults, booking.children))} ${term("Beds", booking.bedConfiguration)}
      ${term("Promo code", booking.promoCode)} ${booking.fee === null ? "" : term("Fee", money(booking.fee))}
    </dl>
    ${nightsTable(booking, money)} ${account ? accountPart(account, booking) : ""}
    ${moveForm(`${path}/move`, { reservation, booking }, view.key, id)} ${ways(desk, path, booking)}
  </section>`;
}

/** To the pages that change it or its account, or explain what it would cost now. */
function ways({ caller }: Desk, path: string, booking: Booking): Markup {
  const { bookingId, status } = booking;
  const query = `?booking=${encodeURIComponent(bookingId)}`;
  const way = (name: string, text: string): Markup => html`<a class="button quiet small" href="${path}/${name}${query}">${text}</a>`;
  const isOpen = status === "confirmed" || status === "in_house";
  return html`<p class="space row">
    ${isOpen ? way("amend", "Change dates or room") : ""} ${status === "confirmed" ? way("cancel", "Cancel booking") : ""}
    ${hasScope(caller.principal, "ledger") ? way("documents", "Charge, payment, refund") : ""}
    ${hasScope(caller.principal, "explain") ? html`<a class="button quiet small" href="${explainPath(stayOf(booking))}">Explain</a>` : ""}
  </p>`;
}

function stayOf(booking: Booking): ExplainFields {
  const { hotelId, roomId, rateId, checkIn, checkOut, adults, children, promoCode } = booking;
  return {
    hotel: hotelId,
    room: roomId,
    rate: rateId,
    arrival: formatDate(checkIn),
    departure: formatDate(checkOut),
    adults: String(adults),
    children: String(children),
    promo: promoCode,
  };
}

function nightsTable(booking: Booking, money: (amount: Money) => string): Markup {
  const line = (name: string, amount: Money): Markup => html`<tr><th scope="row">${name}</th><td class="number">${money(amount)}</td></tr>`;
  const table = html`<table class="list">
    <caption>What it costs, taxes included</caption>
    <thead><tr><th scope="col">Night or extra</th><th scope="col" class="number">Price</th></tr></thead>
    <tbody>
      ${booking.nights.map((price, at) => line(SPEECH.date(booking.checkIn + at), price))}
      ${booking.extras.map(({ name, quantity, total }) => line(quantity === 1 ? name : `${name} × ${quantity}`, total))}
    </tbody>
    <tfoot>
      ${line("Total", booking.totalPrice)} ${line("Due when booked", booking.prepaymentDue)}
    </tfoot>
  </table>`;
  return scrolling(`Prices of ${booking.reference}`, table);
}

function accountPart({ expected, charged, paid, documents, currencyCode }: AccountSummary, { reference, clock }: Booking): Markup {
  const money = (amount: Money): string => (currencyCode === "" ? String(amount / 10_000) : SPEECH.money(amount, currencyCode));
  const table = html`<table class="list">
    <caption>Account ${reference}: its documents</caption>
    <thead>
      <tr><th scope="col">Document</th><th scope="col">Number</th><th scope="col">Date</th><th scope="col">For</th><th scope="col" class="number">Amount</th></tr>
    </thead>
    <tbody>
      ${documents.map((document) => {
        const [first] = document.lines;
        const what = [...new Set(document.lines.map(({ description }) => description))].join(", ");
        return html`<tr>
          <th scope="row">${TYPE_NAMES[first.transactionType]}</th>
          <td><a href="${documentPath(document)}">${first.uniqueReferenceNumber}</a></td>
          <td>${SPEECH.instant(first.transactionMs, clock.timezone)}</td>
          <td>${what}</td>
          <td class="number">${money(grossOf(document))}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
  return html`<ul class="figures">
      <li><strong>${money(expected)}</strong> expected</li>
      <li><strong>${money(charged)}</strong> charged</li>
      <li><strong>${money(paid)}</strong> paid</li>
      <li><strong>${money(charged - paid)}</strong> balance</li>
    </ul>
    ${scrolling(`Documents of ${reference}`, table)}`;
}
