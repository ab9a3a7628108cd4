/** The documents that a booking's life posts to the ledger: docs/interface.md §4.9 and §11. Pure. */
import { dayStartMs, formatDate, todayIn } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import {
  type Charge,
  type DocumentHead,
  GUEST_ACCOUNT,
  type LedgerAccount,
  creditNoteOf,
  invoice,
  invoiceOf,
  proforma,
} from "../../ledger/rules/build-documents.ts";
import type { LedgerDocument } from "../../ledger/rules/ledger-document.ts";
import { type AccountDocument, isInvoiced, openProformas } from "../../ledger/rules/open-proformas.ts";
import type { Booking } from "./reservation.ts";

/** A document of a booking's account. */
export interface BookedDocument extends AccountDocument {
  /** Posted by a change of the booking: if it is a Proforma, it is the stay's. */
  isOwn: boolean;
}

/** A booking's account as a change finds it. */
export interface BookingAccount {
  /** How many documents it has. */
  documents: number;
  /** The Proformas that are open, the stay's among them. */
  open: readonly BookedDocument[];
  /** The stay's own, where it is open. */
  stay: BookedDocument | null;
  /** The stay was invoiced: nothing of it changes any more. */
  isStayInvoiced: boolean;
}

/** Why a fee is charged. */
export type FeeReason = "cancellation" | "no_show";

const FEE_TEXTS: Readonly<Record<FeeReason, string>> = { cancellation: "Cancellation", no_show: "No-show" };

/** The account out of its documents, in the order of the ledger. */
export function bookingAccount(documents: readonly BookedDocument[]): BookingAccount {
  const open = openProformas(documents);
  const newest = documents.findLast(({ isOwn, lines: [line] }) => isOwn && line?.transactionType === "Proforma");
  return {
    documents: documents.length,
    open,
    stay: newest && open.includes(newest) ? newest : null,
    isStayInvoiced: newest !== undefined && isInvoiced(newest, documents),
  };
}

/** What is expected of a new stay: one line per sale code, the room's first; null where the booking costs nothing. */
export function firstProforma(booking: Booking, nowMs: number): LedgerDocument | null {
  return proforma(accountOf(booking), { uniqueReferenceNumber: `${booking.reference}-1`, transactionMs: nowMs }, chargesOf(booking));
}

/** The same for an amended stay, the next document of its account. */
export function nextProforma(booking: Booking, nowMs: number): LedgerDocument | null {
  return proforma(accountOf(booking), nextHead(booking, nowMs), chargesOf(booking));
}

/** Takes a Proforma back. */
export function creditOf(booking: Booking, { lines }: BookedDocument, nowMs: number): LedgerDocument {
  return creditNoteOf(lines, nextHead(booking, nowMs));
}

/** Charges a fee, which settles what is open; null for none. */
export function feeInvoice(booking: Booking, fee: Money, reason: FeeReason, nowMs: number): LedgerDocument | null {
  const { feeCode } = booking.terms;
  const description = `${feeCode.description}\n${FEE_TEXTS[reason]}: ${stayText(booking)}`;
  return invoice(accountOf(booking), nextHead(booking, nowMs), [{ code: feeCode, gross: fee, description }]);
}

/** Charges all that is open; null where nothing is. */
export function openInvoice(booking: Booking, { open }: BookingAccount, nowMs: number): LedgerDocument | null {
  const lines = open.flatMap((document) => document.lines);
  return lines.length > 0 ? invoiceOf(accountOf(booking), nextHead(booking, nowMs), lines) : null;
}

/** Whether two states of a booking are expected to bring in the same, on the same days. */
export function isExpectedAlike(before: Booking, after: Booking): boolean {
  const factsOf = (booking: Booking): string =>
    JSON.stringify([booking.checkIn, booking.checkOut, chargesOf(booking).map(({ code, gross }) => [code, gross])]);
  return factsOf(before) === factsOf(after);
}

/** The account of a booking: its documents share its reference. */
function accountOf({ hotelId, reference, checkIn }: Booking): LedgerAccount {
  const arrivalMs = dayStartMs(checkIn);
  return {
    ...GUEST_ACCOUNT,
    siteId: hotelId,
    transactionReference: reference,
    secondReference: null,
    dueMs: arrivalMs,
    forMs: arrivalMs,
  };
}

/** Numbered in its batch; an Invoice belongs to the period of its day at the hotel. */
function nextHead({ clock }: Booking, nowMs: number): DocumentHead {
  return { uniqueReferenceNumber: null, transactionMs: nowMs, hotelDay: todayIn(clock.timezone, nowMs) };
}

/** No names: the ledger is kept for ever, a guest may be erased. */
function chargesOf(booking: Booking): Charge[] {
  const { roomPrice, extras, terms } = booking;
  const due = [{ code: terms.roomCode, gross: roomPrice }, ...extras.map(({ code, total }) => ({ code, gross: total }))];
  return due.map(({ code, gross }) => ({ code, gross, description: `${code.description}\n${stayText(booking)}` }));
}

function stayText({ roomId, rateId, checkIn, checkOut }: Booking): string {
  return `${roomId} ${rateId}, ${formatDate(checkIn)} to ${formatDate(checkOut)}`;
}
