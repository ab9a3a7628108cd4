/** The answers of the JSON interface as schemas: docs/interface.md §4 and §5. */
import * as z from "zod";
import { BOOKING_STATUSES } from "../../src/reservations/rules/reservation.ts";
import { PROBLEMS } from "../../src/http/problem.ts";

const Image = z.object({ url: z.string(), alt: z.string() }).meta({ id: "Image" });

const text = z.string();

export const Hotel = z
  .object({
    id: text,
    name: text,
    description: text.meta({ description: "In the language asked for, see Content-Language." }),
    address1: text,
    address2: text,
    postcode: text,
    email: text,
    telephone: text,
    town: text,
    country: text,
    images: z.array(Image),
    chekInHours: text.meta({ description: "Hour of check-in. Spelled so." }),
    chekInMinutes: text,
    chekOutHours: text,
    chekOutMinutes: text,
    starRating: text,
    facilities: z.array(z.object({ code: z.int() }).meta({ id: "Facility" })),
    position: z.object({ latitude: z.number(), longitude: z.number(), timezone: text }).meta({ id: "Position" }),
  })
  .meta({ id: "Hotel" });

const sequence = z.int().meta({ description: "Place in the group's log of events, from 1, without gaps." });

export const Event = z
  .object({
    id: text.meta({ description: "Of this event for ever, in the feed and as `webhook-id`." }),
    sequence,
    type: text.meta({ example: "booking.cancelled" }),
    timestamp: z.iso.datetime(),
    subject: text.meta({ description: "Path to read the truth at." }),
    data: z.record(z.string(), z.unknown()).meta({ description: "By type; no personal data." }),
  })
  .meta({ id: "Event" });

export const EventPage = z
  .object({ events: z.array(Event), next: z.int().meta({ description: "The next `after`: past what the filter left out." }) })
  .meta({ id: "EventPage" });

const money = z.number().meta({ description: "In units of the hotel's currency." });

export const PostedDocument = z
  .object({
    modifiedKey: z.int(),
    modifiedDate: z.iso.datetime(),
    transactionType: z.enum(["Payment", "Invoice", "CreditNote", "Proforma"]),
    siteId: text,
    transactionReference: text.meta({ description: "The account: a booking's reference, or any other." }),
    uniqueReferenceNumber: text,
    secondReference: text.nullable().meta({ description: "Of a credit note or a refund: what it takes back." }),
    accountNumber: text,
    accountType: z.int(),
    transactionDate: z.iso.datetime(),
    dueDate: z.iso.datetime(),
    periodId: z.int().meta({ description: "YYYYMM or YYYYMMDD; 0 for none." }),
    gross: money,
    lines: z.array(
      z
        .object({
          saleCode: text,
          payCode: text,
          nominalCode: text,
          taxCode: text,
          description: text,
          gross: money,
          nett: money,
          tax: money,
        })
        .meta({ id: "DocumentLine" }),
    ),
  })
  .meta({ id: "Document" });

export const DocumentPage = z
  .object({ documents: z.array(PostedDocument), next: z.int().nullable().meta({ description: "The next `after`." }) })
  .meta({ id: "DocumentPage" });

export const Account = z
  .object({
    reference: text,
    siteId: text,
    currencyCode: text,
    expected: money.meta({ description: "Proformas neither invoiced nor taken back." }),
    charged: money.meta({ description: "Invoices less the credit notes that name them." }),
    paid: money.meta({ description: "Payments less refunds." }),
    balance: money.meta({ description: "charged - paid" }),
    documents: z.array(PostedDocument),
  })
  .meta({ id: "Account" });

const values = z.object({ gross: money, nett: money, tax: money }).meta({ id: "Values" });

const dateTime = text.meta({ description: "In the hotel's own calendar, without a zone.", example: "2026-11-01T00:00:00" });

const sums = z.record(text, values).meta({ description: "By TransactionType, as exported: Payments less refunds." });

export const PeriodList = z
  .object({
    periods: z.array(
      z
        .object({
          periodId: z.int().meta({ description: "YYYYMM or YYYYMMDD" }),
          from: dateTime,
          to: dateTime,
          status: z.enum(["open", "closed"]),
          documents: z.int(),
          lines: z.int(),
          sums,
        })
        .meta({ id: "Period" }),
    ),
  })
  .meta({ id: "PeriodList" });

