/** What amending and cancelling show: what is, what would be, and what it costs. */
import { html } from "hono/html";
import { formatDate } from "../../base/calendar-date.ts";
import { type Money, toJsonNumber } from "../../base/money.ts";
import { REASON_CHARS_MAX } from "../../reservations/limits.ts";
import type { Booking, Reservation } from "../../reservations/rules/reservation.ts";
import { type Markup, field, hidden } from "../layout.ts";
import { type Desk, SPEECH, consolePage, notice } from "./frame.ts";

interface Chosen {
  reservation: Reservation;
  booking: Booking;
  refused: readonly string[];
}

export interface AmendView extends Chosen {
  /** Null before dates were given. */
  quote: { after: Booking; carried: Readonly<Record<string, string>> } | null;
}

export interface CancelView extends Chosen {
  /** Null where it cannot be cancelled any more. */
  fee: Money | null;
  key: string;
}

export function amendPage(desk: Desk, { reservation, booking, quote, refused }: AmendView): Markup {
  const title = `Change dates of ${booking.reference}`;
  const path = pathOf(reservation);
  const shown = quote?.after ?? booking;
  const money = (amount: Money): string => SPEECH.money(amount, booking.currencyCode);
  const confirm = quote
    ? html`<form class="card stay" method="post" action="${path}/amend">
        ${hidden(quote.carried)}
        <dl>
          ${line("Stay", `${SPEECH.date(shown.checkIn)} – ${SPEECH.date(shown.checkOut)}`)} ${line("Price until now", money(booking.totalPrice))}
          ${line("New price", money(shown.totalPrice))} ${line("Difference", money(shown.totalPrice - booking.totalPrice))}
        </dl>
        <p class="space row"><button>Confirm</button><a class="button quiet" href="${path}">Keep it as it is</a></p>
      </form>`
    : "";
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      ${notice("bad", refused)}
      <form class="card stay" method="get" action="${path}/amend">
        ${hidden({ booking: booking.bookingId })}
        <div class="fields">
          ${field("Check-in", "checkIn", html`type="date" required value="${formatDate(shown.checkIn)}"`)}
          ${field("Check-out", "checkOut", html`type="date" required value="${formatDate(shown.checkOut)}"`)}
        </div>
        <p class="soft space">Nights that stay keep their price, new ones have the price of now.</p>
        <button class="${quote ? "quiet" : "first"}">Show the price</button>
      </form>
      ${confirm}`,
  );
}

export function cancelPage(desk: Desk, { reservation, booking, fee, key, refused }: CancelView): Markup {
  const title = `Cancel ${booking.reference}`;
  const path = pathOf(reservation);
  const back = html`<a class="button quiet" href="${path}">Keep it as it is</a>`;
  if (fee === null) {
    return consolePage(desk, title, html`<h1>${title}</h1>${notice("bad", refused)}<p>It cannot be cancelled any more.</p>${back}`);
  }
  const cost = fee === 0 ? "Cancelling costs nothing now." : `Cancelling costs ${SPEECH.money(fee, booking.currencyCode)} now.`;
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      ${notice("bad", refused)}
      <form class="card stay" method="post" action="${path}/cancel">
        ${hidden({ booking: booking.bookingId, shown: String(toJsonNumber(fee)), key })}
        <p><strong>${cost}</strong></p>
        ${field("Reason", "reason", html`autocomplete="off" maxlength="${REASON_CHARS_MAX}"`)}
        ${fee === 0 ? "" : html`<p class="check"><input type="checkbox" id="waive" name="waive" value="1" /><label for="waive">Waive the fee</label></p>`}
        <p class="space row"><button>Confirm</button>${back}</p>
      </form>`,
  );
}

function pathOf({ reservationId }: Reservation): string {
  return `/console/bookings/${encodeURIComponent(reservationId)}`;
}

function line(name: string, value: string): Markup {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}
