/**
 * A reservation priced: docs/interface.md §4.6. Pure: everything the batch will write, but for live stock and the
 * calendar's version, which only the batch itself can prove.
 */
import { dayStartMs, formatDate } from "../../base/calendar-date.ts";
import type { Catalogue, Extra, Hotel, Rate } from "../../selling/rules/catalogue.ts";
import { extraQuantity } from "./extra-quantity.ts";
import { type LedgerDocument, type LedgerLine, MINIMAL_DATE_MS } from "../../ledger/rules/ledger-document.ts";
import { BASIS_POINTS, MONEY_ONE, type Money, minorUnit, nettOf, scaleHalfUp, sumOf, toJsonNumber } from "../../base/money.ts";
import type { BillingDetails, Booking, BookingRequest, ExtraRequest, Guest, ReservationRequest } from "./reservation.ts";
import { type Failure, type FieldError, type Result, fail, ok } from "../../base/result.ts";
import type { GroupCalendar } from "../../selling/rules/stay.ts";
import { quoteStay } from "../../selling/rules/stay-quote.ts";
import { BOOKING_PRICE_UNITS_MAX } from "../limits.ts";

/** What the server chose for a new reservation before anything is known of its bookings. */
export interface ReservationIdentity {
  reservationId: string;
  reference: string;
  createdMs: number;
}

/** An extra with its price in the booking. */
export interface PlannedExtra {
  request: ExtraRequest;
  extra: Extra;
  quantity: number;
  total: Money;
}

export interface PlannedBooking {
  request: BookingRequest;
  guest: Guest;
  booking: Booking;
  extras: PlannedExtra[];
  /** Null where the booking costs nothing. */
  proforma: LedgerDocument | null;
}

export interface ReservationPlan {
  calendarVersion: number;
  bookings: PlannedBooking[];
}

const BOOKING_PRICE_MAX: Money = BOOKING_PRICE_UNITS_MAX * MONEY_ONE;
const TOO_EXPENSIVE = "The price is beyond what can be booked.";
/** AccountNumber and AccountType of a guest who pays himself; docs/interface.md §9. */
const GUEST_ACCOUNT = { accountNumber: "GUEST", accountType: 1 } as const;

/**
 * The bookings with their prices, extras and documents, or why not: `unavailable` before `price_changed`. The request has
 * no bookingErrors.
 */
