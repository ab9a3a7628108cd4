/**
 * Changing dates and cancelling on /book/{groupId}/{reservationId}: docs/interface.md §20. A proposal first, which writes
 * nothing; Confirm carries what was shown, and nothing happens where it no longer holds.
 */
import { sha256Hex } from "../../base/bytes.ts";
import { formatDate, parseDate, todayIn } from "../../base/calendar-date.ts";
import { type Money, toJsonNumber } from "../../base/money.ts";
import { type Failure, type Result, fail, ok } from "../../base/result.ts";
import type { IdempotentRequest } from "../../change/rules/idempotent-request.ts";
import { amendBookings } from "../../reservations/amend-bookings.ts";
import { cancelBookings, quoteCancellation } from "../../reservations/cancel-bookings.ts";
import { type Booking, type Reservation, totalsOf } from "../../reservations/rules/reservation.ts";
import { STAY_NIGHTS_MAX } from "../../selling/limits.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import { fill } from "../texts/speech.ts";
import { isKey, newKey } from "../form-key.ts";
import { linkTo, pathOf } from "./frame.ts";
import type { PageHandler } from "./handle-page.ts";
import { hotelFacts } from "./hotel-facts.ts";
import type { OpenVisit } from "./open-visit.ts";
import { proveGuest } from "./reservation.ts";
import { type ProposalView, type RefusedDates, managePage, proposalPage } from "./reservation-page.ts";
import { reservationView } from "./reservation-view.ts";

/** A booking of a proved guest that is being changed. */
interface Change {
  reservation: Reservation;
  booking: Booking;
  timezone: string;
}

export const getDatesStep: PageHandler = async (asked, open) => {
  const change = await readChange(asked.request, open, asked.param("reservationId"), open.visit.url.searchParams);
  return change.ok ? proposeDates(open, change.value, open.visit.url.searchParams, null) : change;
};

export const postDatesStep: PageHandler = async (asked, open) => {
  const form = await readForm(asked.request);
  if (!form.ok) return form;
  const change = await readChange(asked.request, open, asked.param("reservationId"), form.value);
  if (!change.ok) return change;
  const { reservation, booking } = change.value;
  const dates = readDates(form.value);
  if (dates === null) return proposeDates(open, change.value, form.value, null);
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: keyOf(open, reservation, "dates", form.value) };
  const expected = { currencyCode: booking.currencyCode, totalPrice: Number(form.value.get("shown")) };
  const amended = await amendBookings(open.caller, call, {
    bookings: [{ bookingId: booking.bookingId, ...dates }],
    pricing: "keep",
    expectedTotals: [expected, ...otherTotals(reservation, booking.currencyCode)],
  });
  if (amended.ok) return done(open, reservation, "changed");
  return amended.failure.code === "price_changed"
    ? proposeDates(open, change.value, form.value, expected.totalPrice)
    : refused(open, reservation, amended.failure);
};

export const getCancelStep: PageHandler = async (asked, open) => {
  const change = await readChange(asked.request, open, asked.param("reservationId"), open.visit.url.searchParams);
  return change.ok ? proposeCancellation(open, change.value, null) : change;
};

export const postCancelStep: PageHandler = async (asked, open) => {
  const form = await readForm(asked.request);
  if (!form.ok) return form;
  const change = await readChange(asked.request, open, asked.param("reservationId"), form.value);
  if (!change.ok) return change;
  const { reservation, booking } = change.value;
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: keyOf(open, reservation, "cancel", form.value) };
  const expectedFee = Number(form.value.get("shown"));
  const bookings = [{ bookingId: booking.bookingId, expectedFee }];
  const cancelled = await cancelBookings(open.caller, call, { bookings, reason: "", waiveFee: false });
  if (cancelled.ok) return done(open, reservation, "cancelled");
  return cancelled.failure.code === "price_changed"
    ? proposeCancellation(open, change.value, expectedFee)
    : refused(open, reservation, cancelled.failure);
};

