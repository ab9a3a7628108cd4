/** What amending in the console shows: the booking as a form, and what would become of it. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import type { Booking } from "../../reservations/rules/reservation.ts";
import type { Hotel } from "../../selling/rules/catalogue.ts";
import { type Markup, field, hidden } from "../layout.ts";
import { PROMO_CODE_CHARS_MAX } from "../limits.ts";
import type { AmendFields } from "./amend-form.ts";
import { type ChosenBooking, bookingPath } from "./chosen-booking.ts";
import { type Desk, SPEECH, consolePage, notice, select } from "./frame.ts";
import { bookingWords } from "./history-words.ts";

export interface AmendView extends ChosenBooking {
  hotel: Hotel;
  fields: AmendFields;
  /** Null before there is anything to confirm. */
  quote: { after: Booking; carried: readonly (readonly [name: string, value: string])[] } | null;
  refused: readonly string[];
}

export function amendPage(desk: Desk, view: AmendView): Markup {
  const { reservation, booking, quote, refused } = view;
  const title = `Change ${booking.reference}`;
  const isInHouse = booking.status === "in_house";
  const told = isInHouse
    ? "In house only the check-out and the extras can change."
    : "Nights that stay in the same room and rate, for the same guests, keep their price; the rest has the price of now.";
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      ${notice("bad", refused)}
      <form class="card stay" method="get" action="${bookingPath(reservation)}/amend">
        ${hidden({ booking: booking.bookingId, extras: "1" })}
        <div class="fields">${isInHouse ? checkOutField(view) : stayFields(view)}</div>
        ${extraFields(view)}
        <p class="soft space">${told}</p>
        <button class="${quote ? "quiet" : "first"}">Show the price</button>
      </form>
      ${quote ? confirmForm(desk, view, quote) : ""}`,
  );
}

function checkOutField({ fields }: AmendView): Markup {
  return field("Check-out", "checkOut", html`type="date" required value="${fields.checkOut}"`);
}

function stayFields(view: AmendView): Markup {
  const { hotel, booking, fields } = view;
  const beds = new Set([...hotel.roomList.flatMap(({ bedConfigurations }) => bedConfigurations), booking.bedConfiguration].filter(Boolean));
  const prices = [
    { value: "keep", text: "Keep their price" },
    { value: "current", text: "Take the price of now" },
  ];
  return html`${field("Check-in", "checkIn", html`type="date" required value="${fields.checkIn}"`)} ${checkOutField(view)}
  ${select("Room", "room", named(hotel.roomList, booking.roomId), fields.room)} ${select("Rate", "rate", named(hotel.rateList, booking.rateId), fields.rate)}
  ${field("Adults", "adults", html`inputmode="numeric" required maxlength="2" autocomplete="off" value="${fields.adults}"`)}
  ${field("Children", "children", html`inputmode="numeric" required maxlength="2" autocomplete="off" value="${fields.children}"`)}
  ${field("Promo code", "promo", html`maxlength="${PROMO_CODE_CHARS_MAX}" autocomplete="off" value="${fields.promo}"`)}
  ${beds.size === 0 ? "" : select("Beds", "beds", [{ value: "", text: "Any" }, ...[...beds].map((value) => ({ value, text: value }))], fields.beds)}
  ${select("Nights and extras that stay", "prices", prices, fields.prices)}`;
}

/** What the hotel sells now, and what was booked where it is sold no more. */
function named(list: readonly { id: string; name: string }[], booked: string): { value: string; text: string }[] {
  const gone = list.some(({ id }) => id === booked) ? [] : [{ value: booked, text: booked }];
  return [...list.map(({ id, name }) => ({ value: id, text: `${name} (${id})` })), ...gone];
}

function extraFields({ hotel, booking, fields }: AmendView): Markup {
  const money = (amount: Money): string => SPEECH.money(amount, booking.currencyCode);
  const booked = booking.extras.map(({ name, total }, at) =>
    check("keep", String(at), `${name}, ${money(total)}`, fields.keep.includes(String(at))),
  );
  const taken = new Set(booking.extras.map(({ id }) => id));
  const others = [...hotel.extras.values()].filter(({ id }) => !taken.has(id));
  const more = others.map(({ id, name, price }) => check("add", id, `${name}, ${money(price)} each`, fields.add.includes(id)));
  if (booked.length + more.length === 0) return html``;
  return html`<fieldset class="space"><legend>Extras</legend>${booked} ${more}</fieldset>`;
}

function check(name: string, value: string, text: string, isChecked: boolean): Markup {
  const id = `${name}-${value}`;
  return html`<p class="check">
    <input type="checkbox" id="${id}" name="${name}" value="${value}" ${isChecked ? html`checked` : ""} /><label for="${id}">${text}</label>
  </p>`;
}

function confirmForm(desk: Desk, { reservation, booking }: AmendView, { after, carried }: NonNullable<AmendView["quote"]>): Markup {
  const path = bookingPath(reservation);
  const money = (amount: Money): string => SPEECH.money(amount, booking.currencyCode);
  const line = (name: string, value: string): Markup => html`<dt>${name}</dt>
    <dd>${value}</dd>`;
  // The prices stand below.
  const changes = bookingWords({ ...booking, before: booking, after: { ...after, totalPrice: booking.totalPrice } }, desk.hotels);
  return html`<form class="card stay" method="post" action="${path}/amend">
    ${carried.map(([name, value]) => hidden({ [name]: value }))}
    ${changes.length === 0 ? html`<p>Nothing but prices and terms would change.</p>` : html`<ul class="plain">${changes.map((text) => html`<li>${text}</li>`)}</ul>`}
    <dl>
      ${line("Price until now", money(booking.totalPrice))} ${line("New price", money(after.totalPrice))}
      ${line("Difference", money(after.totalPrice - booking.totalPrice))}
    </dl>
    <p class="space row"><button>Confirm</button><a class="button quiet" href="${path}">Keep it as it is</a></p>
  </form>`;
}