export const PeriodStatement = z
  .object({
    siteId: text,
    number: z.int().meta({ description: "Of the site's statements, from 1." }),
    periodId: z.int(),
    from: dateTime,
    to: dateTime,
    closedAt: z.iso.datetime(),
    throughKey: z.int().meta({ description: "The group's newest ModifiedKey when the period took its last line." }),
    documents: z.int(),
    lines: z.int(),
    sums,
    byTaxCode: z
      .array(z.object({ taxCode: text, gross: money, nett: money, tax: money }).meta({ id: "TaxTotal" }))
      .meta({ description: "Invoices less credit notes." }),
    previous: text.meta({ description: "The hash of the statement before, or 64 zeros." }),
    hash: text.meta({ description: "SHA-256 over the one before and every line of the period, as docs/interface.md says." }),
  })
  .meta({ id: "PeriodStatement" });

export const Webhook = z
  .object({
    webhookId: text,
    hotelId: text.nullable().meta({ description: "Made by a caller of this hotel, told of its events alone; null: of the whole group." }),
    url: text,
    types: z.array(text),
    state: z.enum(["enabled", "disabled"]),
    disabledReason: z.enum(["asked", "gone", "failing"]).nullable(),
    cursor: z.int().meta({ description: "Sequence of the last event it is done with." }),
    lag: z.int().meta({ description: "Events of the group behind the cursor." }),
    failures: z.int().meta({ description: "Since the last event that was taken." }),
    failingSince: z.iso.datetime().nullable(),
    lastError: text.nullable(),
    nextAttemptAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Webhook" });

export const WebhookList = z.object({ webhooks: z.array(Webhook), next: text.nullable() }).meta({ id: "WebhookList" });

export const WebhookSecret = z
  .object({ webhookId: text, secret: text.meta({ description: "Shown this once. `whsec_` and Base64, by Standard Webhooks." }) })
  .meta({ id: "WebhookSecret" });

export const WebhookTest = z
  .object({ delivered: z.boolean(), status: z.int().nullable(), error: text.nullable() })
  .meta({ id: "WebhookTest" });

export const AvailabilityEntry = z
  .object({
    id: text.meta({ description: "The hotel." }),
    currencyCode: text.meta({ example: "EUR" }),
    priceFrom: z.number().meta({ description: "Lowest price of the whole stay for the whole party, taxes included.", example: 412.5 }),
  })
  .meta({ id: "AvailabilityEntry" });

const Extra = z
  .object({
    id: text,
    name: text,
    description: text,
    details: z.array(z.array(text)),
    images: z.array(Image),
    price: z.number(),
    chargeMode: z.enum(["SingleCharge", "PerRoom", "PerPerson", "PerAdult", "PerChild"]),
    chargeDays: z.array(z.array(text)).meta({ description: "Dates charged, each inside the stay; none: as the catalogue has it." }),
    chargePrepayment: z.boolean(),
    currency: text,
  })
  .meta({ id: "Extra" });

const FeeStep = z
  .object({ from: z.iso.datetime(), fee: z.number() })
  .meta({ id: "FeeStep", description: "From this instant on cancelling costs this much, until the next one's." });

const Offer = z
  .object({
    roomId: text,
    roomName: text,
    rateId: text,
    rateName: text,
    refundable: z.boolean(),
    maxAdults: z.int(),
    maxChildren: z.int(),
    bedConfigurations: z.array(text),
    nights: z.array(z.object({ date: z.iso.date(), price: z.number() })),
    totalPrice: z.number(),
    unitsLeft: z.int(),
    cancellationFees: z.array(FeeStep),
  })
  .meta({ id: "Offer" });

export const Offers = z
  .object({ hotelId: text, currencyCode: text, offers: z.array(Offer), extras: z.array(Extra) })
  .meta({ id: "Offers", description: "Every sellable room and rate, cheapest first." });

export const Profile = z
  .object({
    firstname: text,
    lastname: text,
    companyName: text,
    email: text,
    phone: text,
    address1: text,
    address2: text,
    city: text,
    postcode: text,
    country: text.meta({ description: "ISO 3166-1 alpha-2.", example: "PT" }),
    mailList: z.boolean(),
  })
  .meta({ id: "Profile" });

export const Session = z
  .object({ sessionId: text, expiresAt: z.iso.datetime() })
  .meta({ id: "Session", description: "sessionId is the Bearer token of the next requests." });

const price = z.number();

const BillingDetails = z
  .object({
    title: text,
    firstname: text,
    lastname: text,
    phone: text,
    email: text,
    address1: text,
    address2: text,
    city: text,
    postcode: text,
    country: text,
    mailList: z.boolean(),
  })
  .meta({ id: "BillingDetails" });

const BookingAnswer = z
  .object({
    bookingId: text,
    reference: text,
    hotelId: text,
    roomId: text,
    rateId: text,
    checkInDate: z.iso.date(),
    checkOutDate: z.iso.date(),
    status: z.enum(BOOKING_STATUSES),
    adult: text,
    children: text,
    promoCode: text,
    bedConfiguration: text,
    guest: z.object({ title: text, firstname: text, lastname: text }),
    currencyCode: text,
    nights: z.array(z.object({ date: z.iso.date(), price })),
    extras: z.array(z.object({ id: text, name: text, quantity: z.int(), price, totalPrice: price })),
    roomPrice: price,
    extrasPrice: price,
    totalPrice: price,
    prepaymentDue: price,
    cancellationFees: z.array(FeeStep).meta({ description: "Ascending; the first is from when it was agreed on." }),
  })
  .meta({ id: "Booking" });

const RESERVATION = {
  reservationId: text,
  reference: text,
  groupId: text,
  version: z.int().meta({ description: "From 1, by one with every change." }),
  status: z.enum(["confirmed", "cancelled"]).meta({ description: "Cancelled when all its bookings are." }),
  createdAt: z.iso.datetime(),
  billingDetails: BillingDetails,
  bookings: z.array(BookingAnswer),
  totals: z
    .array(z.object({ currencyCode: text, totalPrice: price, prepaymentDue: price }))
    .meta({ description: "Cancelled bookings are left out." }),
};

export const ReservationAnswer = z.object(RESERVATION).meta({ id: "ReservationAnswer" });

export const ReservationList = z
  .object({ reservations: z.array(ReservationAnswer), next: text.nullable().meta({ description: "`after` of the next page." }) })
  .meta({ id: "ReservationList" });

export const CancellationQuote = z
  .object({
    bookings: z.array(
      z.object({
        bookingId: text,
        fee: price,
        currencyCode: text,
        freeUntil: z.iso.datetime().nullable().meta({ description: "Null where it costs something already, or never will." }),
      }),
    ),
  })
  .meta({ id: "CancellationQuote", description: "Of the bookings that can be cancelled." });

export const CancellationAnswer = z
  .object({ ...RESERVATION, cancellations: z.array(z.object({ bookingId: text, fee: price, currencyCode: text })) })
  .meta({ id: "CancellationAnswer" });

export const Health = z.object({ status: z.literal("ok"), version: text.meta({ description: "Tabard's." }) }).meta({ id: "Health" });

export const Root = z.object({ name: text, description: text, links: z.record(text, text) }).meta({ id: "Root" });

export const Problem = z
  .object({
    type: text.meta({ example: "urn:tabard:problem:unauthorized" }),
    title: text,
    status: z.int(),
    detail: text,
    code: z.enum(Object.keys(PROBLEMS) as [keyof typeof PROBLEMS]),
    doc: text.meta({ description: "Where its cause and cure stand.", example: "/docs/errors#unauthorized" }),
    requestId: text,
    errors: z
      .array(z.object({ pointer: text.optional(), parameter: text.optional(), code: text, detail: text }))
      .optional()
      .meta({ description: "Every invalid input, by JSON pointer or by parameter." }),
    bookings: z
      .array(z.object({ bookingId: text, status: text, reason: text }))
      .optional()
      .meta({ description: "The bookings whose state does not allow the change." }),
    unitsSold: z
      .array(z.object({ room: text, night: z.iso.date(), sold: z.int(), units: z.int().nullable() }))
      .optional()
      .meta({ description: "The nights of which more units are sold." }),
    version: z.int().optional().meta({ description: "What the reservation is at." }),
    unavailableBookings: z.array(z.int()).optional().meta({ description: "Indexes of the bookings that cannot be sold." }),
  })
  .meta({ id: "Problem", description: "RFC 9457." });
