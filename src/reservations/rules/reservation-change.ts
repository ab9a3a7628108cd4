/** A change of a reservation as it is called, planned and answered. Pure types. */
import type { IdempotentRequest } from "../../change/rules/idempotent-request.ts";
import type { BookingAccount } from "./booking-documents.ts";
import type { BookingChange } from "./booking-changes.ts";
import type { BillingDetails, Reservation } from "./reservation.ts";

/** What every change is called with. */
export interface ChangeCall {
  reservationId: string;
  /** The versions that the caller has seen; null: any. */
  ifMatch: readonly number[] | null;
  idempotent: IdempotentRequest | null;
  /** Answers what would be and writes nothing. */
  dryRun?: boolean;
}

/** A reservation as the caller may see it, with the accounts of its bookings. */
export interface FoundReservation {
  reservation: Reservation;
  /** By bookingId. */
  accounts: ReadonlyMap<string, BookingAccount>;
  /** The change's own instant. */
  nowMs: number;
}

/** What a change makes of a reservation. */
export interface PlannedChange {
  /** Null: the billing details stay. */
  billing: BillingDetails | null;
  reason: string;
  bookings: readonly BookingChange[];
  /** The bookings that the request names, in its order, where some may be sold out. */
  asked?: readonly string[];
}

export interface Changed {
  /** As it is after the change. */
  reservation: Reservation;
  /** The bookings the change changed. */
  bookingIds: readonly string[];
  /** The answer to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}
