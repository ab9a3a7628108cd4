/**
 * A reservation's statements, run blindly: the same batch as Tabard's, built by the same code, for whatever stay the body
 * names, at the prices of an answer stored before. No authentication, no validation, no pricing, no thought of a failure.
 */
import { IttyRouter, type IRequest } from "itty-router";
import { bindAll } from "../../src/host/database.ts";
import { insertDocuments } from "../../src/ledger/rows/ledger-posting.ts";
import { insertBookings, insertReservation, sellStay } from "../../src/reservations/rows/reservations.ts";
import { MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";

interface Answer {
  reservationId: string;
  reference: string;
  createdAt: string;
  bookings: { bookingId: string; reference: string; currencyCode: string; totalPrice: number }[];
}

interface Body {
  billingDetails: { firstname: string; lastname: string; email: string };
  bookings: { hotelId: string; roomId: string; rateId: string; checkInDate: string; checkOutDate: string }[];
}

const DAY_MS = 86_400_000;

let stored: Answer | null = null;

const router = IttyRouter();

router.put("/store/:name", async (request: IRequest) => {
  stored = await request.json();
  return new Response(null, { status: 204 });
});

router.post("/reservations/:groupId", async (request: IRequest, env: Env) => {
  const groupId = request.params.groupId ?? "";
  const { billingDetails, bookings } = await request.json<Body>();
  const [booking] = bookings;
  const [answered] = stored?.bookings ?? [];
  if (!booking || !answered) return new Response(null, { status: 400 });
  const nowMs = Date.now();
  const reservationId = crypto.randomUUID();
  const reference = reservationId.slice(0, 13);
  const stay = {
    hotel_id: booking.hotelId,
    room_id: booking.roomId,
    check_in: dayOf(booking.checkInDate),
    check_out: dayOf(booking.checkOutDate),
  };
  const price = Math.round(answered.totalPrice * 10_000);
  const statements = [
    insertReservation({
      ...person(billingDetails),
      reservation_id: reservationId,
      group_id: groupId,
      reference,
      created_ms: nowMs,
    }),
    sellStay(groupId, stay),
    ...insertDocuments(groupId, [{ lines: [lineOf(booking.hotelId, reference, stay.check_in * DAY_MS, nowMs, price)] }], nowMs),
    insertBookings(groupId, reservationId, [bookingRow(reservationId, reference, { ...stay, rate_id: booking.rateId }, price)]),
  ];
  await env.DB.batch(bindAll(env.DB, statements) as D1PreparedStatement[]);
  const ids = { bookingId: `${reservationId}-1`, reference: `${reference}-1` };
  return Response.json(
    {
      ...stored,
      reservationId,
      reference,
      createdAt: new Date(nowMs).toISOString(),
      bookings: [{ ...answered, ...ids, ...echo(booking) }],
    },
    { headers: { Location: `/reservations/${groupId}/${reservationId}` } },
  );
});

export default { fetch: (request, env) => router.fetch(request, env) as Promise<Response> } satisfies ExportedHandler<Env>;

function echo({ hotelId, roomId, rateId, checkInDate, checkOutDate }: Body["bookings"][number]): object {
  return { hotelId, roomId, rateId, checkInDate, checkOutDate };
}

function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS;
}

function person({ firstname, lastname, email }: Body["billingDetails"]) {
  const rest = { title: "", phone: "", address1: "", address2: "", city: "", postcode: "", country: "", mail_list: 0 as const };
  return { firstname, lastname, email, ...rest, caller: "key:bench", calendar_version: 1 };
}

function bookingRow(
  reservationId: string,
  reference: string,
  stay: { hotel_id: string; room_id: string; rate_id: string; check_in: number; check_out: number },
  price: number,
) {
  return {
    ...stay,
    booking_id: `${reservationId}-1`,
    position: 0,
    reference: `${reference}-1`,
    adults: 2,
    children: 0,
    promo_code: "",
    bed_configuration: "",
    guest_title: "",
    guest_firstname: "Ann",
    guest_lastname: "Bench",
    currency_code: "EUR",
    room_price: price,
    extras_price: 0,
    total_price: price,
    prepayment_due: 0,
    documents_after: 0,
  };
}

function lineOf(siteId: string, reference: string, arrivalMs: number, nowMs: number, gross: number) {
  const tax = Math.round((gross * 600) / 10_600);
  return {
    siteId,
    transactionType: "Proforma" as const,
    accountNumber: "GUEST",
    accountType: 1,
    transactionReference: reference,
    uniqueReferenceNumber: `${reference}-1`,
    secondReference: null,
    description: "Accommodation",
    dueMs: arrivalMs,
    forMs: arrivalMs,
    transactionMs: nowMs,
    gross,
    nett: gross - tax,
    tax,
    nominalCode: "7110",
    saleCode: "ACCOM",
    payCode: "",
    taxCode: "R6",
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
  };
}
