/** How a reservation came to be what it is: what each of its versions changed. Pure. */
import { ERASER } from "./erasure.ts";
import type { BillingDetails, BookingState } from "./reservation.ts";

/** What of a booking's state its history tells. */
export type ToldState = Pick<
  BookingState,
  | "status"
  | "roomId"
  | "rateId"
  | "checkIn"
  | "checkOut"
  | "adults"
  | "children"
  | "promoCode"
  | "bedConfiguration"
  | "guest"
  | "extrasPrice"
  | "totalPrice"
  | "fee"
>;

/** A version that was written. */
export interface WrittenVersion {
  version: number;
  /** Who made it: reservations belong to the same names. */
  caller: string;
  atMs: number;
  reason: string;
  billing: BillingDetails;
}

/** A booking with the states that versions gave it, in order. */
export interface WrittenBooking {
  bookingId: string;
  reference: string;
  hotelId: string;
  currencyCode: string;
  states: readonly { version: number; state: ToldState }[];
}

/** What a version made of one booking; `before` is null where it began with it. */
export interface BookingStep {
  bookingId: string;
  reference: string;
  hotelId: string;
  currencyCode: string;
  before: ToldState | null;
  after: ToldState;
}

export interface HistoryStep extends WrittenVersion {
  /** Null where it began with them. */
  billingBefore: BillingDetails | null;
  /** Of the bookings it wrote. */
  bookings: readonly BookingStep[];
  /** Whether it blanked names and addresses, in every version before it too: then those tell nothing of them any more. */
  isErasure: boolean;
}

/**
 * The steps of the versions behind `first`, in order. One that wrote none of these bookings and left the billing details as they
 * were is left out: it is about others' bookings.
 */
export function historySteps(versions: readonly WrittenVersion[], bookings: readonly WrittenBooking[], first: number): HistoryStep[] {
  return versions.flatMap((one, at) => {
    if (one.version <= first) return [];
    const billingBefore = versions[at - 1]?.billing ?? null;
    const steps = bookings.flatMap(({ states, ...booking }) => {
      const index = states.findIndex(({ version }) => version === one.version);
      const written = states[index];
      return written ? [{ ...booking, before: states[index - 1]?.state ?? null, after: written.state }] : [];
    });
    const isErasure = one.caller === ERASER;
    const isOfOthers = !isErasure && steps.length === 0 && JSON.stringify(billingBefore) === JSON.stringify(one.billing);
    return isOfOthers ? [] : [{ ...one, billingBefore, bookings: steps, isErasure }];
  });
}
