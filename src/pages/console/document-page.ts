/** A document as it is handed to a guest: what the printer leaves out is in the style sheet. */
import { html } from "hono/html";
import { formatDecimal, type Money, sumOf, toJsonNumber } from "../../base/money.ts";
import type { IssuedDocument, Issuer } from "../../ledger/read-issued-document.ts";
import { grossOf } from "../../ledger/rules/account.ts";
import type { LedgerEntry } from "../../ledger/rules/ledger-document.ts";
import type { PostedDocument } from "../../ledger/rules/posted-document.ts";
import type { BillingDetails, Booking, Reservation } from "../../reservations/rules/reservation.ts";
import type { Markup } from "../layout.ts";
import { type Desk, SPEECH, TYPE_NAMES, consolePage, scrolling } from "./frame.ts";
import { addressOf, nameOfPerson } from "./history-words.ts";

export interface DocumentStay {
  reservation: Reservation;
  booking: Booking;
  payer: BillingDetails;
}

export interface DocumentView extends IssuedDocument {
  /** Null: of no booking that the operator may see. */
  stay: DocumentStay | null;
}

/** Where a document is to be read and printed. */
export function documentPath({ modifiedKey }: Pick<PostedDocument, "modifiedKey">): string {
  return `/console/documents/${modifiedKey}`;
}

export function documentPage(desk: Desk, view: DocumentView): Markup {
  const { document, issuer, stay } = view;
  const [first] = document.lines;
  const title = `${TYPE_NAMES[first.transactionType]} ${first.uniqueReferenceNumber}`;
  const currencyCode = issuer?.currencyCode ?? "";
  const money = (amount: Money): string => (currencyCode === "" ? formatDecimal(amount) : exact(currencyCode).format(toJsonNumber(amount)));
  const back = stay
    ? html`<a class="button quiet" href="/console/bookings/${encodeURIComponent(stay.reservation.reservationId)}">Back to the booking</a>`
    : html`<a class="button quiet" href="/console/ledger?hotel=${encodeURIComponent(first.siteId)}">Back to the ledger</a>`;
  return consolePage(
    desk,
    title,
    html`<article class="card sheet">
        <header class="between first">
          <div>${issuerPart(issuer, first.siteId)}</div>
          <div>
            <h1>${title}</h1>
            <dl>
              ${term("Date", dateOf(first.transactionMs, issuer))} ${term("Due", dateOf(first.dueMs, issuer))}
              ${term("Account", first.transactionReference)} ${term(first.transactionType === "Payment" ? "Gives back" : "Takes back", first.secondReference ?? "")}
            </dl>
          </div>
        </header>
        ${stay ? stayPart(stay) : html`<p>Account number ${first.accountNumber}</p>`}
        ${first.transactionType === "Payment" ? paymentPart(document, money) : chargePart(document, money)}
        ${first.transactionType === "Proforma" ? html`<p class="soft space">This is no invoice: it says what is expected.</p>` : ""}
      </article>
      <p class="space row">${back}</p>`,
  );
}

/** Always with its cents: columns of amounts stand under each other. */
function exact(currencyCode: string): Intl.NumberFormat {
  return new Intl.NumberFormat(SPEECH.tag, { style: "currency", currency: currencyCode });
}

function issuerPart(issuer: Issuer | null, siteId: string): Markup {
  if (issuer === null) return html`<p><strong>${siteId}</strong></p>`;
  const { name, address, email, telephone } = issuer;
  return html`<p><strong>${name}</strong>${lines([...address, telephone, email])}</p>`;
}

function lines(texts: readonly string[]): Markup {
  return html`${texts.filter((text) => text !== "").map((text) => html`<br />${text}`)}`;
}

function term(name: string, value: string): Markup {
  if (value === "") return html``;
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}

function dateOf(ms: number, issuer: Issuer | null): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: issuer?.timezone ?? "UTC" }).format(ms);
}

function stayPart({ booking, payer }: DocumentStay): Markup {
  const [payerName, guest] = [nameOfPerson(payer), nameOfPerson(booking.guest)];
  return html`<p class="space"><strong>${payerName === "" ? "(erased)" : payerName}</strong>${lines(addressOf(payer))}</p>
    <p class="space">
      Booking ${booking.reference}: ${SPEECH.date(booking.checkIn)} to ${SPEECH.date(booking.checkOut)},
      ${SPEECH.party(booking.adults, booking.children)}${guest === "" || guest === payerName ? "" : `, ${guest}`}
    </p>`;
}

type Say = (amount: Money) => string;

function chargePart({ lines: [first, ...others] }: PostedDocument, money: Say): Markup {
  const all = [first, ...others];
  const cells = (of: readonly LedgerEntry[]): Markup =>
    html`<td class="number">${money(sumOf(of.map(({ nett }) => nett)))}</td>
      <td class="number">${money(sumOf(of.map(({ tax }) => tax)))}</td>
      <td class="number">${money(sumOf(of.map(({ gross }) => gross)))}</td>`;
  const codes = [...new Set(all.map(({ taxCode }) => taxCode))];
  const byTax = codes.map((code) => {
    const own = all.filter(({ taxCode }) => taxCode === code);
    return html`<tr><th scope="row" colspan="2">Of it under tax code ${code === "" ? "none" : code}</th>${cells(own)}</tr>`;
  });
  const table = html`<table class="list">
    <thead>
      <tr><th scope="col">For</th><th scope="col">Tax code</th><th scope="col" class="number">Nett</th><th scope="col" class="number">Tax</th><th scope="col" class="number">Amount</th></tr>
    </thead>
    <tbody>
      ${all.map((line) => html`<tr><th scope="row">${line.description || line.saleCode}</th><td>${line.taxCode}</td>${cells([line])}</tr>`)}
    </tbody>
    <tfoot>
      ${codes.length > 1 && codes.length < all.length ? byTax : ""}<tr class="sum"><th scope="row" colspan="2">Total, taxes included</th>${cells(all)}</tr>
    </tfoot>
  </table>`;
  return scrolling("Lines", table);
}

function paymentPart(document: PostedDocument, money: Say): Markup {
  const gross = grossOf(document);
  const ways = [...new Set(document.lines.map(({ description, payCode }) => description || payCode))];
  return html`<dl class="space">${term("By", ways.join(", "))} ${term(gross < 0 ? "Given back" : "Received", money(Math.abs(gross)))}</dl>`;
}
