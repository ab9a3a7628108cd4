/** When a booking may be changed, and how: docs/interface.md §11. Pure. */
import { todayIn } from "../../base/calendar-date.ts";
import { instantAt } from "../../base/zone-time.ts";
import type { BookingAccount } from "./booking-documents.ts";
import type { Booking } from "./reservation.ts";

/** A sentence why not, or null where it may be. */
export type Refusal = string | null;

export function mayCancel({ status }: Booking, { isStayInvoiced }: BookingAccount): Refusal {
  if (status !== "confirmed") return "Only a confirmed booking can be cancelled.";
  return isStayInvoiced ? "Its stay is invoiced: a CreditNote corrects that." : null;
}

/** What of it may be amended is for the amendment to say. */
export function mayAmend({ status }: Booking, { isStayInvoiced }: BookingAccount): Refusal {
  if (status !== "confirmed" && status !== "in_house") return "Only a booking that is confirmed or in house can be amended.";
  return isStayInvoiced ? "Its stay is invoiced: a CreditNote corrects that." : null;
}

/** From the check-in date on, as the hotel's clocks show it, to the check-out date: guests come late. */
export function mayCheckIn({ status, checkIn, checkOut, clock }: Booking, nowMs: number): Refusal {
  if (status !== "confirmed") return "Only a confirmed booking can be checked in.";
  const today = todayIn(clock.timezone, nowMs);
  if (today < checkIn) return "The check-in date has not come.";
  return today <= checkOut ? null : "The check-out date has passed.";
}

export function mayCheckOut({ status }: Booking): Refusal {
  return status === "in_house" ? null : "Only a booking that is in house can be checked out.";
}

/** From the check-in time on. */
export function mayBeNoShow({ status, checkIn, clock }: Booking, nowMs: number): Refusal {
  if (status !== "confirmed") return "Only a confirmed booking can be a no-show.";
  return nowMs >= instantAt(clock.timezone, checkIn, clock.checkInMinute) ? null : "The check-in time has not come.";
}
