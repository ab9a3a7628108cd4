/**
 * What makes a booking invalid, as opposed to unavailable: docs/interface.md §4.6. Pure.
 * Each check needs only the fields it names, so that a booking with one bad field is still checked in all others.
 */
import { formatDate, todayIn } from "../../base/calendar-date.ts";
import type { Catalogue, Hotel } from "../../selling/rules/catalogue.ts";
import { findPromotion, promotionValid } from "../../selling/rules/promotion.ts";
import type { BookingRequest, ExtraRequest } from "./reservation.ts";
import type { FieldError } from "../../base/result.ts";
import { STAY_NIGHTS_MAX } from "../../selling/limits.ts";

/** The fields of a booking that are valid by themselves. */
export type PartialBooking = Partial<BookingRequest>;

type Report = (field: string, code: string, detail: string) => void;

interface Stay {
  checkIn: number;
  checkOut: number;
}

/** Every error of every booking, pointers into the request. An id of another group is as unknown as any other. */
export function bookingErrors(catalogue: Catalogue, bookings: readonly PartialBooking[], nowMs: number): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, booking] of bookings.entries()) {
    const report: Report = (field, code, detail) => errors.push({ pointer: `/bookings/${index}/${field}`, code, detail });
    const stay = checkStay(booking, report);
    const hotel = booking.hotelId === undefined ? undefined : catalogue.hotels.get(booking.hotelId);
    if (hotel) checkAtHotel(hotel, catalogue, booking, stay, nowMs, report);
    else if (booking.hotelId !== undefined) report("hotelId", "unknown", "The group has no such hotel.");
    for (const [at, extra] of (booking.extras ?? []).entries()) checkChargeDays(extra, at, stay, report);
  }
  return errors;
}

function checkStay({ checkInDate, checkOutDate }: PartialBooking, report: Report): Stay | null {
  if (checkInDate === undefined || checkOutDate === undefined) return null;
  if (checkOutDate <= checkInDate) {
    report("checkOutDate", "not_after_check_in", "Must be later than checkInDate.");
    return null;
  }
  if (checkOutDate - checkInDate > STAY_NIGHTS_MAX) {
    report("checkOutDate", "stay_too_long", `A stay has at most ${STAY_NIGHTS_MAX} nights.`);
    return null;
  }
  return { checkIn: checkInDate, checkOut: checkOutDate };
}

function checkAtHotel(hotel: Hotel, catalogue: Catalogue, booking: PartialBooking, stay: Stay | null, nowMs: number, report: Report): void {
  const { roomId, rateId, checkInDate, bedConfiguration } = booking;
  const room = roomId === undefined ? undefined : hotel.rooms.get(roomId);
  if (roomId !== undefined && !room) report("roomId", "unknown", "The hotel has no such room.");
  if (rateId !== undefined && !hotel.rates.has(rateId)) report("rateId", "unknown", "The hotel has no such rate.");
  if (room && bedConfiguration && !room.bedConfigurations.includes(bedConfiguration)) {
    report("bedConfiguration", "unknown", "The room has no such bed configuration.");
  }
  const today = todayIn(hotel.timezone, nowMs);
  if (checkInDate !== undefined && checkInDate < today) {
    report("checkInDate", "in_the_past", `Must not be earlier than today at the hotel, ${formatDate(today)}.`);
  }
  checkPromoCode(catalogue, booking.promoCode ?? "", stay, today, report);
  for (const [at, extra] of (booking.extras ?? []).entries()) {
    if (!hotel.extras.has(extra.id)) report(`extras/${at}/id`, "unknown", "The hotel has no such extra.");
  }
}

function checkPromoCode(catalogue: Catalogue, promoCode: string, stay: Stay | null, today: number, report: Report): void {
  if (promoCode === "") return;
  const promotion = findPromotion(catalogue, promoCode);
  if (!promotion) report("promoCode", "unknown", "There is no such promo code.");
  else if (stay && !promotionValid(promotion, stay.checkIn, stay.checkOut, today)) {
    report("promoCode", "not_valid", "The promo code is not valid for this stay.");
  }
}

/** Each date inside the stay, none twice: a day is charged once. */
function checkChargeDays(extra: ExtraRequest, at: number, stay: Stay | null, report: Report): void {
  const seen = new Set<number>();
  for (const [outer, days] of extra.chargeDays.entries()) {
    for (const [inner, day] of days.entries()) {
      const field = `extras/${at}/chargeDays/${outer}/${inner}`;
      if (seen.has(day)) report(field, "repeated", "The date stands there twice.");
      else if (stay && (day < stay.checkIn || day >= stay.checkOut)) {
        report(field, "outside_stay", "Must be a night of the stay, from checkInDate to the day before checkOutDate.");
      }
      seen.add(day);
    }
  }
}
