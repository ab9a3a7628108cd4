/** Nights as a picture: a row for each month, a cell for each night, shaded by how full it is or by its price. */
import { html } from "hono/html";
import { dayStartMs, formatDate } from "../../base/calendar-date.ts";
import { type Money, toJsonNumber } from "../../base/money.ts";
import type { Markup } from "../layout.ts";

export interface NightView {
  /** Day number. */
  night: number;
  /** Null: the room is not for sale. */
  stock: { units: number; sold: number } | null;
  /** Of the chosen rate, for a room's usual occupancy, or the lowest of those by adults; null: none. */
  price: Money | null;
  /** Restrictions, in words. */
  notes: readonly string[];
  /** The same in a few letters. */
  marks: string;
}

export interface MonthView {
  /** Day number of its first day. */
  first: number;
  nights: readonly NightView[];
}

export type Shading = "sold" | "price";

export interface HeatMapView {
  months: readonly MonthView[];
  shading: Shading;
  today: number;
  /** Chosen nights; day numbers, both included. */
  chosen: { from: number; to: number };
}

const CELL = { width: 38, height: 50, head: 62, top: 22 };
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
/** Without the currency's sign, which is that of the hotel, and without cents: a cell has room for five digits. */
const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function heatMap(view: HeatMapView): Markup {
  const { months } = view;
  const width = CELL.head + 31 * CELL.width;
  const height = CELL.top + months.length * CELL.height;
  const middle = (at: number): number => CELL.head + at * CELL.width + CELL.width / 2;
  const days = Array.from({ length: 31 }, (_, at) => html`<text x="${middle(at)}" y="14">${at + 1}</text>`);
  const shade = shaderOf(view);
  const rows = months.map(({ first, nights }, row) => {
    const cells = nights.map((night, at) => cell(view, night, middle(at), shade(night)));
    return html`<g transform="translate(0,${CELL.top + row * CELL.height})"><text class="name" y="24">${MONTH.format(dayStartMs(first))}</text><g data-first="${formatDate(first)}">${cells}</g></g>`;
  });
  return html`<svg class="heat" role="img" aria-label="Heat map; the list below says the same" viewBox="0 0 ${width} ${height}">
    ${days}${rows}
  </svg>`;
}

/** Its class: "none", or one of five shades. */
type Shader = (night: NightView) => string;

/** By sales: nobody, and each quarter begun. By price: fifths of what lies between the lowest and the highest. */
function shaderOf({ months, shading }: HeatMapView): Shader {
  if (shading === "sold") {
    return ({ stock }) => (stock === null || stock.units === 0 ? "none" : `o${Math.min(4, Math.ceil((4 * stock.sold) / stock.units))}`);
  }
  const prices = months.flatMap(({ nights }) => nights.flatMap(({ price }) => price ?? []));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return ({ price }) => (price === null ? "none" : `o${Math.min(4, Math.floor((5 * (price - least)) / (most - least || 1)))}`);
}

/** What a cell has in common with others, its size above all, is in the style sheet: a year has 365. */
function cell({ today, chosen }: HeatMapView, night: NightView, x: number, shade: string): Markup {
  const { stock, price, marks } = night;
  const past = night.night < today ? " past" : "";
  const isChosen = night.night >= chosen.from && night.night <= chosen.to ? " in" : "";
  const amount = price === null || stock === null ? "–" : WHOLE.format(toJsonNumber(price));
  const sold = stock === null ? "" : html`<text y="28">${stock.sold}/${stock.units}</text>`;
  const rules = marks === "" ? "" : html`<text class="mark" y="41">${marks}</text>`;
  return html`<g class="${shade}${past}${isChosen}" transform="translate(${x})"><rect /><text y="15">${amount}</text>${sold}${rules}</g>`;
}
