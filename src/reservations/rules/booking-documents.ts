/** The documents that a booking's life posts to the ledger: docs/interface.md §4.9 and §11. Pure. */
import { dayStartMs, formatDate } from "../../base/calendar-date.ts";
import { type Charge, type DocumentHead, GUEST_ACCOUNT, type LedgerAccount, proforma } from "../../ledger/rules/build-documents.ts";
import type { LedgerDocument } from "../../ledger/rules/ledger-document.ts";
import type { Booking } from "./reservation.ts";

/** What is expected of the stay: one line per sale code, the room's first; null where the booking costs nothing. */
export function stayProforma(booking: Booking, number: number, nowMs: number): LedgerDocument | null {
  return proforma(accountOf(booking), headOf(booking, number, nowMs), chargesOf(booking));
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

function headOf({ reference }: Booking, number: number, nowMs: number): DocumentHead {
  return { uniqueReferenceNumber: `${reference}-${number}`, transactionMs: nowMs };
}

/** No names: the ledger is kept for ever, a guest may be erased. */
function chargesOf({ roomId, rateId, checkIn, checkOut, roomPrice, extras, terms }: Booking): Charge[] {
  const stay = `${roomId} ${rateId}, ${formatDate(checkIn)} to ${formatDate(checkOut)}`;
  const due = [{ code: terms.roomCode, gross: roomPrice }, ...extras.map(({ code, total }) => ({ code, gross: total }))];
  return due.map(({ code, gross }) => ({ code, gross, description: `${code.description}\n${stay}` }));
}
