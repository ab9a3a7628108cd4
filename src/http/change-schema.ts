/** The bodies of what changes a reservation: docs/interface.md §11. What they mean is for the verbs. */
import * as z from "zod/mini";
import { type FieldError, fail, ok } from "../base/result.ts";
import type { AmendmentRequest } from "../reservations/amend-bookings.ts";
import type { CancellationRequest } from "../reservations/cancel-bookings.ts";
import type { GuestChanges } from "../reservations/change-guests.ts";
import { BOOKINGS_MAX, REASON_CHARS_MAX } from "../reservations/limits.ts";
import type { NamedBookings } from "../reservations/move-bookings.ts";
import { ID_CHARS_MAX } from "../base/limits.ts";
import type { WireResult } from "./problem.ts";
import { AMENDABLE_FIELDS, BillingChangesSchema, list, requiredText, text } from "./reservation-schema.ts";
import { fieldErrors } from "./validation.ts";

const bookingId = requiredText(ID_CHARS_MAX);

/** Booking ids, for what moves bookings. */
export const NamedBookingsSchema = z.object({ bookings: z.optional(list(z.object({ bookingId }), BOOKINGS_MAX, 1)) });

export const CancellationSchema = z.object({
  bookings: z.optional(list(z.object({ bookingId, expectedFee: z.optional(z.number()) }), BOOKINGS_MAX, 1)),
  reason: z._default(text(REASON_CHARS_MAX), ""),
  waiveFee: z._default(z.boolean(), false),
});

const AmendedBookingSchema = z.object({ bookingId, ...AMENDABLE_FIELDS });

export const AmendmentSchema = z.object({
  bookings: list(AmendedBookingSchema, BOOKINGS_MAX, 1),
  pricing: z._default(z.enum(["keep", "current"], "Must be keep or current."), "keep"),
  expectedTotals: z.optional(list(z.object({ currencyCode: text(), totalPrice: z.number() }), BOOKINGS_MAX)),
});

const name = z.optional(requiredText());

export const GuestChangesSchema = z.object({
  billingDetails: z.optional(BillingChangesSchema),
  bookings: z.optional(
    list(
      z.object({
        bookingId,
        guest: z.object({
          title: z.optional(text()),
          firstname: name,
          lastname: name,
          useBillingDetails: z._default(z.boolean(), false),
        }),
      }),
      BOOKINGS_MAX,
      1,
    ),
  ),
});

export function parseNamedBookings(body: unknown): WireResult<NamedBookings> {
  const parsed = parse(NamedBookingsSchema, body);
  return parsed.ok ? ok(parsed.value.bookings ?? null) : parsed;
}

export function parseCancellation(body: unknown): WireResult<CancellationRequest> {
  const parsed = parse(CancellationSchema, body);
  return parsed.ok ? ok({ ...parsed.value, bookings: parsed.value.bookings ?? null }) : parsed;
}

export function parseAmendment(body: unknown): WireResult<AmendmentRequest> {
  const parsed = parse(AmendmentSchema, body);
  return parsed.ok ? ok({ ...parsed.value, expectedTotals: parsed.value.expectedTotals ?? null }) : parsed;
}

export function parseGuestChanges(body: unknown): WireResult<GuestChanges> {
  const parsed = parse(GuestChangesSchema, body);
  if (!parsed.ok) return parsed;
  const { billingDetails = {}, bookings } = parsed.value;
  const guests = bookings?.map(({ bookingId: id, guest: { useBillingDetails, ...guest } }) => ({
    bookingId: id,
    guest: given(guest),
    useBillingDetails,
  }));
  return ok({ billingDetails: given(billingDetails), bookings: guests ?? null });
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): WireResult<z.output<Schema>> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const errors: FieldError[] = fieldErrors(parsed.error);
  return fail({ code: "invalid_reservation", errors });
}

/** Without what is undefined, which would replace. */
function given<T extends object>(fields: T): { [Field in keyof T]?: Exclude<T[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T]?: Exclude<T[Field], undefined>;
  };
}
