/** Transactions as FinancialExportTransaction elements: the table of docs/interface.md §6.4.4 in its order, and §6.7. */
import { DAY_MS, formatDate } from "../base/calendar-date.ts";
import { formatDecimal } from "../base/money.ts";
import type { ExportedTransaction } from "../ledger/export-transactions.ts";
import { escapeText } from "../xml/escape.ts";
import { DAYS_REMEMBERED_MAX } from "./limits.ts";

/** Elements without a prefix, in whatever default namespace stands around them. Order and names: transaction-fields.ts. */
export function writeTransactions(page: readonly ExportedTransaction[]): string {
  let xml = "";
  for (const entry of page) xml += writeTransaction(entry);
  return xml;
}

/** One literal per border of two elements: half the pieces to join, measurably faster. */
function writeTransaction(entry: ExportedTransaction): string {
  const second = entry.secondReference;
  return (
    `<FinancialExportTransaction><TransactionType>${entry.transactionType}` +
    `</TransactionType><AccountNumber>${escapeText(entry.accountNumber)}` +
    `</AccountNumber><AccountType>${entry.accountType}` +
    `</AccountType><TransactionReference>${escapeText(entry.transactionReference)}` +
    `</TransactionReference><UniqueReferenceNumber>${escapeText(entry.uniqueReferenceNumber)}` +
    (second === null ? "" : `</UniqueReferenceNumber><SecondReference>${escapeText(second)}`) +
    `${second === null ? "</UniqueReferenceNumber>" : "</SecondReference>"}<Description>${escapeText(entry.description)}` +
    `</Description><DueDate>${formatInstant(entry.dueMs)}` +
    `</DueDate><ForDate>${formatInstant(entry.forMs)}` +
    `</ForDate><TransactionDate>${formatInstant(entry.transactionMs)}` +
    `</TransactionDate><GrossValue>${formatDecimal(entry.gross)}` +
    `</GrossValue><NettValue>${formatDecimal(entry.nett)}` +
    `</NettValue><TaxValue>${formatDecimal(entry.tax)}` +
    `</TaxValue><NominalCode>${escapeText(entry.nominalCode)}` +
    `</NominalCode><SaleCode>${escapeText(entry.saleCode)}` +
    `</SaleCode><PayCode>${escapeText(entry.payCode)}` +
    `</PayCode><TaxCode>${escapeText(entry.taxCode)}` +
    `</TaxCode><SiteId>${escapeText(entry.siteId)}` +
    `</SiteId><PeriodId>${entry.periodId}` +
    `</PeriodId><PeriodFromDate>${formatInstant(entry.periodFromMs)}` +
    `</PeriodFromDate><PeriodToDate>${formatInstant(entry.periodToMs)}` +
    `</PeriodToDate><ModifiedDate>${formatInstant(entry.modifiedMs)}` +
    `</ModifiedDate><ModifiedKey>${entry.modifiedKey}</ModifiedKey></FinancialExportTransaction>`
  );
}

/** UTC without offset; the fraction without trailing zeros, left out where it is zero. */
function formatInstant(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const time = ms - day * DAY_MS;
  return time === 0 ? midnightOf(day) : midnightOf(day).slice(0, 11) + formatTime(time);
}

const midnights = new Map<number, string>();

/** Neighbours share their days: the arrivals, the minimal date. */
function midnightOf(day: number): string {
  let text = midnights.get(day);
  if (text === undefined) {
    if (midnights.size >= DAYS_REMEMBERED_MAX) midnights.clear();
    text = `${formatDate(day)}T00:00:00`;
    midnights.set(day, text);
  }
  return text;
}

/** "hh:mm:ss" and the fraction of milliseconds since midnight. */
function formatTime(time: number): string {
  const seconds = Math.floor(time / 1000);
  const whole = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  const fraction = time % 1000;
  return fraction === 0 ? whole : whole + (fraction / 1000).toFixed(3).slice(1).replace(/0+$/, "");
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
