/** What /console/calendar shows: the form, months as a picture, and the same as a list. */
import { html } from "hono/html";
import { formatDate } from "../../base/calendar-date.ts";
import { hasScope } from "../../access/rules/principal.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { WEEKDAYS } from "../../selling/rules/calendar-entry.ts";
import { type Markup, field, hidden } from "../layout.ts";
import { BY_ADULTS_CHARS_MAX, MONTHS_SHOWN, YEAR_MONTHS } from "../limits.ts";
import { type CalendarFields, GUEST_FIELDS, NIGHT_FIELDS } from "./calendar-form.ts";
import { monthList, nightList } from "./calendar-list.ts";
import { type CalendarSpan, monthText, spanPath } from "./calendar-span.ts";
import { explainPath } from "./explain-page.ts";
import { type Desk, SPEECH, consolePage, notice, scrolling, select } from "./frame.ts";
import { type MonthView, heatMap } from "./heat-map.ts";

export interface CalendarView {
  hotel: OwnHotel;
  fields: CalendarFields;
  span: CalendarSpan;
  months: readonly MonthView[];
  today: number;
  /** The nights of the form; those of one that cannot be read are none. */
  chosen: { from: number; to: number };
  key: string;
  done: readonly string[];
  refused: readonly string[];
}

export function calendarPage(desk: Desk, view: CalendarView): Markup {
  const { hotel, fields, span, months, chosen } = view;
  const isYear = span.months === YEAR_MONTHS;
  const list = isYear
    ? html`<div class="space">${scrolling("Months", monthList(view))}</div>`
    : html`<details class="space">
        <summary>The same as a list</summary>
        ${scrolling("Nights", nightList(months, hotel.currencyCode))}
      </details>`;
  return consolePage(
    desk,
    "Calendar",
    html`<h1>Calendar</h1>
      ${notice("good", view.done)} ${notice("bad", view.refused)} ${form(desk, view)}
      <section class="card day" id="nights">
        <div class="between first">
          <h2>${nameOf(hotel.rooms, fields.room)}, ${nameOf(hotel.rates, fields.rate)}</h2>
          ${ways(view)}
        </div>
        <p class="soft">
          Each night: its price, how many are sold of how many, and its restrictions: × not sold, A no arrival, D no departure, 3+ three nights or
          more, 7− at most seven. ${span.shading === "price" ? "The darker, the dearer." : "The darker, the fuller."} A dash: not for sale.
        </p>
        <p data-chosen>${chosenWords(chosen)}</p>
        ${scrolling("Heat map", heatMap({ ...view, shading: span.shading }))} ${list}
      </section>
      <script src="/assets/calendar.js" type="module"></script>`,
  );
}

function chosenWords({ from, to }: CalendarView["chosen"]): string {
  if (to < from) return "No nights are chosen.";
  return `Chosen: ${from === to ? SPEECH.date(from) : `${SPEECH.date(from)} to ${SPEECH.date(to)}`}, ${SPEECH.count("nights", to - from + 1)}.`;
}

function nameOf(list: OwnHotel["rooms"], id: string): string {
  return list.find((one) => one.id === id)?.name ?? id;
}

/** Through the months, and between the ways to look at them. */
function ways(view: CalendarView): Markup {
  const { month, months, shading } = view.span;
  const way = (text: string, other: Partial<CalendarSpan>, isHere = false): Markup =>
    html`<a href="${spanPath(view.fields, { ...view.span, ...other })}" ${isHere ? html`aria-current="true"` : ""}>${text}</a> `;
  return html`<nav class="ways" aria-label="Months">
    ${way("Earlier", { month: month - months })} ${way("Later", { month: month + months })}
    ${way(`${MONTHS_SHOWN} months`, { months: MONTHS_SHOWN }, months === MONTHS_SHOWN)} ${way("Year", { months: YEAR_MONTHS }, months === YEAR_MONTHS)}
    ${way("By occupancy", { shading: "sold" }, shading === "sold")} ${way("By price", { shading: "price" }, shading === "price")}
  </nav>`;
}

