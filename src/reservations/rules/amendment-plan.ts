/** An amended stay, priced: docs/interface.md §11, "amendment". Pure, but for live stock, which only the batch can prove. */
import { formatDate, todayIn } from "../../base/calendar-date.ts";
import { type Money, sumOf, toJsonNumber } from "../../base/money.ts";
import { type FieldError, type Result, fail, ok } from "../../base/result.ts";
import type { Catalogue } from "../../selling/rules/catalogue.ts";
import { quoteChangedStay } from "../../selling/rules/offerings.ts";
import type { GroupCalendar } from "../../selling/rules/stay.ts";
import { BOOKING_PRICE_MAX, TOO_EXPENSIVE, changedPrices, unavailableFailure } from "./reservation-plan.ts";
import { bookExtra, chargeExtra, pricesOf, termsOf } from "./price-booking.ts";
import type { BookedExtra, Booking, BookingRequest, ExtraRequest } from "./reservation.ts";
import type { SelectedBooking } from "./select-bookings.ts";

type Amendable = "checkInDate" | "checkOutDate" | "roomId" | "rateId" | "adult" | "children" | "promoCode" | "extras" | "bedConfiguration";

/** What of a booking changes; what is left out stays. */
export type BookingAmendment = { [Field in Amendable]?: BookingRequest[Field] | undefined };

/** "keep": what stays as it was booked keeps its price. */
export type Pricing = "keep" | "current";

export interface AmendedBooking extends SelectedBooking {
  asked: BookingAmendment;
}

export interface AmendedState {
  before: Booking;
  after: Booking;
  /** Whether anything in it is priced now. */
  priced: boolean;
}

/** The booking as it would be asked for anew. */
export function amendedRequest({ booking, asked }: AmendedBooking): BookingRequest {
  return {
    hotelId: booking.hotelId,
    roomId: asked.roomId ?? booking.roomId,
    rateId: asked.rateId ?? booking.rateId,
    checkInDate: asked.checkInDate ?? booking.checkIn,
    checkOutDate: asked.checkOutDate ?? booking.checkOut,
    adult: asked.adult ?? booking.adults,
    children: asked.children ?? booking.children,
    promoCode: asked.promoCode ?? booking.promoCode,
    bedConfiguration: asked.bedConfiguration ?? booking.bedConfiguration,
    extras: asked.extras ?? booking.extras.map(({ id, chargeDays }) => ({ id, chargeDays: [chargeDays] })),
    guest: booking.guest,
  };
}

/** The bookings as amended, or why not: `unavailable` before `price_changed`. They have no errors of form or meaning. */
export function planAmendment(
  calendar: GroupCalendar,
  amended: readonly AmendedBooking[],
  pricing: Pricing,
  nowMs: number,
): Result<AmendedState[]> {
  const states: AmendedState[] = [];
  const unavailable: { index: number; reason: string }[] = [];
  const priceErrors: FieldError[] = [];
  for (const one of amended) {
    const { index, booking, asked } = one;
    const hotel = calendar.catalogue.hotels.get(booking.hotelId);
    if (hotel && asked.extras) priceErrors.push(...changedPrices(hotel, unkept(booking, asked.extras, pricing), index));
    const state = amendBookingState(calendar, one, pricing, nowMs);
    if ("reason" in state) unavailable.push({ index, reason: state.reason });
    else if (state.after.totalPrice > BOOKING_PRICE_MAX) unavailable.push({ index, reason: TOO_EXPENSIVE });
    else states.push(state);
  }
  if (unavailable.length > 0) return fail(unavailableFailure(unavailable));
  if (priceErrors.length > 0) return fail({ code: "price_changed", errors: priceErrors });
  return ok(states);
}

/** Extras that stay keep their price: only the others are compared with the catalogue's. */
function unkept(booking: Booking, extras: readonly ExtraRequest[], pricing: Pricing): Pick<BookingRequest, "extras"> {
  const kept = new Set(pricing === "keep" ? booking.extras.map(({ id }) => id) : []);
  return { extras: extras.map((extra) => (kept.has(extra.id) ? { id: extra.id, chargeDays: extra.chargeDays } : extra)) };
}

