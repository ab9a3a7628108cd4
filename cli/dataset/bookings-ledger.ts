/** The ledger of the data set: docs/interface.md §9.3, at the true dates in UTC. Pure. */
import {
  type Charge,
  GUEST_ACCOUNT,
  type LedgerAccount,
  creditNoteOf,
  invoice,
  payment,
  proforma,
} from "../../src/ledger/rules/build-documents.ts";
import type { DatedDocument, LedgerDocument, TransactionType } from "../../src/ledger/rules/ledger-document.ts";
import { dayStartMs } from "../../src/base/calendar-date.ts";
import type { Money } from "../../src/base/money.ts";
import type { DatasetBooking } from "./dataset-booking.ts";

const HOUR_MS = 3_600_000;
const BOOKED_MS = 9 * HOUR_MS;
const LEFT_MS = 11 * HOUR_MS;
const UNDONE_MS = 12 * HOUR_MS;
const SECOND_MS = 1_000;

/** The part of a stay that is meals, in percent. */
const MEAL_PERCENT: Readonly<Record<string, number>> = { BB: 15, HB: 25, FB: 35 };

export const ACCOM = { code: "ACCOM", nominalCode: "7110", taxCode: "R6", taxBasisPoints: 600 } as const;
export const MEAL = { code: "MEAL", nominalCode: "7120", taxCode: "R13", taxBasisPoints: 1300 } as const;
const PAYMENT_CODES = { nominalCode: "1110", payCode: "CARD", taxCode: "Z" } as const;

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
  const document = writeDocument(event);
  if (!document) throw new RangeError(`row ${event.booking.row}: a document of nothing`);
  return { modifiedMs: event.moment, ...document };
}

function writeDocument(event: Event): LedgerDocument | null {
  const { booking, number, moment, type, content } = event;
  const account = accountOf(booking);
  const reference = account.transactionReference;
  const head = { uniqueReferenceNumber: `${reference}-${number}`, transactionMs: moment };
  const description = `${type} for booking ${reference}\nRoom ${booking.roomId}, ${booking.nights} nights, ${booking.meal}`;
  if (content === "payment") return payment(account, head, { ...PAYMENT_CODES, gross: stayOf(booking), description });
  const charges = content === "penalty" ? penaltyOf(booking) : chargesOf(booking);
  const described = charges.map((charge): Charge => ({ ...charge, description }));
  if (type === "Proforma") return proforma(account, head, described);
  if (type === "Invoice") return invoice(account, head, described);
  // The second reference is the company's here, as in all documents of the row: docs/interface.md §9.
  const taken = proforma(account, head, described);
  return taken && creditNoteOf(taken.lines, head, account.secondReference);
}

function stayOf({ adr, nights }: DatasetBooking): Money {
  return adr * Math.max(nights, 1);
}

function chargesOf(booking: DatasetBooking): Omit<Charge, "description">[] {
  const stay = stayOf(booking);
  const meals = mealPart(stay, MEAL_PERCENT[booking.meal] ?? 0);
  return [
    { code: ACCOM, gross: stay - meals },
    { code: MEAL, gross: meals },
  ];
}

/** A guest who never came pays the first night, without its meals. */
function penaltyOf({ adr, meal }: DatasetBooking): Omit<Charge, "description">[] {
  return [{ code: ACCOM, gross: adr - mealPart(adr, MEAL_PERCENT[meal] ?? 0) }];
}

function mealPart(amount: Money, percent: number): Money {
  return Math.floor((amount * percent) / 100);
}

function accountOf(booking: DatasetBooking): LedgerAccount {
  const { agent, company, row, arrival } = booking;
  return {
    siteId: booking.hotelId,
    ...payerOf(booking),
    transactionReference: `B${String(row).padStart(6, "0")}`,
    secondReference: agent !== null && company !== null ? `CO${company}` : null,
    dueMs: dayStartMs(arrival),
    forMs: dayStartMs(arrival),
  };
}

function payerOf({ agent, company }: DatasetBooking): { accountNumber: string; accountType: number } {
  if (agent !== null) return { accountNumber: `AG${agent}`, accountType: 2 };
  if (company !== null) return { accountNumber: `CO${company}`, accountType: 3 };
  return GUEST_ACCOUNT;
}
