/** The forms for charges, payments and refunds. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import type { PostingCodes } from "../../ledger/list-codes.ts";
import type { Booking, Reservation } from "../../reservations/rules/reservation.ts";
import { type Markup, hidden } from "../layout.ts";
import { type Desk, SPEECH, consolePage, notice, select } from "./frame.ts";

export interface DocumentsView {
  reservation: Reservation;
  booking: Booking;
  codes: PostingCodes;
  /** That can be given back, wholly or in part. */
  payments: readonly { number: string; payCode: string; gross: Money }[];
  key: string;
  refused: readonly string[];
}

export function documentsPage(desk: Desk, view: DocumentsView): Markup {
  const { reservation, booking, codes, payments } = view;
  const title = `Account of ${booking.reference}`;
  const named = (list: PostingCodes["saleCodes"]) =>
    list.map(({ code, description }) => ({ value: code, text: description === "" ? code : `${code}, ${description}` }));
  const given = payments.map(({ number, payCode, gross }) => ({
    value: `${payCode} ${number}`,
    text: `${number}, ${SPEECH.money(gross, booking.currencyCode)}`,
  }));
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      ${notice("bad", view.refused)} ${form(view, "charge", "Charge", "Sale code", named(codes.saleCodes))}
      ${form(view, "payment", "Take payment", "Pay code", named(codes.payCodes))} ${form(view, "refund", "Refund", "Payment", given)}
      <p class="space"><a class="button quiet" href="/console/bookings/${encodeURIComponent(reservation.reservationId)}">Back to the booking</a></p>`,
  );
}

function form(
  { reservation, booking, key }: DocumentsView,
  kind: string,
  title: string,
  label: string,
  options: readonly { value: string; text: string }[],
): Markup {
  if (options.length === 0) return html``;
  const amount = html`<div class="field">
    <label for="${kind}-amount">${title}: amount in ${booking.currencyCode}</label>
    <input id="${kind}-amount" name="amount" required inputmode="decimal" autocomplete="off" maxlength="17" />
  </div>`;
  return html`<form class="card stay" method="post" action="/console/bookings/${encodeURIComponent(reservation.reservationId)}/documents">
    <h2>${title}</h2>
    ${hidden({ booking: booking.bookingId, kind, key })}
    <div class="fields">${select(label, "code", options, "", `${kind}-code`)} ${amount}</div>
    <p class="space"><button>${title}</button></p>
  </form>`;
}
