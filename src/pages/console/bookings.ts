/** /console/bookings: the bookings, searched (docs/interface.md §20). */
import { formatDate, parseDate, todayIn } from "../../base/calendar-date.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { listReservations } from "../../reservations/list-reservations.ts";
import { BOOKING_STATUSES } from "../../reservations/rules/reservation.ts";
import { pageResponse } from "../html-response.ts";
import { BOOKINGS_PER_PAGE, SEARCH_CHARS_MAX, SEARCH_DAYS_AHEAD, SEARCH_DAYS_BACK } from "../limits.ts";
import { type BookingSearch, type FoundBookings, bookingsPage } from "./bookings-page.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";

/** Of a reservation or a booking, in either case of letters. */
const REFERENCE = /^[0-9a-z]{8}(?:-\d{1,2})?$/i;

export const getBookings: ConsoleHandler = async (_asked, desk) => {
  const search = readSearch(desk);
  if (search.hotelId !== "" && !desk.hotels.some(({ hotelId }) => hotelId === search.hotelId)) {
    return fail({ code: "not_found", detail: "There is no such hotel." });
  }
  const errors = faultsOf(search);
  if (Object.keys(errors).length > 0) {
    return ok(await pageResponse(bookingsPage(desk, { search, errors, found: null }), desk.nonce, 422));
  }
  const found = await find(desk, search);
  if (!found.ok) return found;
  return ok(await pageResponse(bookingsPage(desk, { search, errors, found: found.value }), desk.nonce));
};

function readSearch({ url, caller, hotels }: Desk): BookingSearch {
  const query = url.searchParams;
  const today = todayIn(hotels[0]?.timezone ?? "UTC", caller.now());
  const status = BOOKING_STATUSES.find((one) => one === query.get("state")) ?? "";
  return {
    text: (query.get("q") ?? "").trim().slice(0, SEARCH_CHARS_MAX),
    hotelId: query.get("hotel") ?? "",
    status,
    from: query.get("from") ?? formatDate(today - SEARCH_DAYS_BACK),
    to: query.get("to") ?? formatDate(today + SEARCH_DAYS_AHEAD),
    after: Number(/^\d{1,15}$/.exec(query.get("after") ?? "")?.[0] ?? 0),
  };
}

function faultsOf({ from, to }: BookingSearch): Record<string, string> {
  const [first, last] = [parseDate(from), parseDate(to)];
  if (first === null) return { from: "Please choose a real date." };
  if (last === null) return { to: "Please choose a real date." };
  return last < first ? { to: "Must not be before the first arrival." } : {};
}

/** A reference is found wherever it stands; a name among the arrivals of the dates. */
async function find({ caller }: Desk, search: BookingSearch): Promise<Result<FoundBookings>> {
  const { text, hotelId, status, from, to, after } = search;
  const all = { hotelId: null, status: null, arrivalFrom: null, arrivalTo: null, reference: null, after: 0, limit: 1 };
  if (REFERENCE.test(text)) {
    const named = await listReservations(caller, { ...all, reference: text });
    if (!named.ok) return named;
    if (named.value.reservations.length > 0) return ok({ reservations: named.value.reservations, next: null, byReference: true });
  }
  const listed = await listReservations(caller, {
    hotelId: hotelId === "" ? null : hotelId,
    status: status === "" ? null : status,
    arrivalFrom: parseDate(from),
    arrivalTo: parseDate(to),
    reference: null,
    name: text === "" ? null : text,
    after,
    limit: BOOKINGS_PER_PAGE,
  });
  return listed.ok ? ok({ reservations: listed.value.reservations, next: listed.value.next, byReference: false }) : listed;
}
