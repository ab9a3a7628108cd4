/**
 * A reservation's statements, run blindly: the same batch as Tabard's, built by the same code, for whatever stay the body
 * names, at the prices of an answer stored before. No authentication, no validation, no pricing, no thought of a failure.
 */
import { IttyRouter, type IRequest } from "itty-router";
import { bindAll } from "../../src/host/database.ts";
import { reservationStatements } from "../../src/reservations/commit-reservation.ts";
import type { BillingDetails, Booking } from "../../src/reservations/rules/reservation.ts";
import { MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

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

/** As the bench writes its groups. */
const CALENDAR_VERSION = 1;
const TERMS_VERSION = 1;

const CODE = { code: "ACCOM", description: "Accommodation", nominalCode: "7110", taxCode: "R6", taxBasisPoints: 600 };

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
  const createdMs = Date.now();
  const reservationId = crypto.randomUUID();
  const reference = reservationId.slice(0, 13);
  const price = Math.round(answered.totalPrice * 10_000);
  const booked = bookingOf(reservationId, reference, booking, price, createdMs);
  const statements = reservationStatements({
    reservation: {
      groupId,
      reservationId,
      reference,
      caller: "key:bench",
      createdMs,
      version: 1,
      billingDetails: person(billingDetails),
      bookings: [booked],
    },
    planned: [{ booking: booked, proforma: { lines: [lineOf(booked, createdMs, price)] } }],
    idempotent: null,
  });
  await env.DB.batch(bindAll(env.DB, statements) as D1PreparedStatement[]);
  const ids = { bookingId: `${reservationId}-1`, reference: `${reference}-1` };
  return Response.json(
    {
      ...stored,
      reservationId,
      reference,
      createdAt: new Date(createdMs).toISOString(),
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

function person({ firstname, lastname, email }: Body["billingDetails"]): BillingDetails {
  const rest = { title: "", phone: "", address1: "", address2: "", city: "", postcode: "", country: "", mailList: false };
  return { firstname, lastname, email, ...rest };
}

function bookingOf(reservationId: string, reference: string, asked: Body["bookings"][number], price: number, nowMs: number): Booking {
  const checkIn = dayOf(asked.checkInDate);
  const checkOut = dayOf(asked.checkOutDate);
  const nights = checkOut - checkIn;
  return {
    bookingId: `${reservationId}-1`,
    reference: `${reference}-1`,
    hotelId: asked.hotelId,
    currencyCode: "EUR",
    clock: { timezone: "UTC", checkInMinute: 0 },
    status: "confirmed",
    roomId: asked.roomId,
    rateId: asked.rateId,
    checkIn,
    checkOut,
    adults: 2,
    children: 0,
    promoCode: "",
    bedConfiguration: "",
    guest: { title: "", firstname: "Ann", lastname: "Bench" },
    nights: Array.from({ length: nights }, () => price / nights),
    extras: [],
    terms: { fees: [{ fromMs: nowMs, fee: 0 }], noShowFee: 0, roomCode: CODE, feeCode: CODE, depositBasisPoints: 0 },
    roomPrice: price,
    extrasPrice: 0,
    totalPrice: price,
    prepaymentDue: 0,
    fee: null,
    calendarVersion: CALENDAR_VERSION,
    termsVersion: TERMS_VERSION,
  };
}

function lineOf({ hotelId, reference, checkIn }: Booking, nowMs: number, gross: number) {
  const tax = Math.round((gross * 600) / 10_600);
  return {
    siteId: hotelId,
    transactionType: "Proforma" as const,
    accountNumber: "GUEST",
    accountType: 1,
    transactionReference: reference,
    uniqueReferenceNumber: `${reference}-1`,
    secondReference: null,
    description: "Accommodation",
    dueMs: checkIn * DAY_MS,
    forMs: checkIn * DAY_MS,
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
