/** What /console/ledger shows. */
import { html } from "hono/html";
import { dayStartMs, formatDate } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import { LEDGER_REFERENCE_CHARS_MAX } from "../../ledger/limits.ts";
import type { ListedPeriod } from "../../ledger/list-periods.ts";
import { grossOf } from "../../ledger/rules/account.ts";
import type { DaySpan } from "../../ledger/rules/day-span.ts";
import { TRANSACTION_TYPES } from "../../ledger/rules/ledger-document.ts";
import type { PostedDocument } from "../../ledger/rules/posted-document.ts";
import type { DaySum } from "../../ledger/sum-days.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type Markup, field, hidden } from "../layout.ts";
import { DOCUMENTS_PER_FILE_MAX } from "../limits.ts";
import { type CodesView, codeTables } from "./code-tables.ts";
import { dayChart } from "./day-chart.ts";
import { type Desk, SPEECH, TYPE_NAMES, consolePage, hotelChoice, notice, scrolling, select } from "./frame.ts";
import { type DocumentSearch, rangeQuery } from "./ledger-range.ts";

export interface LedgerView {
  hotel: OwnHotel;
  /** Those of the charts and the documents. */
  days: DaySpan;
  search: DocumentSearch;
  documents: readonly PostedDocument[];
  next: number | null;
  daySums: readonly DaySum[];
  codes: CodesView;
  /** Newest first. */
  periods: readonly ListedPeriod[];
  /** The period whose turn it is; null where none can be closed yet. */
  closable: number | null;
  refused: readonly string[];
}

export function ledgerPage(desk: Desk, view: LedgerView): Markup {
  const { hotel, days } = view;
  const choice = html`<form class="card day row" method="get" action="/console/ledger">
    ${desk.hotels.length > 1 ? hotelChoice(desk, hotel.hotelId, null) : hidden({ hotel: hotel.hotelId })}
    ${field("From", "from", html`type="date" required value="${formatDate(days.from)}"`)} ${field("To", "to", html`type="date" required value="${formatDate(days.to)}"`)}
    <button>Show</button>
  </form>`;
  return consolePage(
    desk,
    "Ledger",
    html`<h1>Ledger</h1>
      ${notice("bad", view.refused)} ${choice} ${dayPart(view)} ${periodPart(view)} ${documentPart(view)}`,
  );
}

