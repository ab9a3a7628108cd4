/** GET /book/{groupId}/{reservationId}, and the way there by reference and e-mail address: docs/interface.md §20. */
import { isGuestOf, openGuestSession } from "../../access/guest-session.ts";
import { limitLogIn } from "../../access/limit-requests.ts";
import { noteRefusal } from "../../access/shut-out.ts";
import { type Result, ok } from "../../base/result.ts";
import { findReservation } from "../../reservations/read-reservation.ts";
import { listReservations } from "../../reservations/list-reservations.ts";
import type { Reservation } from "../../reservations/rules/reservation.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import { linkTo, pathOf } from "./frame.ts";
import { guestCookie, readGuestCookie } from "./guest-cookie.ts";
import type { PageHandler } from "./handle-page.ts";
import type { OpenVisit } from "./open-visit.ts";
import { confirmationPage, findBookingPage, managePage } from "./reservation-page.ts";
import { reservationView } from "./reservation-view.ts";

/** What has just been done, by the query that says so. */
const NOTICES = { changed: "changed", cancelled: "cancelled" } as const;

export const getReservationPage: PageHandler = async (asked, open) => {
  const proved = await proveGuest(asked.request, open, asked.param("reservationId"));
  if (proved === null) return askForBooking(open, { reference: "", email: "" }, false);
  const { visit, caller } = open;
  const view = await reservationView(caller, proved, visit.speech.tag);
  if (!view.ok) return view;
  const query = visit.url.searchParams;
  if (query.has("booked")) return ok(await pageResponse(confirmationPage(visit, view.value), visit.nonce));
  const done = Object.entries(NOTICES).find(([name]) => query.has(name))?.[1];
  return ok(
    await pageResponse(
      managePage(visit, view.value, done === undefined ? null : { text: visit.speech.texts[done], good: true }),
      visit.nonce,
    ),
  );
};

export const getFindBooking: PageHandler = (_asked, open) => askForBooking(open, { reference: "", email: "" }, false);

/** Both have to be right, and neither is told by itself. It is limited as a log-in is, and failures count against the address. */
export const postFindBooking: PageHandler = async (asked, open) => {
  const form = await readForm(asked.request);
  if (!form.ok) return form;
  const said = { reference: (form.value.get("reference") ?? "").trim().toUpperCase(), email: (form.value.get("email") ?? "").trim() };
  const allowed = await limitLogIn(open.caller);
  if (!allowed.ok) return allowed;
  const found = await findByReference(open, said);
  if (!found.ok) return found;
  if (found.value === null) {
    noteRefusal(open.caller, "log_in_refused");
    return askForBooking(open, said, true);
  }
  const { reservationId } = found.value;
  const session = await openGuestSession(open.caller, reservationId);
  const location = linkTo(open.visit, pathOf(open.visit.site, reservationId));
  return ok(seeOther(location, { "Set-Cookie": guestCookie(open.visit, reservationId, session) }));
};

/** The reservation, where the request's cookie proves it the guest's; otherwise null. */
export async function proveGuest(request: Request, { visit, caller }: OpenVisit, reservationId: string): Promise<Reservation | null> {
  const { groupId } = visit.site;
  return (await isGuestOf(caller, groupId, reservationId, readGuestCookie(request))) ? findReservation(caller, reservationId) : null;
}

async function askForBooking(open: OpenVisit, said: { reference: string; email: string }, wrong: boolean): Promise<Result<Response>> {
  const { visit } = open;
  const page = findBookingPage(visit, said, wrong, pathOf(visit.site, "manage"));
  return ok(await pageResponse(page, visit.nonce, wrong ? 422 : 200));
}

async function findByReference({ caller }: OpenVisit, said: { reference: string; email: string }): Promise<Result<Reservation | null>> {
  if (said.reference === "" || said.email === "") return ok(null);
  const listed = await listReservations(caller, {
    hotelId: null,
    status: null,
    arrivalFrom: null,
    arrivalTo: null,
    reference: said.reference,
    after: 0,
    limit: 1,
  });
  if (!listed.ok) return listed;
  const [reservation] = listed.value.reservations;
  const isTheirs = reservation?.billingDetails.email.toLowerCase() === said.email.toLowerCase();
  return ok(reservation && isTheirs ? reservation : null);
}