export function planReservation(
  calendar: GroupCalendar,
  request: ReservationRequest,
  identity: ReservationIdentity,
): Result<ReservationPlan> {
  const planned: PlannedBooking[] = [];
  const unavailable: { index: number; reason: string }[] = [];
  const priceErrors: FieldError[] = [];
  for (const [index, booking] of request.bookings.entries()) {
    const { hotel, rate } = offeringOf(calendar.catalogue, booking);
    priceErrors.push(...changedPrices(hotel, booking, index));
    const quote = quoteStay(calendar, quoteRequest(booking), identity.createdMs);
    const extras = booking.extras.map((asked) => planExtra(hotel, booking, asked));
    const extrasPrice = sumOf(extras.map(({ total }) => total));
    if (!quote.ok) unavailable.push({ index, reason: quote.reason });
    else if (quote.total + extrasPrice > BOOKING_PRICE_MAX) unavailable.push({ index, reason: TOO_EXPENSIVE });
    else {
      const priced = { request: booking, hotel, rate, roomPrice: quote.total, extras, extrasPrice };
      planned.push(planBooking(calendar.catalogue, priced, request.billingDetails, index, identity));
    }
  }
  if (unavailable.length > 0) return fail(unavailableFailure(unavailable));
  if (priceErrors.length > 0) return fail({ code: "price_changed", errors: priceErrors });
  return ok({ calendarVersion: calendar.version, bookings: planned });
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

function offeringOf(catalogue: Catalogue, booking: BookingRequest): Offering {
  const hotel = catalogue.hotels.get(booking.hotelId);
  const rate = hotel?.rates.get(booking.rateId);
  if (!hotel || !rate) throw new RangeError("a booking of an unknown hotel or rate was not refused");
  return { hotel, rate };
}

function quoteRequest(booking: BookingRequest) {
  const { hotelId, roomId, rateId, checkInDate, checkOutDate, adult, children, promoCode } = booking;
  return { hotelId, roomId, rateId, arrival: checkInDate, departure: checkOutDate, adults: adult, children, rooms: 1, promoCode };
}

/** What the request says of its extras and the catalogue no longer does. An empty text says nothing. */
function changedPrices(hotel: Hotel, booking: BookingRequest, index: number): FieldError[] {
  return booking.extras.flatMap((asked, at) => {
    const extra = extraOf(hotel, asked);
    const now = { price: toJsonNumber(extra.price), currency: hotel.currencyCode, chargeMode: extra.chargeMode };
    return (["price", "currency", "chargeMode"] as const).flatMap((field) => {
      const said = asked[field];
      if (said === undefined || said === "" || said === now[field]) return [];
      return [{ pointer: `/bookings/${index}/extras/${at}/${field}`, code: "changed", detail: `Is now ${now[field]}.` }];
    });
  });
}

interface PricedBooking extends Offering {
  request: BookingRequest;
  roomPrice: Money;
  extras: PlannedExtra[];
  extrasPrice: Money;
}

function planBooking(
  catalogue: Catalogue,
  { request, hotel, rate, roomPrice, extras, extrasPrice }: PricedBooking,
  billingDetails: BillingDetails,
  index: number,
  identity: ReservationIdentity,
): PlannedBooking {
  const deposit = scaleHalfUp(roomPrice, rate.depositBasisPoints, BASIS_POINTS, minorUnit(hotel.currencyCode));
  const booking: Booking = {
    bookingId: `${identity.reservationId}-${index + 1}`,
    reference: `${identity.reference}-${index + 1}`,
    hotelId: request.hotelId,
    roomId: request.roomId,
    rateId: request.rateId,
    checkIn: request.checkInDate,
    checkOut: request.checkOutDate,
    currencyCode: hotel.currencyCode,
    roomPrice,
    extrasPrice,
    totalPrice: roomPrice + extrasPrice,
    prepaymentDue: deposit + sumOf(extras.map(({ extra, total }) => (extra.chargePrepayment ? total : 0))),
  };
  const guest = request.guest ?? billingDetails;
  const dues: Due[] = [[rate.saleCode, roomPrice], ...extras.map(({ extra, total }): Due => [extra.saleCode, total])];
  return { request, guest, booking, extras, proforma: proformaOf(catalogue, booking, guest, dues, identity.createdMs) };
}

function planExtra(hotel: Hotel, booking: BookingRequest, request: ExtraRequest): PlannedExtra {
  const extra = extraOf(hotel, request);
  const quantity = extraQuantity(extra, {
    adults: booking.adult,
    children: booking.children,
    nights: booking.checkOutDate - booking.checkInDate,
    chargeDays: request.chargeDays.flat().length,
  });
  return { request, extra, quantity, total: extra.price * quantity };
}

function extraOf(hotel: Hotel, { id }: ExtraRequest): Extra {
  const extra = hotel.extras.get(id);
  if (!extra) throw new RangeError("a booking of an unknown extra was not refused");
  return extra;
}

/** What a booking owes under a sale code. */
type Due = [saleCode: string, gross: Money];

/** One line per sale code, the room's first; codes under which nothing is due have none. */
function proformaOf(catalogue: Catalogue, booking: Booking, guest: Guest, dues: readonly Due[], nowMs: number): LedgerDocument | null {
  const grossByCode = new Map<string, Money>();
  for (const [saleCode, gross] of dues) grossByCode.set(saleCode, (grossByCode.get(saleCode) ?? 0) + gross);
  const lines = [...grossByCode].filter(([, gross]) => gross > 0).map((due) => lineOf(catalogue, booking, guest, due, nowMs));
  return lines.length > 0 ? { lines } : null;
}

function lineOf(catalogue: Catalogue, booking: Booking, guest: Guest, [saleCode, gross]: Due, nowMs: number): LedgerLine {
  const code = catalogue.saleCodes.get(saleCode);
  if (!code) throw new RangeError(`no sale code ${saleCode}`);
  const nett = nettOf(gross, code.taxBasisPoints);
  const { roomId, rateId, checkIn, checkOut } = booking;
  return {
    ...GUEST_ACCOUNT,
    siteId: booking.hotelId,
    transactionType: "Proforma",
    transactionReference: booking.reference,
    uniqueReferenceNumber: `${booking.reference}-1`,
    secondReference: null,
    description: `${code.description}\n${guest.firstname} ${guest.lastname}, ${roomId} ${rateId}, ${formatDate(checkIn)} to ${formatDate(checkOut)}`,
    dueMs: dayStartMs(checkIn),
    forMs: dayStartMs(checkIn),
    transactionMs: nowMs,
    gross,
    nett,
    tax: gross - nett,
    nominalCode: code.nominalCode,
    saleCode,
    payCode: "",
    taxCode: code.taxCode,
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
  };
}
