/**
 * A reservation as asked for and as made: docs/interface.md §4.6. Pure types.
 * Nights are days since 1970-01-01, money is ten-thousandths.
 */
import type { Money } from "../../base/money.ts";
import type { ChargeCode } from "../../ledger/rules/build-documents.ts";
import type { FeeStep } from "../../selling/rules/cancellation.ts";
import type { ChargeMode } from "../../selling/rules/catalogue.ts";

export interface BillingDetails {
  title: string;
  firstname: string;
  lastname: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  postcode: string;
  country: string;
  mailList: boolean;
}

/** An extra asked for. A price, currency or chargeMode left out is not compared with the catalogue's. */
export interface ExtraRequest {
  id: string;
  price?: number | undefined;
  currency?: string | undefined;
  chargeMode?: string | undefined;
  /** As sent: docs/interface.md §4 reads the lists as one. */
  chargeDays: readonly (readonly number[])[];
}

export interface Guest {
  title: string;
  firstname: string;
  lastname: string;
}

/** One room for one stay. */
export interface BookingRequest {
  hotelId: string;
  roomId: string;
  rateId: string;
  checkInDate: number;
  checkOutDate: number;
  adult: number;
  children: number;
  promoCode: string;
  bedConfiguration: string;
  extras: readonly ExtraRequest[];
  /** Null: the person of the billing details. */
  guest: Guest | null;
  /** The price the guest was shown, as JSON wrote it; left out: not compared. */
  expectedTotal?: number | undefined;
}

export interface ReservationRequest {
  billingDetails: BillingDetails;
  bookings: readonly BookingRequest[];
}

export const BOOKING_STATUSES = ["confirmed", "in_house", "checked_out", "cancelled", "no_show"] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** An extra as it was booked: the catalogue may change, the booking does not. */
export interface BookedExtra {
  id: string;
  name: string;
  chargeMode: ChargeMode;
  daily: boolean;
  /** Day numbers the booking named; none: for the whole stay. */
  chargeDays: readonly number[];
  unitPrice: Money;
  quantity: number;
  total: Money;
  prepayment: boolean;
  code: ChargeCode & { description: string };
}

/** What was agreed on when the stay was booked or last amended. */
export interface BookingTerms {
  /** What cancelling costs, ascending; the first step begins with the booking or the amendment. */
  fees: readonly FeeStep[];
  noShowFee: Money;
  /** What the room, and what a fee, is posted under. */
  roomCode: ChargeCode & { description: string };
  feeCode: ChargeCode & { description: string };
  depositBasisPoints: number;
}

/** What of a booking a change may change. */
export interface BookingState {
  status: BookingStatus;
  roomId: string;
  rateId: string;
  checkIn: number;
  checkOut: number;
  adults: number;
  children: number;
  promoCode: string;
  bedConfiguration: string;
  guest: Guest;
  /** The price of each night. */
  nights: readonly Money[];
  extras: readonly BookedExtra[];
  terms: BookingTerms;
  roomPrice: Money;
  extrasPrice: Money;
  totalPrice: Money;
  prepaymentDue: Money;
  /** Charged when it was cancelled or nobody came; otherwise null. */
  fee: Money | null;
  /** The versions the prices were computed from. */
  calendarVersion: number;
  termsVersion: number;
}

/** Nights [from, until). */
export interface Nights {
  from: number;
  until: number;
}

/** How a hotel's clocks run. */
export interface HotelClock {
  /** IANA name. */
  timezone: string;
  /** Check-in time, in minutes from midnight. */
  checkInMinute: number;
}

/** A booking in one of its states. */
export interface Booking extends BookingState {
  bookingId: string;
  reference: string;
  hotelId: string;
  currencyCode: string;
  clock: HotelClock;
}

/** A reservation at one of its versions. */
export interface Reservation {
  reservationId: string;
  reference: string;
  groupId: string;
  /** The client or user it belongs to. */
  caller: string;
  createdMs: number;
  version: number;
  billingDetails: BillingDetails;
  bookings: readonly Booking[];
}

export interface CurrencyTotal {
  currencyCode: string;
  totalPrice: Money;
  prepaymentDue: Money;
}

/** A reservation is cancelled when all its bookings are. */
export function reservationStatus(bookings: readonly Pick<Booking, "status">[]): "confirmed" | "cancelled" {
  return bookings.every(({ status }) => status === "cancelled") ? "cancelled" : "confirmed";
}

/** What is due in each currency, sorted by currency; cancelled bookings are left out. */
export function totalsOf(bookings: readonly Pick<Booking, keyof CurrencyTotal | "status">[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>();
  for (const { status, currencyCode, totalPrice, prepaymentDue } of bookings) {
    if (status === "cancelled") continue;
    const total = totals.get(currencyCode) ?? { currencyCode, totalPrice: 0, prepaymentDue: 0 };
    total.totalPrice += totalPrice;
    total.prepaymentDue += prepaymentDue;
    totals.set(currencyCode, total);
  }
  return [...totals.values()].sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1));
}