function amendBookingState(
  calendar: GroupCalendar,
  one: AmendedBooking,
  pricing: Pricing,
  nowMs: number,
): AmendedState | { reason: string } {
  const { booking: before } = one;
  const wanted = amendedRequest(one);
  const stay = { checkIn: wanted.checkInDate, checkOut: wanted.checkOutDate, adults: wanted.adult, children: wanted.children };
  const priceOf = agreedPrices(before, wanted, pricing, nowMs);
  const isSameStay = stay.checkIn === before.checkIn && stay.checkOut === before.checkOut && isSameProduct(before, wanted);
  const quote = quoteChangedStay(
    calendar,
    {
      hotelId: wanted.hotelId,
      roomId: wanted.roomId,
      rateId: wanted.rateId,
      arrival: stay.checkIn,
      departure: stay.checkOut,
      adults: stay.adults,
      children: stay.children,
      rooms: 1,
      promoCode: wanted.promoCode,
    },
    { priceOf, isWholeStayBarred: before.status === "confirmed" && !(isSameStay && pricing === "keep") },
    nowMs,
  );
  if (!quote.ok) return quote;
  const extras = extrasOf(calendar.catalogue, one, stay, pricing);
  const isRoomPriced = quote.nights.some((_, index) => priceOf(stay.checkIn + index) === null);
  const after = {
    ...before,
    ...stay,
    roomId: wanted.roomId,
    rateId: wanted.rateId,
    promoCode: wanted.promoCode,
    bedConfiguration: wanted.bedConfiguration,
    nights: quote.nights,
    extras: extras.booked,
  };
  const terms = isAgreedAlike(before, after) ? before.terms : newTerms(calendar, after, nowMs);
  const prices = pricesOf(after.nights, after.extras, terms, before.currencyCode);
  const priced = isRoomPriced || extras.priced || terms !== before.terms;
  const hotel = calendar.catalogue.hotels.get(before.hotelId);
  const versions = hotel && priced ? { calendarVersion: hotel.calendarVersion, termsVersion: calendar.catalogue.termsVersion } : {};
  return { before, after: { ...after, terms, ...prices, ...versions }, priced: priced && hotel !== undefined };
}

/** The price of each night as it was booked, where it stays in the same room, rate, party and promo code. */
function agreedPrices(before: Booking, wanted: BookingRequest, pricing: Pricing, nowMs: number): (night: number) => Money | null {
  // What was stayed already is not priced again, whatever is asked for.
  const today = before.status === "in_house" ? todayIn(before.clock.timezone, nowMs) : -Infinity;
  const isKept = pricing === "keep" && isSameProduct(before, wanted);
  return (night) => (isKept || night < today ? (before.nights[night - before.checkIn] ?? null) : null);
}

function isSameProduct(before: Booking, wanted: BookingRequest): boolean {
  return (
    wanted.roomId === before.roomId &&
    wanted.rateId === before.rateId &&
    wanted.adult === before.adults &&
    wanted.children === before.children &&
    wanted.promoCode === before.promoCode
  );
}

/** Whether neither dates nor prices changed, at the same rate: then what was agreed on holds. */
function isAgreedAlike(before: Booking, after: Pick<Booking, "checkIn" | "checkOut" | "rateId" | "nights" | "extras">): boolean {
  return (
    after.checkIn === before.checkIn &&
    after.checkOut === before.checkOut &&
    after.rateId === before.rateId &&
    after.nights.every((price, index) => price === before.nights[index]) &&
    sumOf(after.extras.map(({ total }) => total)) === before.extrasPrice
  );
}

