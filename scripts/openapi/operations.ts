/** What every route does, for the OpenAPI document. One entry per line of the route table, by "METHOD path". */
import * as z from "zod";
import type { WireFailure } from "../../src/http/problem.ts";
import { IDEMPOTENCY_KEY_CHARS_MAX } from "../../src/change/limits.ts";
import { ReservationSchema } from "../../src/http/reservation-schema.ts";
import { HotelQuerySchema } from "../../src/http/hotels.ts";
import { AmendmentQuerySchema } from "../../src/http/reservation-changes.ts";
import { ReservationListSchema } from "../../src/http/reservations.ts";
import { AmendmentSchema, CancellationSchema, GuestChangesSchema, NamedBookingsSchema } from "../../src/http/change-schema.ts";
import { LogInSchema, OperatorLogInSchema } from "../../src/http/sessions.ts";
import { StayQuerySchema } from "../../src/http/stay-query.ts";
import { AccountQuerySchema, DocumentListSchema, DocumentSchema } from "../../src/http/document-schema.ts";
import { ARI_OPERATIONS } from "./ari.ts";
import { EXPLANATION_OPERATIONS } from "./explanations.ts";
import { CONTENT_OPERATIONS } from "./content.ts";
import { EventQuerySchema } from "../../src/http/event-query.ts";
import { BOOKING_ID, SAMPLE_DAY, SAMPLE_DEPARTURE } from "./samples.ts";
import { PARTNER_OPERATIONS } from "./partner-operations.ts";
import { NewWebhookSchema, WebhookChangeSchema } from "../../src/http/webhook-schema.ts";
import { WebhookListSchema } from "../../src/http/webhooks.ts";
import {
  Account,
  AvailabilityEntry,
  DocumentPage,
  EventPage,
  Health,
  Hotel,
  Offers,
  PeriodList,
  PeriodStatement,
  PostedDocument,
  Profile,
  CancellationAnswer,
  CancellationQuote,
  ReservationAnswer,
  ReservationList,
  Root,
  Session,
  Webhook,
  WebhookList,
  WebhookSecret,
  WebhookTest,
} from "./answers.ts";

export interface Operation {
  operationId: string;
  tag: "Booking" | "Ledger" | "Rates and stock" | "Content" | "Events" | "Sessions" | "Financial export" | "Partners" | "Service";
  summary: string;
  description?: string;
  query?: z.core.$ZodObject;
  header?: z.core.$ZodObject;
  body?: z.core.$ZodType;
  /** A request of which an example says more than the schema. */
  example?: unknown;
  /** The answer of success; `created`: with 201 where it made what it answers. */
  success: { status: 200 | 201 | 204; description: string; schema?: z.core.$ZodType; created?: true; headers?: Record<string, string> };
  /** An XML operation: its request and answer as samples, its parameter op. */
  xml?: { request: string; answer: string };
  /** A form that is answered with XML. */
  form?: { schema: z.core.$ZodType; answer: string };
  /** Problems beside those every route of its access has. */
  problems?: readonly WireFailure["code"][];
}

/** Of every operation that takes a JSON body. */
const BODY_PROBLEMS = ["malformed_json", "body_too_large", "unsupported_media_type"] as const;

const RESERVATION_EXAMPLE = {
  billingDetails: { firstname: "Ana", lastname: "Silva", email: "ana@example.com", country: "PT" },
  bookings: [
    {
      hotelId: "demo-amsterdam",
      roomId: "DBL",
      rateId: "FLEX",
      checkInDate: SAMPLE_DAY,
      checkOutDate: SAMPLE_DEPARTURE,
      adult: "2",
      guest: { useBillingDetails: true },
    },
  ],
};

const XML_REQUEST = `<LogIn xmlns="urn:tabard:financial-export">
  <SiteID>demo</SiteID>
  <OperatorCode>FINANCE</OperatorCode>
  <Password>demo-password</Password>
</LogIn>`;

const XML_ANSWER = `<LogInResponse xmlns="urn:tabard:financial-export">
  <LogInResult><ExceptionCode>0</ExceptionCode><ExceptionDescription>No error</ExceptionDescription></LogInResult>
  <SessionID>…</SessionID>
</LogInResponse>`;

const VERSION = { ETag: 'The version: `"v1"`. Send it as If-Match with a change.' };
const SNAPSHOT = { "Event-Sequence": "Of the newest event at this moment: follow the feed from here." };
const REPLAYED = { "Idempotency-Replayed": "`true` where this is the answer of an earlier request." };
const CHANGED = { ...VERSION, ...REPLAYED };
const IF_MATCH = z.string().optional().meta({ description: "The ETag the caller has seen." });
const CHANGE_PROBLEMS = [
  ...BODY_PROBLEMS,
  "not_found",
  "version_conflict",
  "not_changeable",
  "invalid_reservation",
  "idempotency_in_progress",
  "idempotency_key_reused",
] as const;

