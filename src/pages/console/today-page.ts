/** What /console/today shows. */
import { html } from "hono/html";
import { dayStartMs } from "../../base/calendar-date.ts";
import type { Markup } from "../layout.ts";
import type { DeskBooking, HotelDay } from "./desk-bookings.ts";
import { type Desk, SPEECH, consolePage, hotelChoice, notice, scrolling } from "./frame.ts";
import { moveForm } from "./move.ts";

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
      ${view.isCut ? notice("bad", ["There are more bookings than fit here: choose one hotel, or search the bookings."]) : ""}
      ${view.days.map((day) => hotelDay(view, day))}`,
  );
}

function hotelDay(view: TodayView, day: DayView): Markup {
  const { hotel, today, arrivals, departures, staying, occupancy } = day;
  const percent = occupancy && Math.round((100 * occupancy.sold) / occupancy.units);
  return html`<section class="card day" aria-labelledby="hotel-${hotel.hotelId}">
    <div class="between first">
      <h2 id="hotel-${hotel.hotelId}">${hotel.name}</h2>
      <p class="soft">${SPEECH.date(today)}</p>
    </div>
    <ul class="figures">
      ${figure(arrivals.length, "to arrive")} ${figure(departures.length, "to leave")} ${figure(staying.length, "staying")}
      ${occupancy ? figure(`${percent} %`, `sold tonight, ${occupancy.sold} of ${occupancy.units} rooms`) : ""}
    </ul>
    ${list(view, day, "Arrivals", arrivals)} ${list(view, day, "Departures", departures)} ${list(view, day, "In house", staying)}
  </section>`;
}

function figure(value: number | string, name: string): Markup {
  return html`<li><strong>${value}</strong> ${name}</li>`;
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
