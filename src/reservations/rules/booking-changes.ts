/**
 * What a booking's life does to its state, its units and its books: docs/interface.md §11, "Stock and books". Pure; each
 * function takes a booking that may be changed so (may-change.ts) and gives everything the change writes of it.
 */
import { todayIn } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import type { EventType } from "../../events/rules/event.ts";
import type { LedgerDocument } from "../../ledger/rules/ledger-document.ts";
import { type BookingAccount, creditOf, feeInvoice, isExpectedAlike, nextProforma, openInvoice } from "./booking-documents.ts";
import type { Booking, Guest, Nights } from "./reservation.ts";

/** Nights of a room. */
export interface RoomNights extends Nights {
  roomId: string;
}

/** What a change writes of one booking. */
export interface BookingChange {
  /** As it is afterwards. */
  booking: Booking;
  released: readonly RoomNights[];
  sold: readonly RoomNights[];
  /** Whether prices of now are in it. */
  priced: boolean;
  documents: readonly LedgerDocument[];
  /** How many documents its account had. */
  accountDocuments: number;
  event: EventType;
}

const NOTHING = { released: [], sold: [], priced: false, documents: [] } as const;

/** Cancels for a fee, which may be 0: all that is expected is taken back. */
export function cancelBooking(booking: Booking, account: BookingAccount, fee: Money, nowMs: number): BookingChange {
  const charged = feeInvoice(booking, fee, "cancellation", nowMs);
  return {
    ...NOTHING,
    booking: { ...booking, status: "cancelled", fee },
    released: restOfStay(booking, nowMs),
    documents: [...account.open.map((document) => creditOf(booking, document, nowMs)), ...(charged ? [charged] : [])],
    accountDocuments: account.documents,
    event: "booking.cancelled",
  };
}

/** Nobody came: the fee settles all that is expected; where there is none, that is taken back. */
export function markNoShow(booking: Booking, account: BookingAccount, nowMs: number): BookingChange {
  const fee = booking.terms.noShowFee;
  const charged = feeInvoice(booking, fee, "no_show", nowMs);
  return {
    ...NOTHING,
    booking: { ...booking, status: "no_show", fee },
    released: restOfStay(booking, nowMs),
    documents: charged ? [charged] : account.open.map((document) => creditOf(booking, document, nowMs)),
    accountDocuments: account.documents,
    event: "booking.no_show",
  };
}

export function checkInBooking(booking: Booking, account: BookingAccount): BookingChange {
  return {
    ...NOTHING,
    booking: { ...booking, status: "in_house" },
    accountDocuments: account.documents,
    event: "booking.checked_in",
  };
}

/** All that is expected is charged. Nights not stayed are given back, and charged all the same. */
export function checkOutBooking(booking: Booking, account: BookingAccount, nowMs: number): BookingChange {
  const charged = openInvoice(booking, account, nowMs);
  return {
    ...NOTHING,
    booking: { ...booking, status: "checked_out" },
    released: restOfStay(booking, nowMs),
    documents: charged ? [charged] : [],
    accountDocuments: account.documents,
    event: "booking.checked_out",
  };
}

/** Another guest; null where it is the same. */
export function changeGuest(booking: Booking, account: BookingAccount, guest: Guest): BookingChange {
  return {
    ...NOTHING,
    booking: { ...booking, guest },
    accountDocuments: account.documents,
    event: "booking.guest_changed",
  };
}

/** From one state to another: what of the stay's nights differs is given back and sold, what is expected is posted anew. */
export function amendBooking(before: Booking, after: Booking, account: BookingAccount, priced: boolean, nowMs: number): BookingChange {
  const today = todayIn(before.clock.timezone, nowMs);
  const expected = isExpectedAlike(before, after) ? null : nextProforma(after, nowMs);
  const taken = isExpectedAlike(before, after) || !account.stay ? [] : [creditOf(before, account.stay, nowMs)];
  return {
    booking: after,
    released: nightsBeyond(before, after, today),
    sold: nightsBeyond(after, before, today),
    priced,
    documents: [...taken, ...(expected ? [expected] : [])],
    accountDocuments: account.documents,
    event: "booking.amended",
  };
}

/** The nights of one stay, from today on, that the other has not; in another room all of them. */
function nightsBeyond(stay: Booking, other: Booking, today: number): RoomNights[] {
  const { roomId } = stay;
  const ranges =
    roomId === other.roomId
      ? [
          { roomId, from: stay.checkIn, until: Math.min(stay.checkOut, other.checkIn) },
          { roomId, from: Math.max(stay.checkIn, other.checkOut), until: stay.checkOut },
        ]
      : [{ roomId, from: stay.checkIn, until: stay.checkOut }];
  return ranges.map((nights) => ({ ...nights, from: Math.max(nights.from, today) })).filter(({ from, until }) => from < until);
}

/** The nights that can still be sold: never the past. */
function restOfStay({ roomId, checkIn, checkOut, clock }: Booking, nowMs: number): RoomNights[] {
  const from = Math.max(checkIn, todayIn(clock.timezone, nowMs));
  return from < checkOut ? [{ roomId, from, until: checkOut }] : [];
}
