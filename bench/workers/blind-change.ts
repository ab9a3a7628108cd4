/**
 * The statements of an amendment and a cancellation, run blindly: the same batches as Tabard's, built by the same code, for
 * stays it knows beforehand. What Tabard reads is read and thrown away. No authentication, no validation, no pricing.
 */
import { IttyRouter, type IRequest } from "itty-router";
import { parseDate } from "../../src/base/calendar-date.ts";
import { bindAll } from "../../src/host/database.ts";
import { reservationJson } from "../../src/http/render-reservation.ts";
import { changeStatements } from "../../src/reservations/commit-change.ts";
import { selectAccounts } from "../../src/reservations/rows/booking-documents.ts";
import { selectReservation } from "../../src/reservations/rows/reservations.ts";
import { type BookingChange, amendBooking, cancelBooking } from "../../src/reservations/rules/booking-changes.ts";
import { type BookedDocument, type BookingAccount, firstProforma } from "../../src/reservations/rules/booking-documents.ts";
import type { Booking, Reservation } from "../../src/reservations/rules/reservation.ts";
import { seededStay } from "../support/booked-stays.ts";

interface Known {
  reservation: Reservation;
  documents: number;
}

interface Facts {
  groupId: string;
  firstDay: number;
  version: number;
  /** Of every hotel. */
  calendarVersion: number;
}

const known = new Map<string, Known>();
let facts: Facts | null = null;

const router = IttyRouter();

router.put("/facts", async (request: IRequest) => {
  facts = await request.json();
  return new Response(null, { status: 204 });
});

router.post("/reservations/:groupId/:reservationId/amendment", async (request: IRequest, env: Env) => {
  const { bookings } = await request.json<{ bookings: { checkOutDate: string }[] }>();
  const { reservation, documents } = recall(request);
  const checkOut = parseDate(bookings[0]?.checkOutDate ?? "") ?? 0;
  return write(env, reservation, (booking, nowMs) => {
    const nights = Array.from({ length: checkOut - booking.checkIn }, () => booking.nights[0] ?? 0);
    const price = nights.reduce((sum, night) => sum + night, 0);
    const after = { ...booking, checkOut, nights, roomPrice: price, totalPrice: price };
    return amendBooking(booking, after, accountOf(booking, documents), true, nowMs);
  });
});

router.post("/reservations/:groupId/:reservationId/cancellation", async (request: IRequest, env: Env) => {
  await request.json();
  const { reservation, documents } = recall(request);
  return write(env, reservation, (booking, nowMs) => cancelBooking(booking, accountOf(booking, documents), 0, nowMs));
});

export default { fetch: (request, env) => router.fetch(request, env) as Promise<Response> } satisfies ExportedHandler<Env>;

async function write(env: Env, reservation: Reservation, changeOf: (booking: Booking, nowMs: number) => BookingChange): Promise<Response> {
  const { groupId, reservationId } = reservation;
  const read = [selectReservation(groupId, reservationId), selectAccounts(groupId, reservationId)];
  await env.DB.batch(bindAll(env.DB, read) as D1PreparedStatement[]);
  const nowMs = Date.now();
  const bookings = reservation.bookings.map((booking) => changeOf(booking, nowMs));
  const change = {
    reservation,
    changeId: crypto.randomUUID(),
    caller: reservation.caller,
    nowMs,
    billing: null,
    reason: "",
    bookings,
    idempotent: null,
  };
  await env.DB.batch(bindAll(env.DB, changeStatements(change)) as D1PreparedStatement[]);
  const after = { ...reservation, version: reservation.version + 1, bookings: bookings.map(({ booking }) => booking) };
  const documents = bookings.reduce((sum, one) => sum + one.accountDocuments + one.documents.length, 0);
  known.set(reservationId, { reservation: after, documents });
  return Response.json(reservationJson(after));
}

function recall(request: IRequest): Known {
  const { reservationId = "" } = request.params;
  const found = known.get(reservationId);
  if (found) return found;
  if (!facts) throw new Error("no facts");
  const seeded = seededStay(facts.groupId, Number(reservationId.slice("stay-".length)), facts.firstDay, facts.version);
  const calendarVersion = facts.calendarVersion;
  return { reservation: { ...seeded, bookings: seeded.bookings.map((booking) => ({ ...booking, calendarVersion })) }, documents: 1 };
}

/** The newest Proforma is the stay's, and open. */
function accountOf(booking: Booking, documents: number): BookingAccount {
  const [reference, number] = [booking.reference, documents];
  const lines = (firstProforma(booking, 0)?.lines ?? []).map((line) => ({ ...line, uniqueReferenceNumber: `${reference}-${number}` }));
  const stay: BookedDocument = { modifiedKey: 0, isOwn: true, lines };
  return { documents, open: [stay], stay, isStayInvoiced: false };
}
