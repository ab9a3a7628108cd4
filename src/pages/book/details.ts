/**
 * GET and POST /book/{groupId}/hotels/{hotelId}/details: docs/interface.md §20. The form carries what was shown: where that no
 * longer holds, nothing is booked and the guest reads what it was and what it is. Its key makes it book once, whatever is
 * sent again.
 */
import { todayIn } from "../../base/calendar-date.ts";
import { sha256Hex } from "../../base/bytes.ts";
import { EMAIL_CHARS_MAX, TEXT_CHARS_MAX } from "../../base/limits.ts";
import { type Money, toJsonNumber } from "../../base/money.ts";
import { type Failure, type Result, fail, ok } from "../../base/result.ts";
import { isXmlText } from "../../base/xml-text.ts";
import { quoteReservation } from "../../reservations/quote-reservation.ts";
import type { Booking } from "../../reservations/rules/reservation.ts";
import { submitReservation } from "../../reservations/submit-reservation.ts";
import { readHotelCatalogue } from "../../selling/read-hotel-catalogue.ts";
import type { Hotel } from "../../selling/rules/catalogue.ts";
import { openGuestSession } from "../../access/guest-session.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import type { Texts } from "../texts/en.ts";
import { fill } from "../texts/speech.ts";
import { type DetailsView, type ExtraChoice, type GuestField, detailsPage } from "./details-page.ts";
import { isKey, newKey } from "../form-key.ts";
import { linkTo, pathOf } from "./frame.ts";
import { backToHotel } from "./get-hotel.ts";
import { guestCookie } from "./guest-cookie.ts";
import type { PageHandler } from "./handle-page.ts";
import { hotelFacts } from "./hotel-facts.ts";
import type { HotelHead } from "./hotel-page.ts";
import type { OpenVisit } from "./open-visit.ts";
import { queryOf, readSearch } from "./search-form.ts";
import { type StayChoice, readChoice, requestOf } from "./stay-choice.ts";

/** The field that carries what the room was shown to cost. */
const SHOWN = "shown";
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The field that carries what an extra was shown to cost. */
const shownOf = (extraId: string): string => `${SHOWN}-${extraId}`;

export const getDetails: PageHandler = async (asked, open) => {
  const fields = open.visit.url.searchParams;
  const read = await readStep(open, asked.param("hotelId"), fields);
  if (!read.ok) return read;
  return read.value.choice === null ? wrongStay(open, read.value) : showDetails(open, read.value, fields, { errors: {}, notice: null });
};

export const postDetails: PageHandler = async (asked, open) => {
  const form = await readForm(asked.request);
  if (!form.ok) return form;
  const read = await readStep(open, asked.param("hotelId"), form.value);
  if (!read.ok) return read;
  if (read.value.choice === null) return wrongStay(open, read.value);
  const errors = guestErrors(read.value.choice.guest, open.visit.speech.texts);
  if (Object.keys(errors).length > 0)
    return showDetails(open, read.value, form.value, { errors, notice: open.visit.speech.texts.somethingWrong });
  return book(open, read.value, form.value);
};

/** A stay that is being booked. */
interface Step {
  choice: StayChoice;
  hotel: Hotel;
  head: HotelHead;
  query: Record<string, string>;
}

/** Dates or a party that are wrong: the hotel's page says how. */
interface WrongStep {
  choice: null;
  hotelId: string;
  query: Record<string, string>;
}

async function readStep(open: OpenVisit, hotelId: string, fields: URLSearchParams): Promise<Result<Step | WrongStep>> {
  const { visit, caller } = open;
  const [facts, hotel] = await Promise.all([hotelFacts(caller, visit.speech.tag), readHotelCatalogue(caller, hotelId)]);
  if (!facts.ok) return facts;
  if (!hotel.ok) return hotel;
  const known = facts.value.get(hotelId);
  if (!known) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  const form = readSearch(fields, todayIn(known.timezone, caller.now()), visit.speech.texts);
  const query = queryOf(form.texts);
  if (form.search === null) return ok({ choice: null, hotelId, query });
  const head = { ...known, currencyCode: hotel.value.currencyCode };
  return ok({ choice: readChoice(fields, hotelId, form.search), hotel: hotel.value, head, query });
}