/** What every change of a reservation takes. */
function change(body: z.core.$ZodType, example: unknown) {
  const key = z.string().min(1).max(IDEMPOTENCY_KEY_CHARS_MAX).optional();
  return { header: z.object({ "Idempotency-Key": key, "If-Match": IF_MATCH }), body, example };
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /hotels/:groupId": {
    operationId: "listHotels",
    tag: "Booking",
    summary: "List the hotels of a group",
    query: HotelQuerySchema,
    header: z.object({ "If-None-Match": z.string().optional() }),
    success: {
      status: 200,
      description: "The hotels, by id.",
      schema: z.array(Hotel),
      headers: { ETag: "Changes with the list.", "Content-Language": "The language given." },
    },
  },
  "GET /availabilities/:groupId": {
    operationId: "getAvailability",
    tag: "Booking",
    summary: "Find the lowest price per hotel for a stay",
    description: "Hotels that cannot take the stay are left out.",
    query: StayQuerySchema,
    success: { status: 200, description: "One entry per hotel, by id.", schema: z.array(AvailabilityEntry) },
  },
  "GET /offers/:groupId/:hotelId": {
    operationId: "getOffers",
    tag: "Booking",
    summary: "List the rooms and rates of a hotel for a stay",
    description: "Everything a reservation needs: roomId, rateId, bed configurations, and the extras that can be added.",
    query: StayQuerySchema,
    success: { status: 200, description: "The offers; none where the hotel cannot take the stay.", schema: Offers },
    problems: ["not_found"],
  },
  "POST /reservations/:groupId": {
    operationId: "submitReservation",
    tag: "Booking",
    summary: "Submit a reservation",
    description: "All bookings are accepted or none. With an Idempotency-Key a retry gives the first answer again, for 24 hours.",
    header: z.object({ "Idempotency-Key": z.string().min(1).max(IDEMPOTENCY_KEY_CHARS_MAX).optional() }),
    body: ReservationSchema,
    example: RESERVATION_EXAMPLE,
    success: {
      status: 200,
      description: "Confirmed.",
      schema: ReservationAnswer,
      headers: {
        Location: "Where the reservation can be read.",
        ...VERSION,
        "Idempotency-Replayed": "`true` where this is the answer of an earlier request.",
      },
    },
    problems: [
      "malformed_json",
      "unavailable",
      "price_changed",
      "idempotency_in_progress",
      "body_too_large",
      "unsupported_media_type",
      "invalid_reservation",
      "idempotency_key_reused",
    ],
  },
  "GET /reservations/:groupId": {
    operationId: "listReservations",
    tag: "Booking",
    summary: "List reservations",
    description: "The caller's own; with the scope `bookings` all. Oldest first.",
    query: ReservationListSchema,
    success: { status: 200, description: "A page.", schema: ReservationList, headers: SNAPSHOT },
    problems: ["not_found"],
  },
  "GET /reservations/:groupId/:reservationId": {
    operationId: "getReservation",
    tag: "Booking",
    summary: "Read a reservation",
    success: { status: 200, description: "As it is now.", schema: ReservationAnswer, headers: { ...VERSION, ...SNAPSHOT } },
    problems: ["not_found"],
  },
  "PATCH /reservations/:groupId/:reservationId": {
    operationId: "changeGuests",
    tag: "Booking",
    summary: "Change names and addresses",
    description: "The fields given replace, the rest stays. No document is written.",
    header: z.object({ "If-Match": IF_MATCH }),
    body: GuestChangesSchema,
    example: { billingDetails: { email: "ana.silva@example.com" } },
    success: { status: 200, description: "As it is now.", schema: ReservationAnswer, headers: VERSION },
    problems: [...BODY_PROBLEMS, "not_found", "version_conflict", "invalid_reservation"],
  },
  "GET /reservations/:groupId/:reservationId/cancellation": {
    operationId: "quoteCancellation",
    tag: "Booking",
    summary: "Ask what cancelling now would cost",
    success: { status: 200, description: "Of the bookings that can be cancelled.", schema: CancellationQuote },
    problems: ["not_found"],
  },
  "POST /reservations/:groupId/:reservationId/cancellation": {
    operationId: "cancelBookings",
    tag: "Booking",
    summary: "Cancel bookings",
    description: "Without a body all that can be. What is cancelled already is passed over.",
    ...change(CancellationSchema, { reason: "The guest is ill." }),
    success: { status: 200, description: "The reservation, and what was cancelled.", schema: CancellationAnswer, headers: CHANGED },
    problems: [...CHANGE_PROBLEMS, "price_changed"],
  },
  "POST /reservations/:groupId/:reservationId/amendment": {
    operationId: "amendBookings",
    tag: "Booking",
    summary: "Amend bookings: dates, room, rate, party, extras",
    description: "All or nothing. `pricing` keep: what stays as it was booked keeps its price. With `dryRun` nothing is written.",
    ...change(AmendmentSchema, { bookings: [{ bookingId: BOOKING_ID, checkOutDate: "2027-05-04" }] }),
    query: AmendmentQuerySchema,
    success: { status: 200, description: "The reservation as amended.", schema: ReservationAnswer, headers: CHANGED },
    problems: [...CHANGE_PROBLEMS, "unavailable", "price_changed", "too_many_requests"],
  },
  "POST /reservations/:groupId/:reservationId/check-in": {
    operationId: "checkIn",
    tag: "Booking",
    summary: "Check bookings in",
    ...change(NamedBookingsSchema, { bookings: [{ bookingId: BOOKING_ID }] }),
    success: { status: 200, description: "The reservation.", schema: ReservationAnswer, headers: CHANGED },
    problems: CHANGE_PROBLEMS,
  },
  "POST /reservations/:groupId/:reservationId/check-out": {
    operationId: "checkOut",
    tag: "Booking",
    summary: "Check bookings out",
    description: "All that is expected is invoiced.",
    ...change(NamedBookingsSchema, { bookings: [{ bookingId: BOOKING_ID }] }),
    success: { status: 200, description: "The reservation.", schema: ReservationAnswer, headers: CHANGED },
    problems: CHANGE_PROBLEMS,
  },
  "POST /reservations/:groupId/:reservationId/no-show": {
    operationId: "markNoShow",
    tag: "Booking",
    summary: "Mark bookings as no-shows",
    ...change(NamedBookingsSchema, { bookings: [{ bookingId: BOOKING_ID }] }),
    success: { status: 200, description: "The reservation.", schema: ReservationAnswer, headers: CHANGED },
    problems: CHANGE_PROBLEMS,
  },
  "GET /events/:groupId": {
    operationId: "readEvents",
    tag: "Events",
    summary: "Read what happened, in order",
    description:
      "Every committed change is an event, without a gap. With `wait` the answer comes as soon as there is one. " +
      "`Accept: text/event-stream` gives the same as server-sent events, for which Last-Event-ID wins over `after`.",
    query: EventQuerySchema,
    header: z.object({ "Last-Event-ID": z.string().optional() }),
    success: { status: 200, description: "The events, by sequence.", schema: EventPage },
  },
  "GET /webhooks/:groupId": {
    operationId: "listWebhooks",
    tag: "Events",
    summary: "List the webhooks",
    query: WebhookListSchema,
    success: { status: 200, description: "The caller's, by age.", schema: WebhookList },
  },
  "POST /webhooks/:groupId": {
    operationId: "createWebhook",
    tag: "Events",
    summary: "Have events sent to a URL",
    description: "Messages and signatures are those of the Standard Webhooks specification. Takes no Idempotency-Key.",
    body: NewWebhookSchema,
    example: { url: "https://receiver.example.com/tabard", types: ["reservation.created", "booking.*"] },
    success: { status: 201, description: "Made; its secret is shown this once.", schema: WebhookSecret },
    problems: [...BODY_PROBLEMS, "invalid_webhook"],
  },
  "PATCH /webhooks/:groupId/:webhookId": {
    operationId: "changeWebhook",
    tag: "Events",
    summary: "Change, disable or enable a webhook",
    description: "Enabled again, it goes on from its cursor.",
    body: WebhookChangeSchema,
    example: { state: "enabled" },
    success: { status: 200, description: "As it is now.", schema: Webhook },
    problems: [...BODY_PROBLEMS, "invalid_webhook", "not_found"],
  },
  "DELETE /webhooks/:groupId/:webhookId": {
    operationId: "deleteWebhook",
    tag: "Events",
    summary: "Remove a webhook",
    success: { status: 204, description: "Removed." },
    problems: ["not_found"],
  },
  "POST /webhooks/:groupId/:webhookId/rotate": {
    operationId: "rotateWebhookSecret",
    tag: "Events",
    summary: "Make a new secret",
    description: "Both secrets sign for 24 hours. Takes no Idempotency-Key.",
    success: { status: 200, description: "The new secret, shown this once.", schema: WebhookSecret },
    problems: ["not_found"],
  },
  "POST /webhooks/:groupId/:webhookId/test": {
    operationId: "testWebhook",
    tag: "Events",
    summary: "Send a message of type webhook.test now",
    success: { status: 200, description: "What came of it.", schema: WebhookTest },
    problems: ["not_found"],
  },
  "POST /documents/:groupId": {
    operationId: "postDocument",
    tag: "Ledger",
    summary: "Post a document",
    description:
      "A charge to a booking, an invoice of what is open or of any other account, a credit note for part or all of an invoice, a payment or its refund. What was written is never changed: a correction is another document.",
    body: DocumentSchema,
    example: { transactionType: "Payment", bookingId: BOOKING_ID, payCode: "CARD", gross: 120.5, externalReference: "TX-4711" },
    success: { status: 201, description: "The document, with its number and period.", schema: PostedDocument },
    problems: [
      ...BODY_PROBLEMS,
      "invalid_document",
      "not_changeable",
      "exceeds_invoice",
      "exceeds_payment",
      "idempotency_key_reused",
      "idempotency_in_progress",
    ],
  },
  "GET /documents/:groupId": {
    operationId: "listDocuments",
    tag: "Ledger",
    summary: "List documents in order of ModifiedKey",
    query: DocumentListSchema,
    success: { status: 200, description: "The documents behind `after`.", schema: DocumentPage },
    problems: ["not_found"],
  },
  "GET /accounts/:groupId/:reference": {
    operationId: "getAccount",
    tag: "Ledger",
    summary: "Read an account",
    description:
      "What its open Proformas expect, what was charged, what was paid. The header Event-Sequence says where to follow the feed from.",
    query: AccountQuerySchema,
    success: { status: 200, description: "The account as it is, with its newest 1,000 documents.", schema: Account },
    problems: ["not_found"],
  },
  "GET /periods/:groupId/:hotelId": {
    operationId: "listPeriods",
    tag: "Ledger",
    summary: "List the periods of a hotel",
    description: "From the first that has lines to the present one, empty ones too. None where the hotel keeps none.",
    success: { status: 200, description: "The periods, oldest first.", schema: PeriodList },
    problems: ["not_found"],
  },
  "POST /periods/:groupId/:hotelId/:periodId/close": {
    operationId: "closePeriod",
    tag: "Ledger",
    summary: "Close the oldest open period",
    description:
      "For ever: the database takes no more lines in it. Closed already, it gives the same statement. After 503, ask again: it goes on.",
    success: { status: 200, description: "The statement.", schema: PeriodStatement },
    problems: ["not_found", "period_order", "period_running", "idempotency_key_reused", "idempotency_in_progress"],
  },
  "GET /profile/:groupId": {
    operationId: "getProfile",
    tag: "Booking",
    summary: "Read the profile of the session's user",
    description: "Needs a user session: an API key has no profile.",
    success: { status: 200, description: "The profile.", schema: Profile },
  },
  ...ARI_OPERATIONS,
  ...EXPLANATION_OPERATIONS,
  ...CONTENT_OPERATIONS,
  "POST /sessions/:groupId": {
    operationId: "openSession",
    tag: "Sessions",
    summary: "Log a user or an operator in",
    description:
      "With `email` and `password` a user's session of 60 minutes; with `siteId`, `operatorCode` and `password` an operator's of 8 hours. " +
      "60 log-ins a minute, per account and per address.",
    body: z.union([LogInSchema, OperatorLogInSchema]),
    example: { email: "guest@demo.test", password: "demo-password" },
    success: { status: 200, description: "A session.", schema: Session },
    problems: ["unauthorized", "too_many_requests", "malformed_json", "body_too_large", "unsupported_media_type"],
  },
  "DELETE /sessions/:groupId": {
    operationId: "closeSession",
    tag: "Sessions",
    summary: "End the caller's session",
    success: { status: 204, description: "Ended." },
  },
  "POST /soap": {
    operationId: "callSoap",
    tag: "Financial export",
    summary: "Call an operation of the XML interface",
    description:
      "`LogIn`, `LogOut`, `cim_FinancialExportReportV2`; the body's root decides. Plain XML, SOAP 1.1 and SOAP 1.2 are answered in kind. " +
      "Samples of all forms: `GET /soap?op=NAME`; for SOAP clients: `GET /soap?wsdl`.",
    query: z.object({
      op: z.enum(["LogIn", "LogOut", "cim_FinancialExportReportV2"]).optional().meta({ description: "May not contradict the body." }),
    }),
    xml: { request: XML_REQUEST, answer: XML_ANSWER },
    success: { status: 200, description: "The operation's answer; a refusal has an ExceptionCode other than 0." },
  },
  ...PARTNER_OPERATIONS,
  "GET /health": {
    operationId: "getHealth",
    tag: "Service",
    summary: "Ask whether the service and its database answer",
    success: { status: 200, description: "They do.", schema: Health },
  },
  "GET /": {
    operationId: "getRoot",
    tag: "Service",
    summary: "Read what this is, with links",
    description: "A page for browsers.",
    success: { status: 200, description: "Name and links.", schema: Root },
  },
};
