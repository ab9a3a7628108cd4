/** A reservation as a partner is told of it: the part of it that lies in one hotel (docs/interface.md §15, §16). Pure. */
import type { BillingDetails, Booking, Reservation } from "../../reservations/rules/reservation.ts";
import { DELIVERY_PAST_DAYS } from "../limits.ts";

/** book: new to the client. cancel: nothing of it is left in the hotel. */
export type DeliveryKind = "book" | "modify" | "cancel";

export interface Delivery {
  hotelId: string;
  reservationId: string;
  /** By this it is acknowledged, as it is now or as it will be when it is sent next. */
  reference: string;
  /** By this exactly what is sent here is acknowledged: the reference and the newest event's sequence. */
  messageId: string;
  kind: DeliveryKind;
  createdMs: number;
  changedMs: number;
  billingDetails: BillingDetails;
  /** Rooms that are still booked; of a cancellation those that were. */
  stays: readonly Booking[];
}

/** A reservation's news in a hotel. */
export interface News {
  hotelId: string;
  lastSequence: number;
  changedMs: number;
  /** Whether the client has acknowledged the reservation before. */
  known: boolean;
}

/** What is sent; null where all of it has been over for so long that nobody waits for it. `today` is the hotel's. */
export function deliveryOf(reservation: Reservation, news: News, today: number): Delivery | null {
  const here = reservation.bookings.filter(({ hotelId }) => hotelId === news.hotelId);
  if (here.every(({ checkOut }) => checkOut < today - DELIVERY_PAST_DAYS)) return null;
  const kept = here.filter(({ status }) => status !== "cancelled");
  return {
    hotelId: news.hotelId,
    reservationId: reservation.reservationId,
    reference: reservation.reference,
    messageId: messageIdOf(reservation.reference, news.lastSequence),
    kind: kept.length === 0 ? "cancel" : news.known ? "modify" : "book",
    createdMs: reservation.createdMs,
    changedMs: news.changedMs,
    billingDetails: reservation.billingDetails,
    stays: kept.length === 0 ? here : kept,
  };
}

/** What an acknowledgement names: a reservation, and the event up to which; null for whatever was last sent of it. */
export type Acknowledged = readonly [reference: string, sequence: number | null];

/** A message's id, or a reservation's reference alone. */
export function readAcknowledged(id: string): Acknowledged {
  const match = /^([^.]+)\.(\d{1,15})$/.exec(id);
  return match ? [match[1] ?? "", Number(match[2])] : [id, null];
}

function messageIdOf(reference: string, sequence: number): string {
  return `${reference}.${sequence}`;
}
