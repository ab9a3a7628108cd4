/**
 * A reservation as asked for and as made: docs/interface.md §4.6. Pure types.
 * Nights are days since 1970-01-01, money is ten-thousandths.
 */
import type { Money } from "../../base/money.ts";

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
}

export interface ReservationRequest {
  billingDetails: BillingDetails;
  bookings: readonly BookingRequest[];
}

/** A booking with everything the server decided. */
export interface Booking {
  bookingId: string;
  reference: string;
  hotelId: string;
  roomId: string;
  rateId: string;
  checkIn: number;
  checkOut: number;
  currencyCode: string;
  roomPrice: Money;
  extrasPrice: Money;
  totalPrice: Money;
  prepaymentDue: Money;
}

export interface Reservation {
  reservationId: string;
  reference: string;
  groupId: string;
  createdMs: number;
  bookings: readonly Booking[];
}

export interface CurrencyTotal {
  currencyCode: string;
  totalPrice: Money;
  prepaymentDue: Money;
}

/** What is due in each currency, sorted by currency. */
export function totalsOf(bookings: readonly Pick<Booking, keyof CurrencyTotal>[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>();
  for (const { currencyCode, totalPrice, prepaymentDue } of bookings) {
    const total = totals.get(currencyCode) ?? { currencyCode, totalPrice: 0, prepaymentDue: 0 };
    total.totalPrice += totalPrice;
    total.prepaymentDue += prepaymentDue;
    totals.set(currencyCode, total);
  }
  return [...totals.values()].sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1));
}
