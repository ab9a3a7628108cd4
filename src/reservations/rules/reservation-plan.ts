/**
 * A reservation priced: docs/interface.md §4.6. Pure: everything the batch will write, but for live stock and the
 * calendar's version, which only the batch itself can prove.
 */
import type { Extra, Hotel, Rate } from "../../selling/rules/catalogue.ts";
import type { LedgerDocument } from "../../ledger/rules/ledger-document.ts";
import { MONEY_ONE, type Money, toJsonNumber } from "../../base/money.ts";
import type { BillingDetails, BookedExtra, Booking, BookingRequest, ExtraRequest, ReservationRequest } from "./reservation.ts";
import { type Failure, type FieldError, type Result, fail, ok } from "../../base/result.ts";
import type { GroupCalendar } from "../../selling/rules/stay.ts";
import { quoteProduct } from "../../selling/rules/offerings.ts";
import { BOOKING_PRICE_UNITS_MAX } from "../limits.ts";
import { firstProforma } from "./booking-documents.ts";
import { bookExtra, pricesOf, termsOf } from "./price-booking.ts";

/** What the server chose for a new reservation before anything is known of its bookings. */
export interface ReservationIdentity {
  reservationId: string;
  reference: string;
  createdMs: number;
}

export interface PlannedBooking {
  booking: Booking;
  /** Null where the booking costs nothing. */
  proforma: LedgerDocument | null;
}

export const BOOKING_PRICE_MAX: Money = BOOKING_PRICE_UNITS_MAX * MONEY_ONE;
export const TOO_EXPENSIVE = "The price is beyond what can be booked.";
/**
 * The bookings with their prices, extras and documents, or why not: `unavailable` before `price_changed`. The request has
 * no bookingErrors.
 */
export function planReservation(
  calendar: GroupCalendar,
  request: ReservationRequest,
  identity: ReservationIdentity,
): Result<PlannedBooking[]> {
  const planned: PlannedBooking[] = [];
  const unavailable: { index: number; reason: string }[] = [];
  const priceErrors: FieldError[] = [];
  for (const [index, asked] of request.bookings.entries()) {
    const offering = offeringOf(calendar, asked);
    priceErrors.push(...changedPrices(offering.hotel, asked, index));
    const quote = quoteProduct(calendar, quoteRequest(asked), identity.createdMs);
    if (!quote.ok) {
      unavailable.push({ index, reason: quote.reason });
      continue;
    }
    const booking = bookingOf(calendar, { ...offering, asked, index, nights: quote.nights }, request.billingDetails, identity);
    priceErrors.push(...changedTotal(asked, booking, index));
    if (booking.totalPrice > BOOKING_PRICE_MAX) unavailable.push({ index, reason: TOO_EXPENSIVE });
    else planned.push({ booking, proforma: firstProforma(booking, identity.createdMs) });
  }
  if (unavailable.length > 0) return fail(unavailableFailure(unavailable));
  if (priceErrors.length > 0) return fail({ code: "price_changed", errors: priceErrors });
  return ok(planned);
}

/** Which bookings cannot be had, and why. */
export function unavailableFailure(bookings: readonly { index: number; reason: string }[]): Failure {
  return {
    code: "unavailable",
    unavailableBookings: bookings.map(({ index }) => index),
    detail: bookings.map(({ index, reason }) => `Booking ${index}: ${reason}`).join(" "),
  };
}

interface Offering {
  hotel: Hotel;
  rate: Rate;
}

function offeringOf({ catalogue }: GroupCalendar, booking: BookingRequest): Offering {
  const hotel = catalogue.hotels.get(booking.hotelId);
  const rate = hotel?.rates.get(booking.rateId);
  if (!hotel || !rate) throw new RangeError("a booking of an unknown hotel or rate was not refused");
  return { hotel, rate };
}

function quoteRequest(booking: BookingRequest) {
  const { hotelId, roomId, rateId, checkInDate, checkOutDate, adult, children, promoCode } = booking;
  return { hotelId, roomId, rateId, arrival: checkInDate, departure: checkOutDate, adults: adult, children, rooms: 1, promoCode };
}

/** The total the guest was shown, where it is another by now. */
function changedTotal({ expectedTotal }: BookingRequest, { totalPrice }: Booking, index: number): FieldError[] {
  const now = toJsonNumber(totalPrice);
  if (expectedTotal === undefined || expectedTotal === now) return [];
  return [{ pointer: `/bookings/${index}/expectedTotal`, code: "changed", detail: `Is now ${now}.` }];
}

/** What the request says of its extras and the catalogue no longer does. An empty text says nothing. */
export function changedPrices(hotel: Hotel, booking: Pick<BookingRequest, "extras">, index: number): FieldError[] {
  return booking.extras.flatMap((asked, at) => {
    const extra = hotel.extras.get(asked.id);
    // An amendment may keep what the catalogue no longer has.
    if (!extra) return [];
    const now = { price: toJsonNumber(extra.price), currency: hotel.currencyCode, chargeMode: extra.chargeMode };
    return (["price", "currency", "chargeMode"] as const).flatMap((field) => {
      const said = asked[field];
      if (said === undefined || said === "" || said === now[field]) return [];
      return [{ pointer: `/bookings/${index}/extras/${at}/${field}`, code: "changed", detail: `Is now ${now[field]}.` }];
    });
  });
}

interface PricedBooking extends Offering {
  asked: BookingRequest;
  index: number;
  nights: Money[];
}

function bookingOf(
  calendar: GroupCalendar,
  { hotel, rate, asked, index, nights }: PricedBooking,
  billingDetails: BillingDetails,
  identity: ReservationIdentity,
): Booking {
  const stay = { checkIn: asked.checkInDate, checkOut: asked.checkOutDate, adults: asked.adult, children: asked.children };
  const extras = asked.extras.map((extra) => extraAsked(calendar, hotel, extra, stay));
  const terms = termsOf(calendar.catalogue, hotel, rate, { checkIn: stay.checkIn, nights, agreedMs: identity.createdMs });
  const { title, firstname, lastname } = asked.guest ?? billingDetails;
  return {
    bookingId: `${identity.reservationId}-${index + 1}`,
    reference: `${identity.reference}-${index + 1}`,
    hotelId: hotel.id,
    currencyCode: hotel.currencyCode,
    clock: { timezone: hotel.timezone, checkInMinute: hotel.checkInMinute },
    status: "confirmed",
    roomId: asked.roomId,
    rateId: asked.rateId,
    ...stay,
    promoCode: asked.promoCode,
    bedConfiguration: asked.bedConfiguration,
    guest: { title, firstname, lastname },
    nights,
    extras,
    terms,
    ...pricesOf(nights, extras, terms, hotel.currencyCode),
    fee: null,
    calendarVersion: hotel.calendarVersion,
    termsVersion: calendar.catalogue.termsVersion,
  };
}

function extraAsked(calendar: GroupCalendar, hotel: Hotel, asked: ExtraRequest, stay: Parameters<typeof bookExtra>[3]): BookedExtra {
  return bookExtra(calendar.catalogue, extraOf(hotel, asked), asked.chargeDays.flat(), stay);
}

function extraOf(hotel: Hotel, { id }: ExtraRequest): Extra {
  const extra = hotel.extras.get(id);
  if (!extra) throw new RangeError("a booking of an unknown extra was not refused");
  return extra;
}
