/** Check-in, check-out and no-show as forms of the console: docs/interface.md §20. */
import { html } from "hono/html";
import { type Result, fail, ok } from "../../base/result.ts";
import { checkIn, checkOut, noShow } from "../../reservations/move-bookings.ts";
import type { Booking } from "../../reservations/rules/reservation.ts";
import { type Markup, hidden } from "../layout.ts";
import type { DeskBooking } from "./desk-bookings.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";

interface Move {
  label: string;
  verb: typeof checkIn;
  done: string;
}

const MOVES: Readonly<Record<string, Move>> = {
  "check-in": { label: "Check in", verb: checkIn, done: "is checked in" },
  "check-out": { label: "Check out", verb: checkOut, done: "is checked out" },
  "no-show": { label: "No-show", verb: noShow, done: "is marked as a no-show" },
};

/** What of them a booking's state can begin. The verbs say whether its time has come. */
function movesOf({ status }: Booking): readonly string[] {
  if (status === "confirmed") return ["check-in", "no-show"];
  return status === "in_house" ? ["check-out"] : [];
}

/** The buttons of a booking. `describedBy`: the element that names the guest. `carried`: more for the form to bring. */
export function moveForm(
  action: string,
  { reservation, booking }: DeskBooking,
  key: string,
  describedBy: string,
  carried: Readonly<Record<string, string>> = {},
): Markup {
  const buttons = movesOf(booking).map((name, at) => {
    const quiet = at > 0 ? html` class="quiet small"` : html` class="small"`;
    return html`<button name="move" value="${name}" ${quiet} aria-describedby="${describedBy}">${MOVES[name]?.label ?? ""}</button>`;
  });
  if (buttons.length === 0) return html``;
  return html`<form class="row" method="post" action="${action}">
    ${hidden({ ...carried, reservation: reservation.reservationId, booking: booking.bookingId, key })} ${buttons}
  </form>`;
}

/** Does what a form asks for. Gives the query that tells the next page what was done. */
export async function makeMove(desk: Desk, form: URLSearchParams): Promise<Result<Record<string, string>>> {
  const name = form.get("move") ?? "";
  const move = Object.hasOwn(MOVES, name) ? MOVES[name] : undefined;
  if (!move) return fail({ code: "not_found", detail: "There is no such form." });
  const bookingId = form.get("booking") ?? "";
  const call = { reservationId: form.get("reservation") ?? "", ifMatch: null, idempotent: onceOf(desk, form) };
  const moved = await move.verb(desk.caller, call, [{ bookingId }]);
  if (!moved.ok) return moved;
  const booking = moved.value.reservation.bookings.find((one) => one.bookingId === bookingId);
  return ok({ done: name, of: booking?.reference ?? "" });
}

/** What other forms of a booking do. */
const OTHERS_DONE: Readonly<Record<string, string>> = {
  amended: "is changed",
  cancelled: "is cancelled",
  posted: "has a new document in its account",
};

/** What has been done, by the query that says so. */
export function movedLines(query: URLSearchParams): string[] {
  const done = query.get("done") ?? "";
  const told = Object.hasOwn(MOVES, done) ? MOVES[done]?.done : Object.hasOwn(OTHERS_DONE, done) ? OTHERS_DONE[done] : undefined;
  const reference = /^[0-9A-Z]{8}(?:-\d{1,2})?$/.exec(query.get("of") ?? "")?.[0];
  return told !== undefined && reference !== undefined ? [`${reference} ${told}.`] : [];
}
