/** What /console/calendar shows: the form, months as a picture, and the same as a list. */
import { html } from "hono/html";
import { dayStartMs } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type Markup, field, hidden } from "../layout.ts";
import { type Desk, SPEECH, consolePage, notice, scrolling, select } from "./frame.ts";

/** The form as it is filled in. */
export interface CalendarFields {
  hotel: string;
  room: string;
  rate: string;
  from: string;
  to: string;
  price: string;
  units: string;
  selling: string;
}

export interface NightView {
  /** Day number. */
  night: number;
  /** Null: the room is not for sale. */
  stock: { units: number; sold: number } | null;
  /** Of the chosen rate, for a room's usual occupancy; null: none. */
  price: Money | null;
  /** Restrictions, in words. */
  notes: readonly string[];
}

export interface CalendarView {
  hotel: OwnHotel;
  chosen: CalendarFields;
  months: readonly { first: number; nights: readonly NightView[] }[];
  today: number;
  key: string;
  done: readonly string[];
  refused: readonly string[];
}

export function calendarPage(desk: Desk, view: CalendarView): Markup {
  const { months } = view;
  return consolePage(
    desk,
    "Calendar",
    html`<h1>Calendar</h1>
      ${notice("good", view.done)} ${notice("bad", view.refused)} ${form(desk, view)}
      <section class="card day">
        <h2>${nameOf(view.hotel.rooms, view.chosen.room)}, ${nameOf(view.hotel.rates, view.chosen.rate)}</h2>
        <p class="soft">
          Each night: its price, then how many are sold of how many. The darker, the fuller; a dot means a restriction, a dash that the night is
          not for sale. The list below says the same in words.
        </p>
        ${scrolling("Heat map", heatMap(view))}
        <details class="space">
          <summary>The same as a list</summary>
          ${months.map((month) => scrolling(SPEECH.month(month.first), list(view, month)))}
        </details>
      </section>`,
  );
}

function nameOf(list: OwnHotel["rooms"], id: string): string {
  return list.find((one) => one.id === id)?.name ?? id;
}

function form(desk: Desk, { hotel, chosen, key }: CalendarView): Markup {
  const options = (list: OwnHotel["rooms"]) => list.map(({ id, name }) => ({ value: id, text: `${name} (${id})` }));
  const hotels = desk.hotels.map(({ hotelId, name }) => ({ value: hotelId, text: name }));
  const selling = [
    { value: "", text: "As it is" },
    { value: "open", text: "Open" },
    { value: "stopped", text: "Stopped" },
  ];
  return html`<form class="card" method="post" action="/console/calendar">
    ${hidden({ key })}
    <div class="fields">
      ${select("Hotel", "hotel", hotels, chosen.hotel)} ${select("Room", "room", options(hotel.rooms), chosen.room)}
      ${select("Rate", "rate", options(hotel.rates), chosen.rate)}
      ${field("From", "from", html`type="date" required value="${chosen.from}"`)} ${field("To", "to", html`type="date" required value="${chosen.to}"`)}
      ${field("Price", "price", html`inputmode="decimal" autocomplete="off" maxlength="15" aria-describedby="price-help" value="${chosen.price}"`)}
      ${field("Units", "units", html`inputmode="numeric" autocomplete="off" maxlength="6" aria-describedby="price-help" value="${chosen.units}"`)}
      ${select("Selling", "selling", selling, chosen.selling)}
    </div>
    <p class="soft space" id="price-help">
      In ${hotel.currencyCode}, both days included. What is left empty stays as it is. Units are all rooms of the kind, sold ones among them.
    </p>
    <div class="row"><button>Save</button><button class="quiet" formmethod="get" formnovalidate>Show</button></div>
  </form>`;
}

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

const CELL = { width: 38, height: 40, head: 62, top: 22 };

/** Five shades: nobody, and each quarter begun. */
function shade({ stock }: NightView): string {
  if (stock === null || stock.units === 0) return "none";
  return `o${Math.min(4, Math.ceil((4 * stock.sold) / stock.units))}`;
}

function heatMap({ hotel, months, today }: CalendarView): Markup {
  const width = CELL.head + 31 * CELL.width;
  const height = CELL.top + months.length * CELL.height;
  const days = Array.from(
    { length: 31 },
    (_, at) => html`<text x="${CELL.head + at * CELL.width + CELL.width / 2}" y="14" text-anchor="middle">${at + 1}</text>`,
  );
  const rows = months.map(({ first, nights }, row) => {
    const y = CELL.top + row * CELL.height;
    const cells = nights.map((night, at) => cell(night, CELL.head + at * CELL.width, y, hotel.currencyCode, today));
    return html`<text x="0" y="${y + 24}">${MONTH.format(dayStartMs(first))}</text>${cells}`;
  });
  return html`<svg class="heat" role="img" aria-label="Heat map; the list below says the same" viewBox="0 0 ${width} ${height}">
    ${days}${rows}
  </svg>`;
}

function cell(night: NightView, x: number, y: number, currencyCode: string, today: number): Markup {
  const { stock, price, notes } = night;
  const middle = x + CELL.width / 2;
  const past = night.night < today ? " past" : "";
  const sold = stock === null ? "" : html`<text x="${middle}" y="${y + 30}" text-anchor="middle">${stock.sold}/${stock.units}</text>`;
  const dot = notes.length > 0 ? html`<circle cx="${x + CELL.width - 7}" cy="${y + 6}" r="2.5" />` : "";
  const amount = price === null || stock === null ? "–" : plainAmount(price, currencyCode);
  return html`<rect class="${shade(night)}${past}" x="${x + 1}" y="${y + 1}" width="${CELL.width - 2}" height="${CELL.height - 2}" rx="4" /><text x="${middle}" y="${y + 16}" text-anchor="middle">${amount}</text>${sold}${dot}`;
}

/** Without a currency's sign: all of the picture has one. */
function plainAmount(price: Money, currencyCode: string): string {
  return SPEECH.amount(price, currencyCode).replaceAll(/[^\d.,]/g, "");
}

function list({ hotel }: CalendarView, { first, nights }: CalendarView["months"][number]): Markup {
  const rows = nights.map(
    ({ night, stock, price, notes }) => html`<tr>
      <th scope="row">${SPEECH.date(night)}</th>
      <td class="number">${price === null ? "None" : SPEECH.money(price, hotel.currencyCode)}</td>
      <td class="number">${stock === null ? "Not for sale" : `${stock.sold} of ${stock.units}`}</td>
      <td>${notes.join(", ")}</td>
    </tr>`,
  );
  return html`<table class="list">
    <caption>${SPEECH.month(first)}</caption>
    <thead>
      <tr><th scope="col">Night</th><th scope="col" class="number">Price</th><th scope="col" class="number">Sold</th><th scope="col">Restrictions</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
}