function dayPart({ hotel, days, daySums, codes }: LedgerView): Markup {
  const money = (amount: Money): string => SPEECH.money(amount, hotel.currencyCode);
  const sum = (of: (day: DaySum) => Money): Money => daySums.reduce((total, day) => total + of(day), 0);
  const rows = daySums
    .toReversed()
    .map(
      ({ day, charged, paid }) =>
        html`<tr><th scope="row">${SPEECH.date(day)}</th><td class="number">${money(charged)}</td><td class="number">${money(paid)}</td></tr>`,
    );
  const table = html`<table class="list">
    <thead><tr><th scope="col">Day</th><th scope="col" class="number">Revenue</th><th scope="col" class="number">Payments</th></tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
  return html`<section class="card day">
    <h2>${hotel.name}, ${SPEECH.date(days.from)} – ${SPEECH.date(days.to)}</h2>
    <ul class="figures">
      <li><strong>${money(sum(({ charged }) => charged))}</strong> revenue</li>
      <li><strong>${money(sum(({ paid }) => paid))}</strong> payments</li>
    </ul>
    <p class="soft">Revenue is what was invoiced less what was credited, payments are less refunds, by the day of posting.</p>
    ${scrolling("Chart", dayChart(daySums))}
    <details class="space"><summary>The same as a list</summary>${scrolling("Days", table)}</details>
    ${codeTables(codes, { taxes: true })}
  </section>`;
}

function periodPart({ hotel, periods, closable }: LedgerView): Markup {
  if (periods.length === 0) {
    return html`<section class="card day"><h2>Periods</h2><p class="soft">No period has any documents yet, or the hotel keeps none.</p></section>`;
  }
  const money = (amount: Money): string => SPEECH.money(amount, hotel.currencyCode);
  const rows = periods.map((period) => {
    const { periodId, fromMs, toMs, isClosed, documents, sums } = period;
    const path = `/console/ledger/periods/${encodeURIComponent(hotel.hotelId)}/${periodId}`;
    const close = html`<form method="get" action="${path}"><button class="small" aria-describedby="period-${periodId}">Close period</button></form>`;
    return html`<tr>
      <th scope="row" id="period-${periodId}"><a href="${path}">${periodId}</a></th>
      <td>${isoDay(fromMs)} – ${isoDay(toMs)}</td>
      <td>${isClosed ? html`Closed · <a href="${path}" aria-label="Statement of ${periodId}">Statement</a>` : "Open"}${periodId === closable ? close : ""}</td>
      <td class="number">${documents}</td>
      <td class="number">${money((sums.Invoice?.gross ?? 0) - (sums.CreditNote?.gross ?? 0))}</td>
      <td class="number">${money(sums.Payment?.gross ?? 0)}</td>
    </tr>`;
  });
  return html`<section class="card day">
    <h2>Periods</h2>
    ${scrolling(
      "Periods",
      html`<table class="list">
        <thead>
          <tr><th scope="col">Period</th><th scope="col">Days</th><th scope="col">State</th><th scope="col" class="number">Documents</th><th scope="col" class="number">Revenue</th><th scope="col" class="number">Payments</th></tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>`,
    )}
  </section>`;
}

function isoDay(ms: number): string {
  return formatDate(Math.floor(ms / dayStartMs(1)));
}

function documentPart(view: LedgerView): Markup {
  const { hotel, days, search, documents, next } = view;
  const types = TRANSACTION_TYPES.map((value) => ({ value, text: TYPE_NAMES[value] }));
  return html`<section class="card day" id="documents">
    <h2>Documents</h2>
    <form method="get" action="/console/ledger#documents">
      ${hidden({ hotel: hotel.hotelId, from: formatDate(days.from), to: formatDate(days.to) })}
      <div class="fields">
        ${select("Type", "type", [{ value: "", text: "Any" }, ...types], search.transactionType ?? "")}
        ${field("Account", "reference", html`autocomplete="off" maxlength="${LEDGER_REFERENCE_CHARS_MAX}" value="${search.reference ?? ""}"`)}
      </div>
      <p class="space row">
        <button>Find</button>
        <a class="button quiet" href="/console/ledger/documents.csv?${rangeQuery(hotel, days, search)}">Download CSV</a>
        <a class="button quiet" href="/console/ledger/transactions.xml?${rangeQuery(hotel, days)}">Download XML</a>
      </p>
      <p class="soft">
        In the order of posting, the oldest first. The CSV holds these and what follows, up to ${DOCUMENTS_PER_FILE_MAX} documents; the XML is the
        export of all that was posted on these days, as accounting systems fetch it.
      </p>
    </form>
    ${documents.length === 0 ? html`<p role="status">No document fits.</p>` : scrolling("Documents", documentTable(hotel, documents))}
    ${next === null ? "" : html`<p class="space"><a class="button quiet" href="/console/ledger?${rangeQuery(hotel, days, { ...search, after: next })}#documents">More</a></p>`}
  </section>`;
}

function documentTable({ currencyCode, timezone }: OwnHotel, documents: readonly PostedDocument[]): Markup {
  const rows = documents.map((document) => {
    const [first] = document.lines;
    const what = [...new Set(document.lines.map(({ description }) => description))].join(", ");
    return html`<tr>
      <th scope="row"><a href="/console/documents/${document.modifiedKey}">${TYPE_NAMES[first.transactionType]} ${first.uniqueReferenceNumber}</a></th>
      <td>${first.transactionReference}</td>
      <td>${SPEECH.instant(document.modifiedMs, timezone)}</td>
      <td>${what}</td>
      <td class="number">${SPEECH.money(grossOf(document), currencyCode)}</td>
    </tr>`;
  });
  return html`<table class="list">
    <thead>
      <tr><th scope="col">Document</th><th scope="col">Account</th><th scope="col">Posted</th><th scope="col">For</th><th scope="col" class="number">Amount</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
}
