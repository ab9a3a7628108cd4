/** Whose data may be erased, and what is left of it: docs/interface.md §19.3. Pure. */
import { formatDate, todayIn } from "../../base/calendar-date.ts";
import type { BillingDetails, BookingStatus, Guest } from "./reservation.ts";

/** Who made the version, as reservations.caller: not a caller of the interfaces. */
export const ERASER = "command:guest erase";

/** What a guest's name is once it is erased. */
export const ERASED_GUEST: Guest = { title: "", firstname: "", lastname: "" };

/** What billing details are once they are erased: every field is there, and empty. */
export const ERASED_BILLING: BillingDetails = {
  ...ERASED_GUEST,
  phone: "",
  email: "",
  address1: "",
  address2: "",
  city: "",
  postcode: "",
  country: "",
  mailList: false,
};

/** A booking of somebody who is to be erased. */
export interface ErasableBooking {
  bookingId: string;
  reference: string;
  hotelId: string;
  status: BookingStatus;
  /** Day number. */
  checkOut: number;
  /** Of the hotel. */
  timezone: string;
  /** Charged when it was cancelled or nobody came; otherwise null. */
  fee: number | null;
  /** Whether a name of a guest stands in any of its versions. */
  isNamed: boolean;
}

export interface ErasableReservation {
  reservationId: string;
  reference: string;
  /** The newest. */
  version: number;
  /** Whether billing details, or why something was cancelled, stand in any of its versions. */
  hasBilling: boolean;
  hasReason: boolean;
  bookings: readonly ErasableBooking[];
}

/** What is blanked of a reservation. */
export interface Erasure {
  reservation: ErasableReservation;
  /** Whether the billing details go: with the last booking. */
  billing: boolean;
  /** Bookings that somebody who follows them is told of. */
  bookings: readonly ErasableBooking[];
}

/** A booking that keeps its names, and why. */
export interface KeptBooking {
  reference: string;
  hotelId: string;
  reason: string;
}

/** Why a booking is not over, as the end of a sentence; null where it is. */
export function whyNotOver({ status, checkOut, timezone }: ErasableBooking, nowMs: number): string | null {
  switch (status) {
    case "checked_out":
    case "cancelled":
    case "no_show":
      return null;
    case "in_house":
      return `its guest is in house, departure ${formatDate(checkOut)}: check it out first`;
    case "confirmed":
      return checkOut < todayIn(timezone, nowMs) ? null : `it is confirmed, departure ${formatDate(checkOut)}`;
  }
}

/** The bookings of a reservation that are not over. */
export function keptBookings({ bookings }: ErasableReservation, nowMs: number): KeptBooking[] {
  return bookings.flatMap((booking) => {
    const reason = whyNotOver(booking, nowMs);
    return reason === null ? [] : [{ reference: booking.reference, hotelId: booking.hotelId, reason }];
  });
}

/** What is to be blanked of a reservation; null where nothing is left. */
export function planErasure(reservation: ErasableReservation, nowMs: number): Erasure | null {
  const over = reservation.bookings.filter((booking) => whyNotOver(booking, nowMs) === null);
  const billing = reservation.hasBilling && over.length === reservation.bookings.length;
  const bookings = billing ? over : over.filter(({ isNamed }) => isNamed);
  const hasReason = reservation.hasReason && over.length > 0;
  return billing || hasReason || bookings.length > 0 ? { reservation, billing, bookings } : null;
}

/** Whether two e-mail addresses are one: without regard to case and to spaces around. */
export function isSameEmail(one: string, other: string): boolean {
  return foldEmail(one) === foldEmail(other);
}

/** The form in which addresses are compared. */
export function foldEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}
