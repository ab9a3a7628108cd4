/** Revenue and payments side by side, day by day or month by month, as bars: told apart by their pattern, not by colour alone. */
import { html } from "hono/html";
import { dayStartMs, monthOfDay } from "../../base/calendar-date.ts";
import type { DaySum } from "../../ledger/sum-days.ts";
import type { Markup } from "../layout.ts";
import { CHART_DAYS_MAX } from "../limits.ts";

const COLUMN = { width: 34, bar: 13 };
/** As wide as a month of days: a chart of few columns is drawn no larger. */
const COLUMNS_MIN = 30;
const HEIGHT = 180;
const TOP = 24;
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "2-digit", timeZone: "UTC" });

export function dayChart(days: readonly DaySum[]): Markup {
  const byMonth = days.length > CHART_DAYS_MAX;
  const sums = byMonth ? monthsOf(days) : days;
  const values = sums.flatMap(({ charged, paid }) => [charged, paid]);
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = most - least || 1;
  const y = (value: number): number => TOP + Math.round(((most - value) / span) * HEIGHT);
  const columnWidth = byMonth ? 2 * COLUMN.width : COLUMN.width;
  const width = Math.max(COLUMNS_MIN * COLUMN.width, sums.length * columnWidth);
  const bar = (name: string, value: number, x: number): Markup =>
    html`<rect class="${name}" fill="url(#hatched)" x="${x}" y="${Math.min(y(value), y(0))}" width="${COLUMN.bar}" height="${Math.abs(y(value) - y(0))}" />`;
  const bars = sums.map(
    ({ charged, paid }, at) =>
      html`${bar("charged", charged, at * columnWidth + 3)}${bar("paid", paid, at * columnWidth + 4 + COLUMN.bar)}`,
  );
  const format = byMonth ? MONTH : DAY;
  const dates = sums.map(({ day }, at) =>
    byMonth || at % 3 === 0
      ? html`<text x="${at * columnWidth}" y="${TOP + HEIGHT + 18}">${format.format(dayStartMs(day))}</text>`
      : html``,
  );
  return html`<svg class="chart" role="img" aria-label="Chart of ${byMonth ? "months" : "days"}; the list below says the same" viewBox="0 0 ${width} ${TOP + HEIGHT + 28}">
    <defs>
      <pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch" x1="0" y1="0" x2="0" y2="5" />
      </pattern>
    </defs>
    <rect class="charged" x="0" y="2" width="12" height="12" /><text x="18" y="12">Revenue</text>
    <rect class="paid" x="90" y="2" width="12" height="12" fill="url(#hatched)" /><text x="108" y="12">Payments, hatched</text>
    ${bars}<line class="axis" x1="0" y1="${y(0)}" x2="${width}" y2="${y(0)}" />${dates}
  </svg>`;
}

/** Each month by its first day that is asked for. */
function monthsOf(days: readonly DaySum[]): DaySum[] {
  const months: DaySum[] = [];
  for (const { day, charged, paid } of days) {
    const last = months.at(-1);
    if (last && monthOfDay(last.day) === monthOfDay(day)) {
      last.charged += charged;
      last.paid += paid;
    } else months.push({ day, charged, paid });
  }
  return months;
}
