/** POST and GET /reservations/{groupId}, GET /reservations/{groupId}/{reservationId}: docs/interface.md §4.6 and §11. */
import * as z from "zod/mini";
import { ID_CHARS_MAX } from "../base/limits.ts";
import { LIST_DEFAULT, LIST_MAX } from "../reservations/limits.ts";
import { listReservations } from "../reservations/list-reservations.ts";
import { readReservationLate } from "../reservations/read-late.ts";
import { BOOKING_STATUSES } from "../reservations/rules/reservation.ts";
import { prepareStays, submitReservation } from "../reservations/submit-reservation.ts";
import { answer, json } from "./answer.ts";
import { hasEntityTag } from "./entity-tag.ts";
import { glanceAtJson } from "./json-body.ts";
import { readKeyedJson, replayHeaders } from "./keyed-json.ts";
import { fieldHeaders } from "./notices.ts";
import { WHOLE_NUMBER, dateParameter, numberParameter, parseQuery } from "./query.ts";
import { reservationHeaders, reservationJson, reservationPath } from "./render-reservation.ts";
import { ReservationSchema, parseReservation } from "./reservation-schema.ts";
import type { CallerHandler, Prepare } from "./types.ts";

/** The calendar of the stays that are asked for. */
export const prepareReservation: Prepare = async (ctx, { request, groupId, tokenSha256 }) => {
  const seen = parseReservation(await glanceAtJson(request));
  if (seen.valid) await prepareStays(ctx, { groupId, tokenSha256, scope: "reservations" }, seen.reservation);
};

/** Books; the same Idempotency-Key and body give the stored answer again. */
export const postReservation: CallerHandler = async (c, ctx) => {
  const keyed = await readKeyedJson(c.req.raw, ctx.principal);
  if (!keyed.ok) return answer(ctx, keyed);
  const submitted = await submitReservation(ctx, parseReservation(keyed.value.body), keyed.value.idempotent);
  if (!submitted.ok) return answer(ctx, submitted);
  const { reservation, replayed } = submitted.value;
  const notices = fieldHeaders(ReservationSchema, keyed.value.body);
  const headers = { Location: reservationPath(reservation), ...reservationHeaders(reservation), ...replayHeaders(replayed), ...notices };
  return json(reservationJson(reservation), headers);
};

/** Its present state. */
export const getReservation: CallerHandler = async (c, ctx) => {
  const found = await readReservationLate(ctx, c.req.param("reservationId") ?? "");
  if (!found.ok) return answer(ctx, found);
  const { reservation, eventSequence } = found.value;
  const headers = { ...reservationHeaders(reservation), "Event-Sequence": String(eventSequence) };
  if (hasEntityTag(c.req.header("If-None-Match") ?? null, headers.ETag)) {
    return new Response(null, { status: 304, headers: { ...headers, "Cache-Control": "no-store" } });
  }
  return json(reservationJson(reservation), headers);
};

function nameParameter(description: string) {
  return z.optional(z.string().check(z.minLength(1), z.maxLength(ID_CHARS_MAX), z.meta({ description })));
}

export const ReservationListSchema = z.object({
  hotelId: nameParameter("With a booking at this hotel"),
  status: z
    .optional(z.enum(BOOKING_STATUSES, `Must be one of ${BOOKING_STATUSES.join(", ")}.`))
    .check(z.meta({ description: "With a booking in this state" })),
  arrivalFrom: z.optional(dateParameter("With a booking that arrives on this day or later")),
  arrivalTo: z.optional(dateParameter("With a booking that arrives on this day or earlier")),
  reference: nameParameter("Of the reservation, or of one of its bookings"),
  after: z
    ._default(z.pipe(z.string().check(z.regex(WHOLE_NUMBER, "Must be the `next` of a page before.")), z.transform(Number)), 0)
    .check(z.meta({ description: "`next` of the page before; left out: from the beginning", override: { type: "string" } })),
  limit: numberParameter("Reservations at most", 1, LIST_MAX, LIST_DEFAULT),
});

/** The caller's own reservations, or all; oldest first. */
export const getReservations: CallerHandler = async (c, ctx) => {
  const query = parseQuery(c.req.url, ReservationListSchema);
  if (!query.ok) return answer(ctx, query);
  const { hotelId = null, status = null, arrivalFrom = null, arrivalTo = null, reference = null, after, limit } = query.value;
  const listed = await listReservations(ctx, { hotelId, status, arrivalFrom, arrivalTo, reference, after, limit });
  if (!listed.ok) return answer(ctx, listed);
  const { reservations, next, eventSequence } = listed.value;
  return json(
    { reservations: reservations.map(reservationJson), next: next === null ? null : String(next) },
    { "Event-Sequence": String(eventSequence) },
  );
};