function wrongStay(open: OpenVisit, { hotelId, query }: WrongStep): Result<Response> {
  return ok(backToHotel(open, hotelId, query, "somethingWrong"));
}

/** The stay with every extra priced: what of them is chosen is added up. */
async function priceStep({ caller }: OpenVisit, { choice, hotel }: Step): Promise<Result<Booking>> {
  const quoted = await quoteReservation(caller, requestOf(choice, [...hotel.extras.keys()]));
  if (!quoted.ok) return quoted;
  const [booking] = quoted.value;
  return booking ? ok(booking) : fail({ code: "internal" });
}

/** Something to tell above the form, and what is marked in it. */
interface Remarks {
  errors: Partial<Record<GuestField, string>>;
  notice: string | null;
  /** Whether the form's key is used up: the page gets a new one. */
  isKeyUsed?: boolean;
}

async function showDetails(open: OpenVisit, step: Step, fields: URLSearchParams, remarks: Remarks): Promise<Result<Response>> {
  const { visit, caller } = open;
  const priced = await priceStep(open, step);
  if (!priced.ok) return gone(open, step, priced.failure);
  const chosen = new Set(step.choice.extraIds);
  const now = priced.value.extras.reduce((sum, extra) => sum + (chosen.has(extra.id) ? extra.total : 0), priced.value.roomPrice);
  const was = fields.has(SHOWN) ? shownTotal(fields, step.choice) : now;
  const notice = was === now ? remarks.notice : changeSentence(open, step, was, now);
  const kept = remarks.isKeyUsed === true ? null : fields.get("key");
  const view = viewOf(open, step, priced.value, { ...remarks, notice, key: kept ?? newKey(caller) });
  return ok(await pageResponse(detailsPage(visit, view), visit.nonce));
}

async function book(open: OpenVisit, step: Step, fields: URLSearchParams): Promise<Result<Response>> {
  const { visit, caller } = open;
  const { choice } = step;
  const request = requestOf(choice, choice.extraIds);
  const bookings = request.bookings.map((booking) => ({ ...booking, expectedTotal: toJsonNumber(shownTotal(fields, choice)) }));
  const key = fields.get("key") ?? "";
  // Reloading, going back or pressing twice gives the first booking again: what is asked counts, not what was shown.
  const idempotent = {
    groupId: visit.site.groupId,
    callerId: caller.principal.callerId,
    operation: `POST ${pathOf(visit.site, "details")}`,
    key,
    bodySha256: sha256Hex(JSON.stringify(request)),
    waits: true as const,
  };
  const booked = await submitReservation(caller, { valid: true, reservation: { ...request, bookings } }, isKey(key) ? idempotent : null);
  if (!booked.ok) return refused(open, step, fields, booked.failure);
  const { reservationId } = booked.value.reservation;
  const session = await openGuestSession(caller, reservationId);
  const location = linkTo(visit, pathOf(visit.site, reservationId), { booked: "1" });
  return ok(seeOther(location, { "Set-Cookie": guestCookie(visit, reservationId, session) }));
}

function refused(open: OpenVisit, step: Step, fields: URLSearchParams, failure: Failure): Promise<Result<Response>> | Result<Response> {
  const { texts } = open.visit.speech;
  switch (failure.code) {
    case "price_changed":
      return showDetails(open, step, fields, { errors: {}, notice: null });
    case "idempotency_key_reused":
      return showDetails(open, step, fields, { errors: {}, notice: texts.alreadyBooked, isKeyUsed: true });
    case "idempotency_in_progress":
    case "overloaded":
      return showDetails(open, step, fields, { errors: {}, notice: texts.tryAgain });
    default:
      return gone(open, step, failure);
  }
}

