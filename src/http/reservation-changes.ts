/** What changes a reservation: docs/interface.md §11. */
import * as z from "zod/mini";
import { toJsonNumber } from "../base/money.ts";
import type { Result } from "../base/result.ts";
import type { CallerCtx } from "../access/caller.ts";
import { amendBookings } from "../reservations/amend-bookings.ts";
import { cancelBookings, quoteCancellation } from "../reservations/cancel-bookings.ts";
import { changeGuests } from "../reservations/change-guests.ts";
import { checkIn, checkOut, noShow } from "../reservations/move-bookings.ts";
import type { ChangeCall, Changed } from "../reservations/rules/reservation-change.ts";
import { answer, json } from "./answer.ts";
import { readJson } from "./json-body.ts";
import { readKeyedJson, replayHeaders } from "./keyed-json.ts";
import { fieldHeaders } from "./notices.ts";
import type { WireResult } from "./problem.ts";
import { flagParameter, parseQuery } from "./query.ts";
import { instantText, reservationHeaders, reservationJson } from "./render-reservation.ts";
import {
  AmendmentSchema,
  CancellationSchema,
  GuestChangesSchema,
  NamedBookingsSchema,
  parseAmendment,
  parseCancellation,
  parseGuestChanges,
  parseNamedBookings,
} from "./change-schema.ts";
import type { CallerHandler, HttpContext } from "./types.ts";

/** The entity-tag of a version. */
const VERSION_TAG = /^"v([1-9]\d{0,15})"$/;

/** What cancelling now would cost. */
export const getCancellation: CallerHandler = async (c, ctx) => {
  const quoted = await quoteCancellation(ctx, c.req.param("reservationId") ?? "");
  if (!quoted.ok) return answer(ctx, quoted);
  const bookings = quoted.value.map(({ booking, fee, freeUntilMs }) => ({
    bookingId: booking.bookingId,
    fee: toJsonNumber(fee),
    currencyCode: booking.currencyCode,
    freeUntil: freeUntilMs === null ? null : instantText(freeUntilMs),
  }));
  return json({ bookings });
};

export const postCancellation: CallerHandler = async (c, ctx) =>
  changing(c, ctx, { parse: parseCancellation, schema: CancellationSchema }, cancelBookings, ({ reservation, bookingIds }) => ({
    cancellations: reservation.bookings
      .filter(({ bookingId }) => bookingIds.includes(bookingId))
      .map(({ bookingId, fee, currencyCode }) => ({ bookingId, fee: toJsonNumber(fee ?? 0), currencyCode })),
  }));

export const AmendmentQuerySchema = z.object({ dryRun: flagParameter("The same answer, and nothing is written") });

export const postAmendment: CallerHandler = async (c, ctx) => {
  const query = parseQuery(c.req.url, AmendmentQuerySchema);
  if (!query.ok) return answer(ctx, query);
  const amend: ChangeVerb<Parameters<typeof amendBookings>[2]> = (caller, call, request) => {
    return amendBookings(caller, query.value.dryRun ? { ...call, idempotent: null, dryRun: true } : call, request);
  };
  return changing(c, ctx, { parse: parseAmendment, schema: AmendmentSchema }, amend);
};

const NAMED_BOOKINGS = { parse: parseNamedBookings, schema: NamedBookingsSchema };

export const postCheckIn: CallerHandler = async (c, ctx) => changing(c, ctx, NAMED_BOOKINGS, checkIn);
export const postCheckOut: CallerHandler = async (c, ctx) => changing(c, ctx, NAMED_BOOKINGS, checkOut);
export const postNoShow: CallerHandler = async (c, ctx) => changing(c, ctx, NAMED_BOOKINGS, noShow);

/** Not a POST: it takes no Idempotency-Key, and may be sent again as it is. */
export const patchReservation: CallerHandler = async (c, ctx) => {
  const body = await readJson(c.req.raw);
  if (!body.ok) return answer(ctx, body);
  const parsed = parseGuestChanges(body.value);
  if (!parsed.ok) return answer(ctx, parsed);
  return changedAnswer(ctx, await changeGuests(ctx, callOf(c, null), parsed.value), fieldHeaders(GuestChangesSchema, body.value));
};

/** How a body is read. */
interface BodyReader<T> {
  parse: (body: unknown) => WireResult<T>;
  schema: z.core.$ZodType;
}

type ChangeVerb<T> = (ctx: CallerCtx, call: ChangeCall, request: T) => Promise<Result<Changed>>;

/** A POST: the body, which may be left out, the key it came under, the verb, the answer. */
async function changing<T>(
  c: HttpContext,
  ctx: CallerCtx,
  { parse, schema }: BodyReader<T>,
  verb: ChangeVerb<T>,
  more: (changed: Changed) => object = () => ({}),
): Promise<Response> {
  const keyed = await readKeyedJson(c.req.raw, ctx.principal, { mayBeEmpty: true });
  if (!keyed.ok) return answer(ctx, keyed);
  const parsed = parse(keyed.value.body);
  if (!parsed.ok) return answer(ctx, parsed);
  const changed = await verb(ctx, callOf(c, keyed.value.idempotent), parsed.value);
  return changedAnswer(ctx, changed, fieldHeaders(schema, keyed.value.body), more);
}

function changedAnswer(
  ctx: CallerCtx,
  changed: Result<Changed>,
  notices: Record<string, string>,
  more: (changed: Changed) => object = () => ({}),
): Response {
  if (!changed.ok) return answer(ctx, changed);
  const { reservation, replayed } = changed.value;
  const headers = { ...reservationHeaders(reservation), ...replayHeaders(replayed), ...notices };
  return json({ ...reservationJson(reservation), ...more(changed.value) }, headers);
}

function callOf(c: HttpContext, idempotent: ChangeCall["idempotent"]): ChangeCall {
  return { reservationId: c.req.param("reservationId") ?? "", ifMatch: versionsOf(c.req.header("If-Match")), idempotent };
}

/** RFC 9110 §13.1.1: strong comparison, so a weak tag is no version's. Null: none asked for, or `*`. */
function versionsOf(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const version = VERSION_TAG.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
