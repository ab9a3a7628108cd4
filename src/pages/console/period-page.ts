/** A period of the ledger: before it is closed, and its statement for ever after. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import type { ListedPeriod } from "../../ledger/list-periods.ts";
import type { PeriodStatement, PeriodTotals } from "../../ledger/rules/periods.ts";
import { formatInstant } from "../../ledger/rules/transaction-texts.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type Markup, hidden } from "../layout.ts";
import { type CodesView, codeTables } from "./code-tables.ts";
import { type Desk, SPEECH, consolePage, notice, scrolling } from "./frame.ts";

export interface PeriodView {
  hotel: OwnHotel;
  period: ListedPeriod;
  codes: CodesView;
  refused: readonly string[];
}

/** A period that is open. `key`: where it can be closed, which asks once more: what is closed stays closed. */
export function periodPage(desk: Desk, { hotel, period, codes, refused, key }: PeriodView & { key: string | null }): Markup {
  const title = key === null ? `Period ${period.periodId}` : `Close period ${period.periodId}`;
  const back = html`<a class="button quiet" href="/console/ledger?hotel=${encodeURIComponent(hotel.hotelId)}">${key === null ? "Back to the ledger" : "Keep it open"}</a>`;
  const form = html`<p class="space"><strong>What is closed stays closed: later documents go to later periods.</strong></p>
    <form class="row" method="post" action="${pathOf(hotel, period)}">${hidden({ key: key ?? "" })}<button>Confirm</button>${back}</form>`;
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      ${notice("bad", refused)}
      <section class="card day">
        <p>${hotel.name}, ${formatInstant(period.fromMs)} – ${formatInstant(period.toMs)}: ${period.documents} documents with ${period.lines} lines.</p>
        ${totals(hotel, period)} ${key === null ? "" : form} <h2 class="space">What it is made of</h2>
        ${codeTables(codes, { taxes: false })} ${download(hotel, period)}
      </section>
      ${key === null ? html`<p class="space">${back}</p>` : ""}`,
  );
}

/** The statement, to print and to keep. */
export function statementPage(desk: Desk, { hotel, period, codes }: PeriodView, statement: PeriodStatement, isNew: boolean): Markup {
  const { number, periodId, fromMs, toMs, closedMs, documents, lines, throughKey, previous, hash } = statement;
  const title = `Statement ${number} of ${hotel.name}`;
  const terms: readonly (readonly [string, string])[] = [
    ["Period", String(periodId)],
    ["First and last second", `${formatInstant(fromMs)} – ${formatInstant(toMs)}`],
    ["Closed", SPEECH.instant(closedMs, hotel.timezone)],
    ["Documents", String(documents)],
    ["Lines", String(lines)],
    ["Newest document when closed", String(throughKey)],
    ["Hash of the statement before", previous],
    ["Hash", hash],
  ];
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      ${notice("good", isNew ? [`Period ${periodId} is closed.`] : [])}
      <section class="card day">
        <dl>
          ${terms.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd class="wrap">${value}</dd>`,
          )}
        </dl>
        ${totals(hotel, statement)} <h2 class="space">What it is made of</h2>
        ${codeTables(codes, { taxes: false })} ${download(hotel, period)}
      </section>
      <p class="space"><a class="button quiet" href="/console/ledger?hotel=${encodeURIComponent(hotel.hotelId)}">Back to the ledger</a></p>`,
  );
}

function pathOf({ hotelId }: OwnHotel, { periodId }: ListedPeriod): string {
  return `/console/ledger/periods/${encodeURIComponent(hotelId)}/${periodId}`;
}

/** What the hash of a statement is made of. */
function download(hotel: OwnHotel, period: ListedPeriod): Markup {
  return html`<p class="space"><a class="button quiet" href="${pathOf(hotel, period)}/transactions.xml">Download XML</a></p>`;
}

function totals({ currencyCode }: OwnHotel, { sums, byTaxCode }: PeriodTotals): Markup {
  const money = (amount: Money): string => SPEECH.money(amount, currencyCode);
  const row = (name: string, { gross, nett, tax }: { gross: Money; nett: Money; tax: Money }): Markup =>
    html`<tr><th scope="row">${name}</th><td class="number">${money(gross)}</td><td class="number">${money(nett)}</td><td class="number">${money(tax)}</td></tr>`;
  const table = html`<table class="list">
    <caption>What it comes to</caption>
    <thead><tr><th scope="col">Sum of</th><th scope="col" class="number">Gross</th><th scope="col" class="number">Nett</th><th scope="col" class="number">Tax</th></tr></thead>
    <tbody>
      ${Object.entries(sums).map(([type, values]) => row(type, values))}
      ${byTaxCode.map(({ taxCode, ...values }) => row(`Revenue under tax code ${taxCode}`, values))}
    </tbody>
  </table>`;
  return scrolling("Sums", table);
}
