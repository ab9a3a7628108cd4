/** Who is expected, in house and due to leave: what the desk needs to know of a day (docs/interface.md §20). */
import type { CallerCtx } from "../../access/caller.ts";
import { todayIn } from "../../base/calendar-date.ts";
import { type Result, ok } from "../../base/result.ts";
import { LIST_MAX } from "../../reservations/limits.ts";
import { listReservations } from "../../reservations/list-reservations.ts";
import type { Booking, BookingStatus, Reservation } from "../../reservations/rules/reservation.ts";
import { STAY_NIGHTS_MAX } from "../../selling/limits.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { DESK_RESERVATIONS_MAX, LATE_ARRIVAL_DAYS } from "../limits.ts";

/** A booking with the reservation it stands in. */
export interface DeskBooking {
  reservation: Reservation;
  booking: Booking;
}

/** A hotel's day on its own clocks; bookings by arrival. */
export interface HotelDay {
  hotel: OwnHotel;
  /** Day number. */
  today: number;
  /** Confirmed, and expected today or before. */
  arrivals: readonly DeskBooking[];
  /** In house, and due to leave today or before. */
  departures: readonly DeskBooking[];
  /** In house for this night. */
  staying: readonly DeskBooking[];
}

/** The days of hotels; `isCut` where there are more bookings than a page can show. */
export async function readDays(caller: CallerCtx, hotels: readonly OwnHotel[]): Promise<Result<{ days: HotelDay[]; isCut: boolean }>> {
  const [only, ...others] = hotels;
  if (!only) return ok({ days: [], isCut: false });
  const todays = hotels.map(({ timezone }) => todayIn(timezone, caller.now()));
  const hotelId = others.length === 0 ? only.hotelId : null;
  const [earliest, latest] = [Math.min(...todays), Math.max(...todays)];
  const [expected, present] = await Promise.all([
    listAll(caller, { hotelId, status: "confirmed", arrivalFrom: earliest - LATE_ARRIVAL_DAYS, arrivalTo: latest }),
    listAll(caller, { hotelId, status: "in_house", arrivalFrom: earliest - STAY_NIGHTS_MAX, arrivalTo: latest }),
  ]);
  if (!expected.ok) return expected;
  if (!present.ok) return present;
  const days = hotels.map((hotel): HotelDay => {
    const today = todayIn(hotel.timezone, caller.now());
    const inHouse = bookingsIn(present.value.reservations, hotel, "in_house");
    return {
      hotel,
      today,
      arrivals: bookingsIn(expected.value.reservations, hotel, "confirmed").filter(
        ({ booking }) => booking.checkIn <= today && booking.checkIn >= today - LATE_ARRIVAL_DAYS,
      ),
      departures: inHouse.filter(({ booking }) => booking.checkOut <= today),
      staying: inHouse.filter(({ booking }) => booking.checkOut > today),
    };
  });
  return ok({ days, isCut: expected.value.isCut || present.value.isCut });
}

interface Wanted {
  hotelId: string | null;
  status: BookingStatus;
  arrivalFrom: number;
  arrivalTo: number;
}

async function listAll(caller: CallerCtx, wanted: Wanted): Promise<Result<{ reservations: Reservation[]; isCut: boolean }>> {
  const reservations: Reservation[] = [];
  let after: number | null = 0;
  while (after !== null && reservations.length < DESK_RESERVATIONS_MAX) {
    const listed = await listReservations(caller, { ...wanted, reference: null, after, limit: LIST_MAX });
    if (!listed.ok) return listed;
    reservations.push(...listed.value.reservations);
    after = listed.value.next;
  }
  return ok({ reservations, isCut: after !== null });
}

function bookingsIn(reservations: readonly Reservation[], { hotelId }: OwnHotel, status: BookingStatus): DeskBooking[] {
  return reservations
    .flatMap((reservation) => reservation.bookings.map((booking) => ({ reservation, booking })))
    .filter(({ booking }) => booking.hotelId === hotelId && booking.status === status)
    .sort((one, other) => one.booking.checkIn - other.booking.checkIn);
}