/** The terms of the rate as it is now; where it is gone, those that were agreed on, from the amendment on. */
function newTerms(calendar: GroupCalendar, booking: Booking, nowMs: number): Booking["terms"] {
  const hotel = calendar.catalogue.hotels.get(booking.hotelId);
  const rate = hotel?.rates.get(booking.rateId);
  if (!hotel || !rate) return booking.terms;
  return termsOf(calendar.catalogue, hotel, rate, { checkIn: booking.checkIn, nights: booking.nights, agreedMs: nowMs });
}

function extrasOf(
  catalogue: Catalogue,
  { booking, asked }: AmendedBooking,
  stay: Parameters<typeof chargeExtra>[1],
  pricing: Pricing,
): { booked: BookedExtra[]; priced: boolean } {
  const wanted = asked.extras ?? stayingExtras(booking.extras, stay);
  const before = [...booking.extras];
  let priced = false;
  const booked = wanted.map((extra) => {
    const chargeDays = extra.chargeDays.flat();
    const at = before.findIndex(({ id }) => id === extra.id);
    const [known] = at < 0 ? [] : before.splice(at, 1);
    const now = catalogue.hotels.get(booking.hotelId)?.extras.get(extra.id);
    // What the catalogue no longer has stays at its price.
    if (known && (pricing === "keep" || !now)) return chargeExtra({ ...known, chargeDays }, stay);
    if (!now) throw new RangeError("an amendment with an unknown extra was not refused");
    priced = true;
    return bookExtra(catalogue, now, chargeDays, stay);
  });
  return { booked, priced };
}

/** Extras of a booking for another stay: days that are no more are not charged. */
export function stayingExtras(
  extras: readonly Pick<BookedExtra, "id" | "chargeDays">[],
  { checkIn, checkOut }: { checkIn: number; checkOut: number },
): ExtraRequest[] {
  return extras.flatMap(({ id, chargeDays }) => {
    const days = chargeDays.filter((day) => day >= checkIn && day < checkOut);
    return chargeDays.length > 0 && days.length === 0 ? [] : [{ id, chargeDays: [days] }];
  });
}

/** The totals that the caller was shown, where they are others by now. */
export function changedTotals(
  expected: readonly { currencyCode: string; totalPrice: number }[],
  totals: readonly { currencyCode: string; totalPrice: Money }[],
): FieldError[] {
  const now = new Map(totals.map(({ currencyCode, totalPrice }) => [currencyCode, toJsonNumber(totalPrice)]));
  const errors = expected.flatMap(({ currencyCode, totalPrice }, index): FieldError[] => {
    const is = now.get(currencyCode) ?? 0;
    if (is === totalPrice) return [];
    return [{ pointer: `/expectedTotals/${index}/totalPrice`, code: "changed", detail: `Is now ${is} ${currencyCode}.` }];
  });
  const named = new Set(expected.map(({ currencyCode }) => currencyCode));
  const missing = totals.filter(({ currencyCode }) => !named.has(currencyCode));
  const unnamed = missing.map(({ currencyCode, totalPrice }): FieldError => {
    return { pointer: "/expectedTotals", code: "changed", detail: `Is now ${toJsonNumber(totalPrice)} ${currencyCode} too.` };
  });
  return [...errors, ...unnamed];
}

/** What of an amendment a booking's state bars: in house only the departure, not before today, and the extras. */
export function inHouseRefusal({ booking, asked }: AmendedBooking, nowMs: number): string | null {
  if (booking.status !== "in_house") return null;
  const wanted = amendedRequest({ index: 0, booking, asked });
  const isOther =
    !isSameProduct(booking, wanted) || wanted.checkInDate !== booking.checkIn || wanted.bedConfiguration !== booking.bedConfiguration;
  if (isOther) return "In house only checkOutDate and extras may be amended.";
  const today = todayIn(booking.clock.timezone, nowMs);
  if (asked.checkOutDate === undefined || asked.checkOutDate === booking.checkOut || asked.checkOutDate >= today) return null;
  return `In house checkOutDate must not be before today at the hotel, ${formatDate(today)}.`;
}