function form(desk: Desk, view: CalendarView): Markup {
  const { hotel, fields, span, key } = view;
  const options = (list: OwnHotel["rooms"]) => list.map(({ id, name }) => ({ value: id, text: `${name} (${id})` }));
  const hotels = desk.hotels.map(({ hotelId, name }) => ({ value: hotelId, text: name }));
  const carried = { key, month: monthText(span.month), months: String(span.months), shade: span.shading };
  return html`<form class="card" method="post" action="/console/calendar" data-range>
    ${hidden(carried)}
    <div class="fields">
      ${select("Hotel", "hotel", hotels, fields.hotel)} ${select("Room", "room", options(hotel.rooms), fields.room)}
      ${select("Rate", "rate", options(hotel.rates), fields.rate)}
      ${field("From", "from", html`type="date" required value="${fields.from}"`)} ${field("To", "to", html`type="date" required value="${fields.to}"`)}
      ${field("Price", "price", html`inputmode="decimal" autocomplete="off" maxlength="15" aria-describedby="price-help" value="${fields.price}"`)}
      ${field("Units", "units", html`inputmode="numeric" autocomplete="off" maxlength="6" aria-describedby="price-help" value="${fields.units}"`)}
      ${select("Selling", "selling", choices("Open", "Stopped"), fields.selling)}
    </div>
    <p class="soft space" id="price-help">
      In ${hotel.currencyCode}, both days included. What is left empty stays as it is. Units are all rooms of the kind, sold ones among them.
    </p>
    ${guestPrices(fields)} ${restrictions(fields)}
    <div class="row space">
      <button>Save</button><button class="quiet" formmethod="get" formnovalidate>Show</button>${explainLink(desk, view)}
    </div>
  </form>`;
}

function choices(open: string, stopped: string) {
  return [
    { value: "", text: "As it is" },
    { value: "open", text: open },
    { value: "stopped", text: stopped },
  ];
}

/** Folded away until one of them is filled in. */
function guestPrices(fields: CalendarFields): Markup {
  const names = Object.keys(GUEST_FIELDS) as (keyof typeof GUEST_FIELDS)[];
  const isUsed = [...names, "byAdults" as const].some((name) => fields[name] !== "");
  const amounts = names.map((name) =>
    field(GUEST_FIELDS[name], name, html`inputmode="decimal" autocomplete="off" maxlength="15" value="${fields[name]}"`),
  );
  return html`<details ${isUsed ? html`open` : ""}>
    <summary>Prices by guests</summary>
    <div class="fields space">
      ${field("By adults", "byAdults", html`autocomplete="off" maxlength="${BY_ADULTS_CHARS_MAX}" placeholder="1: 90; 2: 110" value="${fields.byAdults}"`)}
      ${amounts}
    </div>
    <p class="soft space">
      A number of adults that stands among the prices by adults pays that, the others the price and so much for each further adult. “none” takes
      them away: then the rate's own amounts count.
    </p>
  </details>`;
}

/** Folded away until one of them is filled in. */
function restrictions(fields: CalendarFields): Markup {
  const names = Object.keys(NIGHT_FIELDS) as (keyof typeof NIGHT_FIELDS)[];
  const isUsed = fields.weekdays.length > 0 || [...names, "arrivals" as const, "departures" as const].some((name) => fields[name] !== "");
  const nights = names.map((name) =>
    field(NIGHT_FIELDS[name].label, name, html`inputmode="numeric" autocomplete="off" maxlength="3" value="${fields[name]}"`),
  );
  const weekdays = [...WEEKDAYS.slice(1), WEEKDAYS[0]].map((day) => {
    const text = `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
    const checked = fields.weekdays.includes(day) ? html`checked` : "";
    return html`<label class="pick"><input type="checkbox" name="weekday" value="${day}" ${checked} />${text}</label>`;
  });
  return html`<details ${isUsed ? html`open` : ""}>
    <summary>Restrictions and weekdays</summary>
    <div class="fields space">
      ${select("Arrivals", "arrivals", choices("Allowed", "Not allowed"), fields.arrivals)}
      ${select("Departures", "departures", choices("Allowed", "Not allowed"), fields.departures)} ${nights}
    </div>
    <p class="soft space">0 takes a bound away. Arriving: by the night of arrival. Any stay: by every night that it includes.</p>
    <fieldset class="row"><legend>Weekdays, all unless some are marked</legend>${weekdays}</fieldset>
  </details>`;
}

/** Of the chosen nights as a stay. */
function explainLink({ caller }: Desk, { fields, chosen }: CalendarView): Markup {
  if (!hasScope(caller.principal, "explain") || chosen.to < chosen.from) return html``;
  const { hotel, room, rate } = fields;
  const path = explainPath({ hotel, room, rate, arrival: formatDate(chosen.from), departure: formatDate(chosen.to + 1) });
  return html`<a class="button quiet" href="${path}">Explain this stay</a>`;
}
