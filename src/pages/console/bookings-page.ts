/** What /console/bookings shows. */
import { html } from "hono/html";
import { BOOKING_STATUSES, type BookingStatus, type Reservation } from "../../reservations/rules/reservation.ts";
import { type Markup, field } from "../layout.ts";
import { SEARCH_CHARS_MAX } from "../limits.ts";
import { type Desk, SPEECH, consolePage, hotelChoice, scrolling, select } from "./frame.ts";
import { guestName, stayText } from "./today-page.ts";

/** What is looked for, as the form has it. */
export interface BookingSearch {
  text: string;
  hotelId: string;
  status: BookingStatus | "";
  /** First and last arrival, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Where the page begins; 0: at the beginning. */
  after: number;
}

export interface FoundBookings {
  reservations: readonly Reservation[];
  next: number | null;
  /** By its reference alone, whatever else the form says. */
  byReference: boolean;
}

export interface BookingsView {
  search: BookingSearch;
  errors: Readonly<Record<string, string>>;
  /** Null where the search cannot be made. */
  found: FoundBookings | null;
}

export function bookingsPage(desk: Desk, { search, errors, found }: BookingsView): Markup {
  return consolePage(
    desk,
    "Bookings",
    html`<h1>Bookings</h1>
      <form class="card" method="get" action="/console/bookings" role="search">
        <div class="fields">
          ${field("Search", "q", html`type="search" autocomplete="off" maxlength="${SEARCH_CHARS_MAX}" placeholder="Reference or name" value="${search.text}"`)}
          ${desk.hotels.length > 1 ? hotelChoice(desk, search.hotelId, "All hotels") : ""}
          ${select("State", "state", [{ value: "", text: "Any" }, ...STATES], search.status)}
          ${field("First arrival", "from", html`type="date" required value="${search.from}"`, errors.from)}
          ${field("Last arrival", "to", html`type="date" required value="${search.to}"`, errors.to)}
        </div>
        <p class="soft space">A reference is found whatever the dates say; a name is looked for among the arrivals of these dates.</p>
        <button>Find</button>
      </form>
      ${found === null ? "" : results(desk, search, found)}`,
  );
}

const STATES = BOOKING_STATUSES.map((value) => ({ value, text: SPEECH.texts.status[value] }));

function results(desk: Desk, search: BookingSearch, { reservations, next, byReference }: FoundBookings): Markup {
  const rows = reservations.flatMap((reservation) => rowsOf(desk, reservation));
  if (rows.length === 0) return html`<p class="space" role="status">No booking fits this search.</p>`;
  const table = html`<table class="list">
    <thead>
      <tr><th scope="col">Booking</th><th scope="col">Guest</th><th scope="col">Hotel</th><th scope="col">Stay</th><th scope="col">State</th><th scope="col" class="number">Price</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
  const more = new URLSearchParams({
    q: search.text,
    hotel: search.hotelId,
    state: search.status,
    from: search.from,
    to: search.to,
    after: String(next),
  });
  return html`<section class="card day">
    <h2>${byReference ? "The booking of this reference" : "In the order they were made"}</h2>
    ${scrolling("Bookings found", table)}
    ${next === null ? "" : html`<p class="space"><a class="button quiet" href="/console/bookings?${more.toString()}">More</a></p>`}
  </section>`;
}

function rowsOf({ hotels }: Desk, reservation: Reservation): Markup[] {
  return reservation.bookings.map((booking) => {
    const hotel = hotels.find(({ hotelId }) => hotelId === booking.hotelId);
    return html`<tr>
      <th scope="row"><a href="/console/bookings/${reservation.reservationId}">${booking.reference}</a></th>
      <td>${guestName({ reservation, booking })}</td>
      <td>${hotel?.name ?? booking.hotelId}</td>
      <td>${stayText({ reservation, booking })}</td>
      <td>${SPEECH.texts.status[booking.status]}</td>
      <td class="number">${SPEECH.money(booking.totalPrice, booking.currencyCode)}</td>
    </tr>`;
  });
}
