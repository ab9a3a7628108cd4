/**
 * The body of POST /reservations/{groupId}: docs/interface.md §4.6. What fields may hold by themselves;
 * what they mean together and in the catalogue is reservations/rules/booking-checks.ts.
 */
import * as z from "zod/mini";
import { parseDate } from "../base/calendar-date.ts";
import type { BookingRequest, ReservationRequest } from "../reservations/rules/reservation.ts";
import { isXmlText } from "../base/xml-text.ts";
import { EMAIL_CHARS_MAX, ID_CHARS_MAX, TEXT_CHARS_MAX } from "../base/limits.ts";
import { ECHOED_LIST_MAX, LONG_TEXT_CHARS_MAX } from "./limits.ts";
import { BOOKING_EXTRAS_MAX, BOOKINGS_MAX } from "../reservations/limits.ts";
import { PARTY_MEMBERS_MAX, STAY_NIGHTS_MAX } from "../selling/limits.ts";

import type { ReservationInput } from "../reservations/submit-reservation.ts";
import { fieldErrors } from "./validation.ts";

const NOT_BLANK = /\S/;

/** Any text the ledger can hold. */
export function text(charsMax: number = TEXT_CHARS_MAX) {
  return z.string().check(z.maxLength(charsMax), z.refine(isXmlText, "Holds a control character or half of a surrogate pair."));
}

export function requiredText(charsMax: number = TEXT_CHARS_MAX) {
  return text(charsMax).check(z.regex(NOT_BLANK, "Must not be empty."));
}

function optionalText(charsMax: number = TEXT_CHARS_MAX) {
  return z._default(text(charsMax), "");
}

/** A text the catalogue gave and the client sends back; it is not stored. */
function echoedText() {
  return text(LONG_TEXT_CHARS_MAX);
}

/** A list whose elements are read only where there are not too many, so that work and errors stay bounded. */
export function list<T extends z.core.$ZodType>(element: T, max: number, min = 0) {
  const bounded = z.transform((value: unknown, ctx) => {
    if (!Array.isArray(value) || value.length <= max) return value;
    ctx.issues.push({ code: "too_big", origin: "array", maximum: max, inclusive: true, input: value });
    return z.NEVER;
  });
  return z.pipe(bounded, z.array(element).check(z.minLength(min), z.maxLength(max)));
}

/** A day number of a real date written YYYY-MM-DD. */
const DateText = z
  .pipe(
    z.string(),
    z.transform((value: string, ctx) => {
      const day = parseDate(value);
      if (day !== null) return day;
      ctx.issues.push({ code: "custom", input: value, message: "Must be a real date, YYYY-MM-DD." });
      return z.NEVER;
    }),
  )
  .check(z.meta({ override: { type: "string", format: "date" } }));

/** A count carried as a string of digits; where none are needed it may be empty. */
function countText(min: 0 | 1) {
  const message = `Must be a string of digits, ${min} to ${PARTY_MEMBERS_MAX}.`;
  const digits = min === 0 ? /^\d{0,9}$/ : /^\d{1,9}$/;
  const isCount = (value: string): boolean => digits.test(value) && Number(value) >= min && Number(value) <= PARTY_MEMBERS_MAX;
  return z.string().check(z.refine(isCount, message), z.meta({ pattern: min === 0 ? "^[0-9]*$" : "^[0-9]+$" }));
}

const ExtraSchema = z.object({
  id: requiredText(ID_CHARS_MAX),
  name: z.optional(echoedText()),
  description: z.optional(echoedText()),
  details: z.optional(list(list(echoedText(), ECHOED_LIST_MAX), ECHOED_LIST_MAX)),
  images: z.optional(list(z.object({ url: z.optional(echoedText()), alt: z.optional(echoedText()) }), ECHOED_LIST_MAX)),
  price: z.optional(z.number()),
  chargeMode: z.optional(text()),
  chargeDays: z._default(list(list(DateText, STAY_NIGHTS_MAX), STAY_NIGHTS_MAX), []),
  chargePrepayment: z.optional(z.boolean()),
  currency: z.optional(text()),
});

const GuestSchema = z.object({
  title: optionalText(),
  firstname: optionalText(),
  lastname: optionalText(),
  useBillingDetails: z._default(z.boolean(), false),
});

const Adults = z.pipe(countText(1), z.transform(Number));
const Extras = list(ExtraSchema, BOOKING_EXTRAS_MAX);

const BOOKING_FIELDS = {
  hotelId: requiredText(ID_CHARS_MAX),
  roomId: requiredText(ID_CHARS_MAX),
  rateId: requiredText(ID_CHARS_MAX),
  checkInDate: DateText,
  checkOutDate: DateText,
  adult: Adults,
  children: z.pipe(z._default(countText(0), "0"), z.transform(Number)),
  promoCode: optionalText(ID_CHARS_MAX),
  bedConfiguration: optionalText(),
  extras: z._default(Extras, []),
  /** What the guest was shown: the offer's total and the extras. */
  expectedTotal: z.optional(z.number()),
  guest: z.pipe(z._default(GuestSchema, { title: "", firstname: "", lastname: "", useBillingDetails: false }), z.transform(guestOf)),
};

/** What of a booking may be amended; what is left out stays. */
export const AMENDABLE_FIELDS = {
  roomId: z.optional(BOOKING_FIELDS.roomId),
  rateId: z.optional(BOOKING_FIELDS.rateId),
  checkInDate: z.optional(DateText),
  checkOutDate: z.optional(DateText),
  adult: z.optional(Adults),
  children: z.optional(z.pipe(countText(0), z.transform(Number))),
  promoCode: z.optional(text(ID_CHARS_MAX)),
  bedConfiguration: z.optional(text()),
  extras: z.optional(Extras),
};

const BILLING_TEXTS = { title: text(), phone: text(), address1: text(), address2: text(), city: text(), postcode: text(), country: text() };

/** Billing details to replace; what is left out stays. */
export const BillingChangesSchema = z.partial(
  z.object({
    ...BILLING_TEXTS,
    firstname: requiredText(),
    lastname: requiredText(),
    email: requiredText(EMAIL_CHARS_MAX),
    mailList: z.boolean(),
  }),
);

/** The body of docs/interface.md §4.6. Unknown fields are ignored. */
export const ReservationSchema = z.object({
  billingDetails: z.object({
    title: optionalText(),
    firstname: requiredText(),
    lastname: requiredText(),
    phone: optionalText(),
    email: requiredText(EMAIL_CHARS_MAX),
    address1: optionalText(),
    address2: optionalText(),
    city: optionalText(),
    postcode: optionalText(),
    country: optionalText(),
    mailList: z._default(z.boolean(), false),
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
function guestOf(guest: z.output<typeof GuestSchema>, ctx: z.core.ParsePayload): BookingRequest["guest"] {
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