/** What cannot be had: the hotel's page says so, and what is left. */
function gone(open: OpenVisit, { choice, query }: Step, failure: Failure): Result<Response> {
  const back = (because: "gone" | "unknownPromo"): Result<Response> => ok(backToHotel(open, choice.hotelId, query, because));
  if (failure.code === "unavailable") return back("gone");
  if (failure.code !== "invalid_reservation") return fail(failure);
  return back(failure.errors.some((error) => "pointer" in error && error.pointer.endsWith("/promoCode")) ? "unknownPromo" : "gone");
}

/** What the guest was shown for the room and the extras chosen; 0 for what no page of ours has written. */
function shownTotal(fields: URLSearchParams, { extraIds }: StayChoice): Money {
  const shown = [SHOWN, ...extraIds.map(shownOf)].map((name) => Number(fields.get(name) ?? 0));
  const total = shown.reduce((sum, amount) => sum + amount, 0);
  return Number.isSafeInteger(total) ? total : 0;
}

function changeSentence({ visit }: OpenVisit, { hotel }: Step, was: Money, now: Money): string {
  const money = (amount: Money): string => visit.speech.money(amount, hotel.currencyCode);
  return fill(visit.speech.texts.priceChanged, { was: money(was), now: money(now) });
}

function guestErrors(guest: StayChoice["guest"], texts: Texts): Partial<Record<GuestField, string>> {
  const errors: Partial<Record<GuestField, string>> = {};
  for (const name of ["firstname", "lastname", "email"] as const) if (guest[name] === "") errors[name] = texts.required;
  if (guest.email !== "" && (guest.email.length > EMAIL_CHARS_MAX || !EMAIL.test(guest.email))) errors.email = texts.invalidEmail;
  for (const [name, value] of Object.entries(guest)) {
    if (!isXmlText(value) || value.length > (name === "email" ? EMAIL_CHARS_MAX : TEXT_CHARS_MAX))
      errors[name as GuestField] = texts.somethingWrong;
  }
  return errors;
}

function viewOf(
  { visit, caller }: OpenVisit,
  { choice, hotel, head, query }: Step,
  booking: Booking,
  { key, errors, notice }: Remarks & { key: string },
): DetailsView {
  const chosenIds = new Set(choice.extraIds);
  // An extra for children is none where there are none.
  const offered = booking.extras.filter(({ total, unitPrice }) => total > 0 || unitPrice === 0);
  const extras: ExtraChoice[] = offered.map((extra) => ({
    id: extra.id,
    name: extra.name,
    description: hotel.extras.get(extra.id)?.description ?? "",
    price: extra.unitPrice,
    chargeMode: extra.chargeMode,
    daily: extra.daily,
    total: extra.total,
    due: extra.prepayment ? extra.total : 0,
    chosen: chosenIds.has(extra.id),
  }));
  const sum = (of: "total" | "due"): Money => extras.reduce((amount, extra) => amount + (extra.chosen ? extra[of] : 0), 0);
  const roomDue = booking.prepaymentDue - extras.reduce((amount, extra) => amount + extra.due, 0);
  const language = visit.url.searchParams.get("language");
  return {
    hotel: head,
    roomName: hotel.rooms.get(choice.roomId)?.name ?? choice.roomId,
    rateName: hotel.rates.get(choice.rateId)?.name ?? choice.rateId,
    ...choice.search,
    query,
    terms: { fromMs: caller.now(), steps: booking.terms.fees, roomPrice: booking.roomPrice },
    extras,
    guest: choice.guest,
    errors,
    carried: {
      ...query,
      room: choice.roomId,
      rate: choice.rateId,
      [SHOWN]: String(booking.roomPrice),
      ...Object.fromEntries(extras.map(({ id, total }) => [shownOf(id), String(total)])),
      key,
      ...(language === null ? {} : { language }),
    },
    roomPrice: booking.roomPrice,
    roomDue,
    total: booking.roomPrice + sum("total"),
    dueNow: roomDue + sum("due"),
    notice,
  };
}