/** `not_found` where the cookie does not prove the booking the guest's, or the form names none of it. */
async function readChange(request: Request, open: OpenVisit, reservationId: string, fields: URLSearchParams): Promise<Result<Change>> {
  const reservation = await proveGuest(request, open, reservationId);
  const booking = reservation?.bookings.find(({ bookingId }) => bookingId === fields.get("booking"));
  if (!reservation || !booking) return fail({ code: "not_found", detail: "There is no such booking." });
  const facts = await hotelFacts(open.caller, open.visit.speech.tag);
  if (!facts.ok) return facts;
  return ok({ reservation, booking, timezone: facts.value.get(booking.hotelId)?.timezone ?? "UTC" });
}

/** `was`: the price that was shown and no longer holds, in units of the currency. */
async function proposeDates(open: OpenVisit, change: Change, fields: URLSearchParams, was: number | null): Promise<Result<Response>> {
  const { visit, caller } = open;
  const { reservation, booking } = change;
  const dates = readDates(fields);
  const errors = dateErrors(open, change, fields);
  const typed = { bookingId: booking.bookingId, checkIn: fields.get("checkIn") ?? "", checkOut: fields.get("checkOut") ?? "", errors };
  if (dates === null || Object.keys(errors).length > 0) return manageAgain(open, reservation, visit.speech.texts.somethingWrong, typed);
  const call = { reservationId: reservation.reservationId, ifMatch: null, idempotent: null, dryRun: true };
  const request = { bookings: [{ bookingId: booking.bookingId, ...dates }], pricing: "keep" as const, expectedTotals: null };
  const quoted = await amendBookings(caller, call, request);
  if (!quoted.ok) return refused(open, reservation, quoted.failure, typed);
  const then = quoted.value.reservation.bookings.find(({ bookingId }) => bookingId === booking.bookingId) ?? booking;
  const { texts } = visit.speech;
  const money = (amount: Money): string => visit.speech.money(amount, booking.currencyCode);
  const shown =
    totalsOf(quoted.value.reservation.bookings).find(({ currencyCode }) => currencyCode === booking.currencyCode)?.totalPrice ?? 0;
  return showProposal(open, {
    reservationId: reservation.reservationId,
    title: texts.changeDates,
    lines: [
      [texts.checkIn, visit.speech.date(dates.checkInDate)],
      [texts.checkOut, visit.speech.date(dates.checkOutDate)],
      [texts.oldTotal, money(booking.totalPrice)],
      [texts.newTotal, money(then.totalPrice)],
      [texts.difference, money(then.totalPrice - booking.totalPrice)],
    ],
    sentence: `${texts.total}: ${money(then.totalPrice)}. ${texts.taxesIncluded}.`,
    step: "dates",
    carried: {
      booking: booking.bookingId,
      checkIn: formatDate(dates.checkInDate),
      checkOut: formatDate(dates.checkOutDate),
      shown: String(toJsonNumber(shown)),
      key: newKey(caller),
    },
    notice: was === null ? null : changedSentence(open, booking, was, toJsonNumber(shown)),
  });
}

async function proposeCancellation(open: OpenVisit, { reservation, booking }: Change, was: number | null): Promise<Result<Response>> {
  const { visit, caller } = open;
  const quotes = await quoteCancellation(caller, reservation.reservationId);
  if (!quotes.ok) return quotes;
  const quote = quotes.value.find((one) => one.booking.bookingId === booking.bookingId);
  const { texts } = visit.speech;
  if (!quote) return manageAgain(open, reservation, texts.notChangeable);
  const fee = visit.speech.money(quote.fee, booking.currencyCode);
  return showProposal(open, {
    reservationId: reservation.reservationId,
    title: texts.cancelBooking,
    lines: [
      [texts.checkIn, visit.speech.date(booking.checkIn)],
      [texts.checkOut, visit.speech.date(booking.checkOut)],
      [texts.total, visit.speech.money(booking.totalPrice, booking.currencyCode)],
    ],
    sentence: quote.fee === 0 ? texts.cancelFree : fill(texts.cancelFee, { fee }),
    step: "cancel",
    carried: { booking: booking.bookingId, shown: String(toJsonNumber(quote.fee)), key: newKey(caller) },
    notice: was === null ? null : changedSentence(open, booking, was, toJsonNumber(quote.fee)),
  });
}

