/** A reservation as its pages show it. */
import type { CallerCtx } from "../../access/caller.ts";
import { todayIn } from "../../base/calendar-date.ts";
import { type Result, ok } from "../../base/result.ts";
import type { Booking, Reservation } from "../../reservations/rules/reservation.ts";
import { readHotelCatalogue } from "../../selling/read-hotel-catalogue.ts";
import { hotelFacts } from "./hotel-facts.ts";
import type { ReservationView, StayView } from "./reservation-page.ts";

/** With the names of today; what is no longer in the catalogue goes by its id. */
export async function reservationView(caller: CallerCtx, reservation: Reservation, language: string): Promise<Result<ReservationView>> {
  const facts = await hotelFacts(caller, language);
  if (!facts.ok) return facts;
  const stays: StayView[] = [];
  for (const booking of reservation.bookings) {
    const hotel = await readHotelCatalogue(caller, booking.hotelId);
    const known = facts.value.get(booking.hotelId);
    const timezone = known?.timezone ?? "UTC";
    stays.push({
      ...booking,
      hotelName: known?.name ?? booking.hotelId,
      hotelTelephone: known?.telephone ?? "",
      timezone,
      roomName: (hotel.ok ? hotel.value.rooms.get(booking.roomId)?.name : undefined) ?? booking.roomId,
      rateName: (hotel.ok ? hotel.value.rates.get(booking.rateId)?.name : undefined) ?? booking.rateId,
      arrival: booking.checkIn,
      departure: booking.checkOut,
      extras: booking.extras.filter(({ total }) => total > 0),
      total: booking.totalPrice,
      dueNow: booking.prepaymentDue,
      terms: { fromMs: booking.terms.fees[0]?.fromMs ?? 0, steps: booking.terms.fees, roomPrice: booking.roomPrice },
      changeable: isChangeable(booking, todayIn(timezone, caller.now())),
    });
  }
  return ok({ reservationId: reservation.reservationId, reference: reservation.reference, stays });
}

/** From the day of arrival on it is the desk's to change. */
function isChangeable({ status, checkIn }: Booking, today: number): boolean {
  return status === "confirmed" && checkIn > today;
}
