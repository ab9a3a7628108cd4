/** POST /reservations/{groupId} and GET /reservations/{groupId}/{reservationId}: docs/interface.md §4.6. */
import { formatDate } from "../base/calendar-date.ts";
import { toJsonNumber } from "../base/money.ts";
import { type Reservation, totalsOf } from "../reservations/rules/reservation.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { sha256Hex } from "../base/bytes.ts";
import { IDEMPOTENCY_KEY_CHARS_MAX } from "../change/limits.ts";
import type { IdempotentRequest } from "../reservations/commit-reservation.ts";
import { readReservation } from "../reservations/read-reservation.ts";
import { submitReservation } from "../reservations/submit-reservation.ts";
import { answer, json } from "./answer.ts";
import { readJson } from "./json-body.ts";
import { parseReservation } from "./reservation-schema.ts";
import type { CallerHandler } from "./types.ts";

const KEY_HEADER = "Idempotency-Key";
/** Printable: a control character in a key is a client's mistake. */
const KEY_PATTERN = /^[^\p{Cc}]+$/u;

/** Books; the same Idempotency-Key and body give the stored answer again. */
export const postReservation: CallerHandler = async (c, ctx) => {
  const key = readKey(c.req.raw);
  if (!key.ok) return answer(ctx, key);
  const body = await readJson(c.req.raw);
  if (!body.ok) return answer(ctx, body);
  const idempotent = key.value === null ? ok(null) : idempotentRequest(key.value, body.value);
  if (!idempotent.ok) return answer(ctx, idempotent);
  const submitted = await submitReservation(ctx, parseReservation(body.value), idempotent.value);
  if (!submitted.ok) return answer(ctx, submitted);
  const { reservation, replayed } = submitted.value;
  return json(reservationJson(reservation), {
    Location: `/reservations/${encodeURIComponent(reservation.groupId)}/${reservation.reservationId}`,
    ...(replayed ? { "Idempotency-Replayed": "true" } : {}),
  });
};

/** The same answer as when it was made. */
export const getReservation: CallerHandler = async (c, ctx) => {
  const found = await readReservation(ctx, c.req.param("reservationId") ?? "");
  return answer(ctx, found.ok ? ok(reservationJson(found.value)) : found);
};

/** The identity of a body is its JSON without white space: neither layout nor escapes of a retry matter. */
function idempotentRequest(key: string, body: unknown): Result<IdempotentRequest> {
  try {
    return ok({ key, bodySha256: sha256Hex(JSON.stringify(body)) });
  } catch (error) {
    // Lists in lists can be parsed deeper than they can be written.
    if (!(error instanceof RangeError)) throw error;
    return fail({ code: "malformed_json", detail: "The body is nested too deeply." });
  }
}

function readKey(request: Request): Result<string | null> {
  const key = request.headers.get(KEY_HEADER);
  if (key === null || (key.length <= IDEMPOTENCY_KEY_CHARS_MAX && KEY_PATTERN.test(key))) return ok(key);
  const detail = `Must have 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters and none that controls.`;
  return fail({ code: "invalid_parameter", errors: [{ parameter: KEY_HEADER, code: "invalid_key", detail }] });
}

function reservationJson(reservation: Reservation) {
  const { reservationId, reference, groupId, createdMs, bookings } = reservation;
  return {
    reservationId,
    reference,
    groupId,
    status: "confirmed",
    createdAt: new Date(createdMs).toISOString(),
    bookings: bookings.map((booking) => ({
      bookingId: booking.bookingId,
      reference: booking.reference,
      hotelId: booking.hotelId,
      roomId: booking.roomId,
      rateId: booking.rateId,
      checkInDate: formatDate(booking.checkIn),
      checkOutDate: formatDate(booking.checkOut),
      status: "confirmed",
      currencyCode: booking.currencyCode,
      roomPrice: toJsonNumber(booking.roomPrice),
      extrasPrice: toJsonNumber(booking.extrasPrice),
      totalPrice: toJsonNumber(booking.totalPrice),
      prepaymentDue: toJsonNumber(booking.prepaymentDue),
    })),
    totals: totalsOf(bookings).map((total) => ({
      currencyCode: total.currencyCode,
      totalPrice: toJsonNumber(total.totalPrice),
      prepaymentDue: toJsonNumber(total.prepaymentDue),
    })),
  };
}
