/** /console/bookings/{reservationId}: a reservation with its bookings, their accounts and what can be done (docs/interface.md §20). */
import { hasScope } from "../../access/rules/principal.ts";
import { type Result, ok } from "../../base/result.ts";
import { type AccountSummary, readAccount } from "../../ledger/read-account.ts";
import { readHistory } from "../../reservations/read-history.ts";
import { readReservation } from "../../reservations/read-reservation.ts";
import type { Booking } from "../../reservations/rules/reservation.ts";
import { newKey } from "../form-key.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import { type BookingView, bookingPage } from "./booking-page.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { makeMove, movedLines } from "./move.ts";
import { sayFailure } from "./say-failure.ts";

export const getBooking: ConsoleHandler = ({ param }, desk) => showBooking(desk, param("reservationId"), [], 200);

/** Check-in, check-out, no-show. */
export const postBookingMove: ConsoleHandler = async ({ request, param }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const reservationId = param("reservationId");
  form.value.set("reservation", reservationId);
  const moved = await makeMove(desk, form.value);
  if (moved.ok)
    return ok(seeOther(`/console/bookings/${encodeURIComponent(reservationId)}?${new URLSearchParams(moved.value).toString()}`));
  if (moved.failure.code !== "not_changeable") return moved;
  const { lines, status } = sayFailure(moved.failure);
  return showBooking(desk, reservationId, lines, status);
};

/** The page, with why what was asked for was not done. */
export async function showBooking(
  desk: Desk,
  reservationId: string,
  refused: readonly string[],
  status: number,
): Promise<Result<Response>> {
  const [found, history] = await Promise.all([readReservation(desk.caller, reservationId), readHistory(desk.caller, reservationId)]);
  if (!found.ok) return found;
  if (!history.ok) return history;
  const { reservation } = found.value;
  const bookings: BookingView[] = [];
  for (const booking of reservation.bookings) {
    const account = await accountOf(desk, booking);
    if (!account.ok) return account;
    bookings.push({ booking, account: account.value });
  }
  const done = refused.length > 0 ? [] : movedLines(desk.url.searchParams);
  const view = { reservation, bookings, history: history.value, key: newKey(desk.caller), done, refused };
  return ok(await pageResponse(bookingPage(desk, view), desk.nonce, status));
}

/** Null where the operator may not see the books, and before anything was posted. */
async function accountOf({ caller }: Desk, { reference, hotelId }: Booking): Promise<Result<AccountSummary | null>> {
  if (!hasScope(caller.principal, "ledger")) return ok(null);
  const account = await readAccount(caller, reference, hotelId);
  return account.ok || account.failure.code !== "not_found" ? account : ok(null);
}
