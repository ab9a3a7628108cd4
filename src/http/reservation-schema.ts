/**
 * The body of POST /reservations/{groupId}: spec.md "Reservation", contract §4. What fields may hold by themselves;
 * what they mean together and in the catalogue is domain/booking-checks.ts.
 */
import * as z from "zod";
import { parseDate } from "../domain/calendar-date.ts";
import type { BookingRequest, ReservationRequest } from "../domain/reservation.ts";
import { isXmlText } from "../domain/xml-text.ts";
import {
  BOOKING_EXTRAS_MAX,
  BOOKINGS_MAX,
  ECHOED_LIST_MAX,
  EMAIL_CHARS_MAX,
  ID_CHARS_MAX,
  LONG_TEXT_CHARS_MAX,
  PARTY_MEMBERS_MAX,
  STAY_NIGHTS_MAX,
  TEXT_CHARS_MAX,
} from "../platform/limits.ts";

import type { ReservationInput } from "../service/submit-reservation.ts";
import { fieldErrors } from "./validation.ts";

const NOT_BLANK = /\S/;

/** Any text the ledger can hold. */
function text(charsMax: number = TEXT_CHARS_MAX) {
  return z.string().max(charsMax).refine(isXmlText, "Holds a control character or half of a surrogate pair.");
}

function requiredText(charsMax: number = TEXT_CHARS_MAX) {
  return text(charsMax).regex(NOT_BLANK, "Must not be empty.");
}

/** A list whose elements are read only where there are not too many, so that work and errors stay bounded. */
function list<T extends z.ZodType>(element: T, max: number, min = 0) {
  return z.preprocess(
    (value, ctx) => {
      if (!Array.isArray(value) || value.length <= max) return value;
      ctx.issues.push({
        code: "too_big",
        origin: "array",
        maximum: max,
        inclusive: true,
        input: value,
        message: `At most ${max} elements.`,
      });
      return z.NEVER;
    },
    z.array(element).min(min, `At least ${min}.`).max(max),
  );
}

/** A day number of a real date written YYYY-MM-DD. */
const DateText = z
  .string()
  .transform((value, ctx) => {
    const day = parseDate(value);
    if (day !== null) return day;
    ctx.issues.push({ code: "custom", input: value, message: "Must be a real date, YYYY-MM-DD." });
    return z.NEVER;
  })
  .meta({ override: { type: "string", format: "date" } });

/** A count carried as a string of digits; where none are needed it may be empty. */
function countText(min: 0 | 1) {
  const message = `Must be a string of digits, ${min} to ${PARTY_MEMBERS_MAX}.`;
  const digits = min === 0 ? /^\d{0,9}$/ : /^\d{1,9}$/;
  return z.string(message).refine((text) => digits.test(text) && Number(text) >= min && Number(text) <= PARTY_MEMBERS_MAX, message);
}

const ExtraSchema = z.object({
  id: requiredText(ID_CHARS_MAX),
  name: text(LONG_TEXT_CHARS_MAX).optional(),
  description: text(LONG_TEXT_CHARS_MAX).optional(),
  details: list(list(text(LONG_TEXT_CHARS_MAX), ECHOED_LIST_MAX), ECHOED_LIST_MAX).optional(),
  images: list(z.object({ url: text(LONG_TEXT_CHARS_MAX), alt: text(LONG_TEXT_CHARS_MAX) }).partial(), ECHOED_LIST_MAX).optional(),
  price: z.number().optional(),
  chargeMode: text().optional(),
  chargeDays: list(list(DateText, STAY_NIGHTS_MAX), STAY_NIGHTS_MAX).default([]),
  chargePrepayment: z.boolean().optional(),
  currency: text().optional(),
});

const GuestSchema = z.object({
  title: text().default(""),
  firstname: text().default(""),
  lastname: text().default(""),
  useBillingDetails: z.boolean().default(false),
});

const BOOKING_FIELDS = {
  hotelId: requiredText(ID_CHARS_MAX),
  roomId: requiredText(ID_CHARS_MAX),
  rateId: requiredText(ID_CHARS_MAX),
  checkInDate: DateText,
  checkOutDate: DateText,
  adult: countText(1)
    .transform(Number)
    .meta({ override: { type: "string", pattern: "^[0-9]+$" }, example: "2" }),
  children: countText(0)
    .default("0")
    .transform(Number)
    .meta({ override: { type: "string", pattern: "^[0-9]*$", default: "0" } }),
  promoCode: text(ID_CHARS_MAX).default(""),
  bedConfiguration: text().default(""),
  extras: list(ExtraSchema, BOOKING_EXTRAS_MAX).default([]),
  guest: GuestSchema.default({ title: "", firstname: "", lastname: "", useBillingDetails: false }).transform(guestOf),
};

/** spec.md's Reservation. Unknown fields are ignored. */
export const ReservationSchema = z.object({
  billingDetails: z.object({
    title: text().default(""),
    firstname: requiredText(),
    lastname: requiredText(),
    phone: text().default(""),
    email: requiredText(EMAIL_CHARS_MAX),
    address1: text().default(""),
    address2: text().default(""),
    city: text().default(""),
    postcode: text().default(""),
    country: text().default(""),
    mailList: z.boolean().default(false),
  }),
  bookings: list(z.object(BOOKING_FIELDS), BOOKINGS_MAX, 1),
});

/** The reservation, or every invalid field together with those bookings' fields that can still be checked further. */
export function parseReservation(body: unknown): ReservationInput {
  const parsed = ReservationSchema.safeParse(body);
  if (parsed.success) return { valid: true, reservation: parsed.data satisfies ReservationRequest };
  return { valid: false, errors: fieldErrors(parsed.error), bookings: validParts(body) };
}

/** A guest needs a name unless the billing details stand for it. */
function guestOf(guest: z.output<typeof GuestSchema>, ctx: z.RefinementCtx): BookingRequest["guest"] {
  const { useBillingDetails, ...named } = guest;
  if (useBillingDetails) return null;
  for (const field of ["firstname", "lastname"] as const) {
    if (NOT_BLANK.test(named[field])) continue;
    ctx.issues.push({ code: "custom", path: [field], input: guest, message: "Required unless useBillingDetails is true." });
  }
  return named;
}

/** The fields of each booking that are valid by themselves. */
function validParts(body: unknown): Partial<BookingRequest>[] {
  const bookings: unknown = isObject(body) ? body.bookings : undefined;
  if (!Array.isArray(bookings) || bookings.length > BOOKINGS_MAX) return [];
  return bookings.map((booking: unknown) => {
    if (!isObject(booking)) return {};
    const fields = Object.entries(BOOKING_FIELDS).map(([name, schema]) => [name, schema.safeParse(booking[name])] as const);
    return Object.fromEntries(fields.flatMap(([name, field]) => (field.success ? [[name, field.data]] : [])));
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
