/** The ledger of the data set: docs/interface.md §9.3, at the true dates in UTC. Pure. */
import { type LedgerLine, MINIMAL_DATE_MS, type TransactionType } from "../../src/ledger/rules/ledger-document.ts";
import { dayStartMs } from "../../src/base/calendar-date.ts";
import { type Money, nettOf } from "../../src/base/money.ts";
import type { DatedDocument } from "../support/ledger-statements.ts";
import type { DatasetBooking } from "./dataset-booking.ts";

const HOUR_MS = 3_600_000;
const BOOKED_MS = 9 * HOUR_MS;
const LEFT_MS = 11 * HOUR_MS;
const UNDONE_MS = 12 * HOUR_MS;
const SECOND_MS = 1_000;

/** The part of a stay that is meals, in percent. */
const MEAL_PERCENT: Readonly<Record<string, number>> = { BB: 15, HB: 25, FB: 35 };

export const ACCOM = { saleCode: "ACCOM", nominalCode: "7110", taxCode: "R6", taxPercent: 6 } as const;
export const MEAL = { saleCode: "MEAL", nominalCode: "7120", taxCode: "R13", taxPercent: 13 } as const;
const PAYMENT_CODES = { nominalCode: "1110", saleCode: "", payCode: "CARD", taxCode: "Z" } as const;

type Content = "lines" | "payment" | "penalty";

interface Event {
  booking: DatasetBooking;
  /** The document's number within the row, from 1. */
  number: number;
  moment: number;
  type: TransactionType;
  content: Content;
}

/** How many documents there are, and the documents in the order of their keys, made as they are asked for. */
export function bookingsLedger(bookings: readonly DatasetBooking[]): { count: number; documents: Iterable<DatedDocument> } {
  const events = bookings.flatMap(eventsOf);
  events.sort((a, b) => a.moment - b.moment || a.booking.row - b.booking.row || a.number - b.number);
  return { count: events.length, documents: events.values().map(documentOf) };
}

/** A row's documents in the order of docs/interface.md §9.3.4; none where nothing was charged. */
function eventsOf(booking: DatasetBooking): Event[] {
  const { adr, prepaid, status } = booking;
  if (adr <= 0) return [];
  const booked = dayStartMs(booking.arrival - booking.leadDays) + BOOKED_MS;
  const day = dayStartMs(booking.statusDay);
  const events: Event[] = [];
  const post = (moment: number, type: TransactionType, content: Content): void => {
    events.push({ booking, number: events.length + 1, moment, type, content });
  };
  post(booked, "Proforma", "lines");
  if (prepaid) post(booked + SECOND_MS, "Payment", "payment");
  if (status === "Check-Out") {
    post(day + LEFT_MS, "Invoice", "lines");
    if (!prepaid) post(day + LEFT_MS + SECOND_MS, "Payment", "payment");
  } else if (status === "Canceled") {
    post(day + UNDONE_MS, "CreditNote", "lines");
    if (prepaid) post(day + UNDONE_MS + SECOND_MS, "Invoice", "lines");
  } else {
    post(day + UNDONE_MS + 2 * SECOND_MS, "Invoice", "penalty");
  }
  return events;
}

function documentOf(event: Event): DatedDocument {
  const { adr, nights, meal } = event.booking;
  const percent = MEAL_PERCENT[meal] ?? 0;
  const stay = adr * Math.max(nights, 1);
  const base = baseLine(event);
  if (event.content === "payment")
    return { modifiedMs: event.moment, lines: [{ ...base, gross: stay, nett: stay, tax: 0, ...PAYMENT_CODES }] };
  // A guest who never came pays the first night, without its meals.
  if (event.content === "penalty") return { modifiedMs: event.moment, lines: [charge(base, ACCOM, adr - mealPart(adr, percent))] };
  const meals = mealPart(stay, percent);
  const lines = [charge(base, ACCOM, stay - meals)];
  if (meals > 0) lines.push(charge(base, MEAL, meals));
  return { modifiedMs: event.moment, lines };
}

function mealPart(amount: Money, percent: number): Money {
  return Math.floor((amount * percent) / 100);
}

type BaseLine = Omit<LedgerLine, "gross" | "nett" | "tax" | "nominalCode" | "saleCode" | "payCode" | "taxCode">;

function charge(base: BaseLine, sale: typeof ACCOM | typeof MEAL, gross: Money): LedgerLine {
  const { taxPercent, ...codes } = sale;
  const nett = nettOf(gross, taxPercent * 100);
  return { ...base, gross, nett, tax: gross - nett, payCode: "", ...codes };
}

function baseLine({ booking, number, moment, type }: Event): BaseLine {
  const { agent, company, row, arrival } = booking;
  const reference = `B${String(row).padStart(6, "0")}`;
  return {
    siteId: booking.hotelId,
    transactionType: type,
    ...accountOf(booking),
    transactionReference: reference,
    uniqueReferenceNumber: `${reference}-${number}`,
    secondReference: agent !== null && company !== null ? `CO${company}` : null,
    description: `${type} for booking ${reference}\nRoom ${booking.roomId}, ${booking.nights} nights, ${booking.meal}`,
    dueMs: dayStartMs(arrival),
    forMs: dayStartMs(arrival),
    transactionMs: moment,
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
  };
}

function accountOf({ agent, company }: DatasetBooking): { accountNumber: string; accountType: number } {
  if (agent !== null) return { accountNumber: `AG${agent}`, accountType: 2 };
  if (company !== null) return { accountNumber: `CO${company}`, accountType: 3 };
  return { accountNumber: "GUEST", accountType: 1 };
}
