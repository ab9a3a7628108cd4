/** What cancelling in the console shows: what it costs now. */
import { html } from "hono/html";
import { type Money, toJsonNumber } from "../../base/money.ts";
import { REASON_CHARS_MAX } from "../../reservations/limits.ts";
import { type Markup, field, hidden } from "../layout.ts";
import { type ChosenBooking, bookingPath } from "./chosen-booking.ts";
import { type Desk, SPEECH, consolePage, notice } from "./frame.ts";

export interface CancelView extends ChosenBooking {
  /** Null where it cannot be cancelled any more. */
  fee: Money | null;
  key: string;
  refused: readonly string[];
}

export function cancelPage(desk: Desk, { reservation, booking, fee, key, refused }: CancelView): Markup {
  const title = `Cancel ${booking.reference}`;
  const path = bookingPath(reservation);
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
