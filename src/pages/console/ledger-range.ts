/** Which hotel, days and documents a page of the ledger is about, by its address. */
import { formatDate, parseDate, todayIn } from "../../base/calendar-date.ts";
import { ID_CHARS_MAX } from "../../base/limits.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { LEDGER_REFERENCE_CHARS_MAX } from "../../ledger/limits.ts";
import type { DaySpan } from "../../ledger/rules/day-span.ts";
import { TRANSACTION_TYPES, type TransactionType } from "../../ledger/rules/ledger-document.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { LEDGER_DAYS_MAX, LEDGER_DAYS_USUAL } from "../limits.ts";
import type { Desk } from "./frame.ts";

export interface DocumentSearch {
  transactionType: TransactionType | null;
  reference: string | null;
  after: number;
}

/** The days, and what is wrong with those that were asked for. */
export interface AskedDays {
  days: DaySpan;
  faults: readonly string[];
}

/** `not_found` for a hotel that the operator may not know of; without a name the first. */
export function hotelOf({ hotels }: Desk, asked: string | null): Result<OwnHotel> {
  const hotel = asked === null ? hotels[0] : hotels.find(({ hotelId }) => hotelId === asked);
  return hotel ? ok(hotel) : fail({ code: "not_found", detail: "There is no such hotel." });
}

/** The days on the hotel's clocks; where they are none, or too many, the usual ones: the last until today. */
export function readDays({ caller, url }: Desk, { timezone }: OwnHotel): AskedDays {
  const today = todayIn(timezone, caller.now());
  const usual = { from: today - LEDGER_DAYS_USUAL + 1, to: today };
  const faults: string[] = [];
  const dayOf = (name: "from" | "to"): number | null => {
    const text = url.searchParams.get(name) ?? "";
    const day = text === "" ? null : parseDate(text);
    if (text !== "" && day === null) faults.push(`${name === "from" ? "From" : "To"} is no date.`);
    return day;
  };
  const [first, last] = [dayOf("from"), dayOf("to")];
  const to = last ?? Math.max(first ?? today, today);
  const from = first ?? to - LEDGER_DAYS_USUAL + 1;
  if (from > to) faults.push("To lies before From.");
  if (to - from >= LEDGER_DAYS_MAX) faults.push(`From and To may be at most ${LEDGER_DAYS_MAX} days apart.`);
  return { days: faults.length > 0 ? usual : { from, to }, faults };
}

export function readSearch(query: URLSearchParams): DocumentSearch {
  const reference = (query.get("reference") ?? "").trim().slice(0, LEDGER_REFERENCE_CHARS_MAX);
  return {
    transactionType: TRANSACTION_TYPES.find((one) => one === query.get("type")) ?? null,
    reference: reference === "" ? null : reference,
    after: Number(/^\d{1,15}$/.exec((query.get("after") ?? "").slice(0, ID_CHARS_MAX))?.[0] ?? 0),
  };
}

/** The address of the same days and documents of a hotel. */
export function rangeQuery({ hotelId }: OwnHotel, { from, to }: DaySpan, search: Partial<DocumentSearch> = {}): string {
  const { transactionType, reference, after } = search;
  return new URLSearchParams({
    hotel: hotelId,
    from: formatDate(from),
    to: formatDate(to),
    ...(transactionType ? { type: transactionType } : {}),
    ...(reference ? { reference } : {}),
    ...(after ? { after: String(after) } : {}),
  }).toString();
}