async function showProposal({ visit }: OpenVisit, view: ProposalView): Promise<Result<Response>> {
  return ok(await pageResponse(proposalPage(visit, view), visit.nonce));
}

/** The booking's page, with the reason why nothing has happened. */
async function manageAgain(
  { visit, caller }: OpenVisit,
  reservation: Reservation,
  text: string,
  dates: RefusedDates | null = null,
): Promise<Result<Response>> {
  const view = await reservationView(caller, reservation, visit.speech.tag);
  if (!view.ok) return view;
  return ok(await pageResponse(managePage(visit, view.value, { text, good: false }, dates), visit.nonce, 422));
}

function done({ visit }: OpenVisit, { reservationId }: Reservation, what: "changed" | "cancelled"): Result<Response> {
  return ok(seeOther(linkTo(visit, pathOf(visit.site, reservationId), { [what]: "1" })));
}

/** What a guest can do something about is said on the booking's page; the rest is a page of its own. */
function refused(
  open: OpenVisit,
  reservation: Reservation,
  failure: Failure,
  dates: RefusedDates | null = null,
): Promise<Result<Response>> | Result<Response> {
  const { texts } = open.visit.speech;
  switch (failure.code) {
    case "unavailable":
      return manageAgain(open, reservation, texts.datesTaken, dates);
    case "not_changeable":
      return manageAgain(open, reservation, texts.notChangeable);
    case "invalid_reservation":
      return manageAgain(open, reservation, texts.somethingWrong, dates);
    case "idempotency_in_progress":
    case "overloaded":
      return manageAgain(open, reservation, texts.tryAgain, dates);
    default:
      return fail(failure);
  }
}

function changedSentence({ visit }: OpenVisit, { currencyCode }: Booking, was: number, now: number): string {
  const money = (amount: number): string => visit.speech.money(Math.round(amount * 10_000), currencyCode);
  return fill(visit.speech.texts.priceChanged, { was: money(Number.isFinite(was) ? was : 0), now: money(now) });
}

function readDates(fields: URLSearchParams): { checkInDate: number; checkOutDate: number } | null {
  const [checkInDate, checkOutDate] = [parseDate(fields.get("checkIn") ?? ""), parseDate(fields.get("checkOut") ?? "")];
  return checkInDate === null || checkOutDate === null ? null : { checkInDate, checkOutDate };
}

function dateErrors({ visit, caller }: OpenVisit, { timezone }: Change, fields: URLSearchParams): Record<string, string> {
  const { texts } = visit.speech;
  const [arrival, departure] = [parseDate(fields.get("checkIn") ?? ""), parseDate(fields.get("checkOut") ?? "")];
  const errors: Record<string, string> = {};
  if (arrival === null) errors.checkIn = texts.invalidDate;
  else if (arrival < todayIn(timezone, caller.now())) errors.checkIn = texts.inThePast;
  if (departure === null) errors.checkOut = texts.invalidDate;
  else if (arrival !== null && departure <= arrival) errors.checkOut = texts.departureFirst;
  else if (arrival !== null && departure - arrival > STAY_NIGHTS_MAX) errors.checkOut = fill(texts.tooLong, { n: String(STAY_NIGHTS_MAX) });
  return errors;
}

/** Totals of the reservation's other currencies: its totals are proved whole. */
function otherTotals(reservation: Reservation, currencyCode: string): { currencyCode: string; totalPrice: number }[] {
  return totalsOf(reservation.bookings)
    .filter((total) => total.currencyCode !== currencyCode)
    .map((total) => ({ currencyCode: total.currencyCode, totalPrice: toJsonNumber(total.totalPrice) }));
}

/** Pressing Confirm twice changes once. */
function keyOf(
  { visit, caller }: OpenVisit,
  { reservationId }: Reservation,
  step: string,
  fields: URLSearchParams,
): IdempotentRequest | null {
  const key = fields.get("key") ?? "";
  if (!isKey(key)) return null;
  const operation = `POST ${pathOf(visit.site, reservationId, step)}`;
  const { groupId } = visit.site;
  const bodySha256 = sha256Hex(fields.toString());
  return { groupId, callerId: caller.principal.callerId, operation, key, bodySha256, waits: true };
}
