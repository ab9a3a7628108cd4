/** A period of the ledger: before it is closed, and its statement for ever after. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import type { ListedPeriod } from "../../ledger/list-periods.ts";
import type { PeriodStatement, PeriodTotals } from "../../ledger/rules/periods.ts";
import { formatInstant } from "../../ledger/rules/transaction-texts.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type Markup, hidden } from "../layout.ts";
import { type Desk, SPEECH, consolePage, notice, scrolling } from "./frame.ts";

/** Asks once more: what is closed stays closed. */
export function confirmClosingPage(desk: Desk, { hotel, period, key }: { hotel: OwnHotel; period: ListedPeriod; key: string }): Markup {
  const title = `Close period ${period.periodId}`;
  return consolePage(
    desk,
    title,
    html`<h1>${title}</h1>
      <section class="card day">
        <p>${hotel.name}, ${formatInstant(period.fromMs)} – ${formatInstant(period.toMs)}: ${period.documents} documents with ${period.lines} lines.</p>
        ${totals(hotel, period)}
        <p class="space"><strong>What is closed stays closed: later documents go to later periods.</strong></p>
        <form class="row" method="post" action="/console/ledger/periods/${hotel.hotelId}/${period.periodId}">
          ${hidden({ key })}<button>Confirm</button><a class="button quiet" href="/console/ledger?hotel=${hotel.hotelId}">Keep it open</a>
        </form>
      </section>`,
  );
}

/** The statement, to print and to keep. */
export function statementPage(desk: Desk, hotel: OwnHotel, statement: PeriodStatement, isNew: boolean): Markup {
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
        ${totals(hotel, statement)}
      </section>
      <p class="space"><a class="button quiet" href="/console/ledger?hotel=${hotel.hotelId}">Back to the ledger</a></p>`,
  );
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
