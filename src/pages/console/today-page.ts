/** What /console/today shows. */
import { html } from "hono/html";
import { dayStartMs } from "../../base/calendar-date.ts";
import type { Markup } from "../layout.ts";
import type { DeskBooking, HotelDay } from "./desk-bookings.ts";
import { type Desk, SPEECH, consolePage, hotelChoice, notice, scrolling } from "./frame.ts";
import { moveForm } from "./move.ts";
import { freshLine } from "./news.ts";

export interface Occupancy {
  units: number;
  sold: number;
}

export interface DayView extends HotelDay {
  occupancy: Occupancy | null;
}

export interface TodayView {
  days: readonly DayView[];
  isCut: boolean;
  /** Null: all hotels. */
  chosen: string | null;
  /** Whether all hotels may stand on one page. */
  together: boolean;
  key: string;
  /** The newest event before the lists were read. */
  newest: number;
  done: readonly string[];
  refused: readonly string[];
}

export function todayPage(desk: Desk, view: TodayView): Markup {
  const choice = html`<form class="row" method="get" action="/console/today">
    ${hotelChoice(desk, view.chosen, view.together ? "All hotels" : null)}<button class="quiet">Show</button>
  </form>`;
  return consolePage(
    desk,
    "Today",
    html`<div class="between first"><h1>Today</h1>${desk.hotels.length > 1 ? choice : ""}</div>
      ${notice("good", view.done)} ${notice("bad", view.refused)}
      ${freshLine(desk, "/console/today/news", view.newest)}
      <div id="days" data-live tabindex="-1">
        ${view.isCut ? html`<p class="notice">There are more bookings than fit here: choose one hotel, or search the bookings.</p>` : ""}
        ${view.days.length > 1 ? together(view.days) : ""} ${view.days.map((day) => hotelDay(view, day))}
      </div>`,
  );
}

/** Of all hotels shown. */
function together(days: readonly DayView[]): Markup {
  const count = (of: (day: DayView) => number): number => days.reduce((sum, day) => sum + of(day), 0);
  const occupancy = { units: count((day) => day.occupancy?.units ?? 0), sold: count((day) => day.occupancy?.sold ?? 0) };
  return html`<section class="card day">
    <h2>All hotels</h2>
    ${figures({
      arrivals: count((day) => day.arrivals.length),
      departures: count((day) => day.departures.length),
      staying: count((day) => day.staying.length),
      occupancy: occupancy.units === 0 ? null : occupancy,
    })}
  </section>`;
}

function hotelDay(view: TodayView, day: DayView): Markup {
  const { hotel, today, arrivals, departures, staying, occupancy } = day;
  return html`<section class="card day" aria-labelledby="hotel-${hotel.hotelId}">
    <div class="between first">
      <h2 id="hotel-${hotel.hotelId}">${hotel.name}</h2>
      <p class="soft">${SPEECH.date(today)}</p>
    </div>
    ${figures({ arrivals: arrivals.length, departures: departures.length, staying: staying.length, occupancy })}
    ${list(view, day, "Arrivals", arrivals)} ${list(view, day, "Departures", departures)} ${list(view, day, "In house", staying)}
  </section>`;
}

interface Figures {
  arrivals: number;
  departures: number;
  staying: number;
  occupancy: Occupancy | null;
}

function figures({ arrivals, departures, staying, occupancy }: Figures): Markup {
  const figure = (value: number | string, name: string): Markup => html`<li><strong>${value}</strong> ${name}</li>`;
  const percent = occupancy && Math.round((100 * occupancy.sold) / occupancy.units);
  return html`<ul class="figures">
    ${figure(arrivals, "to arrive")} ${figure(departures, "to leave")} ${figure(staying, "staying")}
    ${occupancy ? figure(`${percent} %`, `sold tonight, ${occupancy.sold} of ${occupancy.units} rooms`) : ""}
  </ul>`;
}

function list(view: TodayView, { hotel, today }: DayView, title: string, bookings: readonly DeskBooking[]): Markup {
  if (bookings.length === 0) return html``;
  const rooms = new Map(hotel.rooms.map(({ id, name }) => [id, name]));
  const table = html`<table class="list">
    <thead>
      <tr><th scope="col">Guest</th><th scope="col">Booking</th><th scope="col">Room</th><th scope="col">Stay</th><th scope="col">Guests</th><th scope="col">Action</th></tr>
    </thead>
    <tbody>
      ${bookings.map((one) => row(view, one, today, rooms))}
    </tbody>
  </table>`;
  return html`<h3>${title}</h3>${scrolling(`${title}, ${hotel.name}`, table)}`;
}

function row(view: TodayView, one: DeskBooking, today: number, rooms: ReadonlyMap<string, string>): Markup {
  const { reservation, booking } = one;
  const id = `guest-${booking.bookingId}`;
  const late = booking.status === "confirmed" && booking.checkIn < today ? html`<br /><span class="few">expected earlier</span>` : "";
  const overdue = booking.status === "in_house" && booking.checkOut < today ? html`<br /><span class="few">due earlier</span>` : "";
  return html`<tr>
    <th scope="row" id="${id}">${guestName(one)}</th>
    <td><a href="/console/bookings/${reservation.reservationId}">${booking.reference}</a></td>
    <td>${rooms.get(booking.roomId) ?? booking.roomId}</td>
    <td>${stayText(one)}${late}${overdue}</td>
    <td>${SPEECH.party(booking.adults, booking.children)}</td>
    <td>${moveForm("/console/today", one, view.key, id, view.chosen === null ? {} : { hotel: view.chosen })}</td>
  </tr>`;
}

/** Of who stays. */
export function guestName({ booking: { guest } }: DeskBooking): string {
  const name = [guest.title, guest.firstname, guest.lastname].filter((part) => part !== "").join(" ");
  return name === "" ? "(erased)" : name;
}

/** "12 Dec – 14 Dec 2026, 2 nights". */
export function stayText({ booking: { checkIn, checkOut } }: DeskBooking): string {
  return `${DAY.format(dayStartMs(checkIn))} – ${DAY_OF_YEAR.format(dayStartMs(checkOut))}, ${SPEECH.count("nights", checkOut - checkIn)}`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
