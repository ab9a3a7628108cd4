/** The 23 texts of a transaction, as the export writes them and an XML parser reads them: docs/interface.md §6.7, §13. Pure. */
import { DAY_MS, formatDate } from "../../base/calendar-date.ts";
import { formatDecimal } from "../../base/money.ts";
import { DAYS_REMEMBERED_MAX } from "../limits.ts";
import type { LedgerEntry } from "./ledger-document.ts";

/** In the order of the export; null: a SecondReference that is left out. */
export function transactionTexts(entry: LedgerEntry): (string | null)[] {
  return [
    entry.transactionType,
    entry.accountNumber,
    String(entry.accountType),
    entry.transactionReference,
    entry.uniqueReferenceNumber,
    entry.secondReference,
    entry.description,
    formatInstant(entry.dueMs),
    formatInstant(entry.forMs),
    formatInstant(entry.transactionMs),
    formatDecimal(entry.gross),
    formatDecimal(entry.nett),
    formatDecimal(entry.tax),
    entry.nominalCode,
    entry.saleCode,
    entry.payCode,
    entry.taxCode,
    entry.siteId,
    String(entry.periodId),
    formatInstant(entry.periodFromMs),
    formatInstant(entry.periodToMs),
    formatInstant(entry.modifiedMs),
    String(entry.modifiedKey),
  ];
}

/** UTC without offset; the fraction without trailing zeros, left out where it is zero. */
export function formatInstant(ms: number): string {
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
