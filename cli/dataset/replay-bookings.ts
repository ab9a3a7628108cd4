/**
 * The data set's bookings through POST /reservations of a running service: docs/interface.md §9.4. Which rows and how they
 * become requests; pure but for reading the file.
 */
import { formatDate } from "../../src/base/calendar-date.ts";
import { type BookingStatus, type DatasetBooking, isHeld } from "./dataset-booking.ts";
import { readBookings } from "./read-bookings.ts";

export interface ReplaySelection {
  file: string;
  /** Days the dataset's calendar lies after the file's dates. */
  shiftDays: number;
  /** The cancelled ones too. */
  cancelled: boolean;
  /** At most so many. */
  limit: number;
}

/** A booking to submit, and what became of it in life. */
export interface ReplayedBooking {
  body: object;
  status: BookingStatus;
}

/** The bookings to submit, in file order. Throws UserError as readBookings does. */
export async function* replayedReservations({ file, shiftDays, cancelled, limit }: ReplaySelection): AsyncGenerator<ReplayedBooking> {
  let submitted = 0;
  for await (const booking of readBookings(file)) {
    if (submitted === limit) return;
    if (!isReplayed(booking, cancelled)) continue;
    submitted += 1;
    yield { body: reservationBody(booking, shiftDays), status: booking.status };
  }
}

/** The last night of the file's calendar, in true days: what the imported calendar is compared with. */
export async function lastHeldNight(file: string): Promise<number> {
  let last = -Infinity;
  for await (const booking of readBookings(file)) {
    if (isHeld(booking)) last = Math.max(last, booking.arrival + Math.max(booking.nights, 1) - 1);
  }
  return last;
}

function isReplayed(booking: DatasetBooking, cancelled: boolean): boolean {
  return (cancelled || isHeld(booking)) && booking.nights > 0 && booking.adults > 0;
}

function reservationBody({ row, hotelId, roomId, arrival, nights, adults, children, country }: DatasetBooking, shiftDays: number): object {
  return {
    billingDetails: { firstname: "Guest", lastname: `Row ${row}`, email: `row-${row}@replay.test`, country },
    bookings: [
      {
        hotelId,
        roomId,
        rateId: "FLEX",
        checkInDate: formatDate(arrival + shiftDays),
        checkOutDate: formatDate(arrival + shiftDays + nights),
        adult: String(adults),
        children: String(children),
        guest: { useBillingDetails: true },
      },
    ],
  };
}
