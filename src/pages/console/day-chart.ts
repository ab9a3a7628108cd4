/** Revenue and payments side by side, day by day, as bars: told apart by their pattern, not by colour alone. */
import { html } from "hono/html";
import { dayStartMs } from "../../base/calendar-date.ts";
import type { DaySum } from "../../ledger/sum-days.ts";
import type { Markup } from "../layout.ts";

const DAY = { width: 34, bar: 13 };
const HEIGHT = 180;
const TOP = 24;
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export function dayChart(days: readonly DaySum[]): Markup {
  const values = days.flatMap(({ charged, paid }) => [charged, paid]);
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = most - least || 1;
  const y = (value: number): number => TOP + Math.round(((most - value) / span) * HEIGHT);
  const width = days.length * DAY.width;
  const bar = (name: string, value: number, x: number): Markup =>
    html`<rect class="${name}" fill="url(#hatched)" x="${x}" y="${Math.min(y(value), y(0))}" width="${DAY.bar}" height="${Math.abs(y(value) - y(0))}" />`;
  const bars = days.map(
    ({ charged, paid }, at) => html`${bar("charged", charged, at * DAY.width + 3)}${bar("paid", paid, at * DAY.width + 4 + DAY.bar)}`,
  );
  const dates = days.map(({ day }, at) =>
    at % 3 === 0 ? html`<text x="${at * DAY.width}" y="${TOP + HEIGHT + 18}">${DATE.format(dayStartMs(day))}</text>` : html``,
  );
  return html`<svg class="chart" role="img" aria-label="Chart of days; the list below says the same" viewBox="0 0 ${width} ${TOP + HEIGHT + 28}">
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
