/** The body of POST /documents/{groupId} and the query of its list: docs/interface.md §12. */
import * as z from "zod/mini";
import { parseDate } from "../base/calendar-date.ts";
import { ID_CHARS_MAX } from "../base/limits.ts";
import { fromJsonNumber } from "../base/money.ts";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";
import { isXmlText } from "../base/xml-text.ts";
import {
  DOCUMENTS_PER_PAGE_DEFAULT,
  DOCUMENTS_PER_PAGE_MAX,
  DOCUMENT_GROSS_MAX,
  DOCUMENT_LINES_MAX,
  LEDGER_DESCRIPTION_CHARS_MAX,
  LEDGER_REFERENCE_CHARS_MAX,
} from "../ledger/limits.ts";
import type { DocumentRequest, RequestedAccount } from "../ledger/rules/document-request.ts";
import { TRANSACTION_TYPES } from "../ledger/rules/ledger-document.ts";
import { INT_MAX, MAXIMAL_DATE_MS } from "../ledger/rules/ledger-rules.ts";
import { numberParameter } from "./query.ts";
import { fieldErrors } from "./validation.ts";

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
const NO_ZONE = /\d$/;

/** Milliseconds of a date or dateTime, or null. Without a zone it is UTC. */
function instantOf(text: string): number | null {
  if (parseDate(text) !== null) return Date.parse(`${text}T00:00:00Z`);
  const match = DATE_TIME.exec(text);
  if (!match || parseDate(match[1] ?? "") === null) return null;
  const hasZone = match[4] !== undefined;
  return Date.parse(hasZone || !NO_ZONE.test(text) ? text : `${text}Z`);
}

const text = (charsMax: number) =>
  z.string().check(z.maxLength(charsMax), z.refine(isXmlText, "Holds a control character or half of a surrogate pair."));
const named = (charsMax: number) => text(charsMax).check(z.regex(/\S/, "Must not be empty."));
const reference = named(LEDGER_REFERENCE_CHARS_MAX);
const id = named(ID_CHARS_MAX);
const gross = z
  .number()
  .check(
    z.refine(
      (value) => value > 0 && value <= DOCUMENT_GROSS_MAX && fromJsonNumber(value) !== null,
      `Must be more than 0, at most ${DOCUMENT_GROSS_MAX}, with at most four decimals.`,
    ),
  );
const instant = z.string().check(
  z.refine((value) => {
    const ms = instantOf(value);
    return ms !== null && ms >= 0 && ms <= MAXIMAL_DATE_MS;
  }, "Must be a date or dateTime from 1970 on, such as 2026-11-21 or 2026-11-21T10:30:00Z."),
);

const DATES = { transactionDate: z.optional(instant), dueDate: z.optional(instant) };
const lines = z
  .array(z.object({ saleCode: id, gross, description: z.optional(text(LEDGER_DESCRIPTION_CHARS_MAX)) }))
  .check(z.minLength(1), z.maxLength(DOCUMENT_LINES_MAX));

const ProformaSchema = z.object({ transactionType: z.literal("Proforma"), bookingId: id, lines, ...DATES });
const BookingInvoiceSchema = z.object({ transactionType: z.literal("Invoice"), bookingId: id, ...DATES });
const InvoiceSchema = z.object({
  transactionType: z.literal("Invoice"),
  hotelId: id,
  reference,
  accountNumber: reference,
  accountType: z.int().check(z.minimum(-INT_MAX - 1), z.maximum(INT_MAX)),
  lines,
  ...DATES,
});
const CreditNoteSchema = z.object({ transactionType: z.literal("CreditNote"), invoice: reference, lines, ...DATES });
const PaymentSchema = z.object({
  transactionType: z.literal("Payment"),
  bookingId: z.optional(id),
  hotelId: z.optional(id),
  reference: z.optional(reference),
  payCode: id,
  gross,
  externalReference: z.optional(reference),
  refundOf: z.optional(reference),
  ...DATES,
});

/** Any of them, for the OpenAPI document: which one it is depends on the type, and on whether an Invoice names a booking. */
export const DocumentSchema = z.union([ProformaSchema, BookingInvoiceSchema, InvoiceSchema, CreditNoteSchema, PaymentSchema]);

/** The document asked for, or `invalid_document` with every fault named. */
export function parseDocument(body: unknown, nowMs: number): Result<DocumentRequest> {
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const parsed = parseByType(given, body);
  const errors = parsed.ok ? [] : parsed.errors;
  const dated = typeof given.transactionDate === "string" ? instantOf(given.transactionDate) : null;
  if (dated !== null && dated > nowMs)
    errors.push({ pointer: "/transactionDate", code: "in_future", detail: "Must not be in the future." });
  errors.push(...repeatedCodes(given.lines));
  return parsed.ok && errors.length === 0 ? ok(parsed.request) : fail({ code: "invalid_document", errors });
}

type Parsed = { ok: true; request: DocumentRequest } | { ok: false; errors: FieldError[] };

function parseByType(given: Readonly<Record<string, unknown>>, body: unknown): Parsed {
  switch (given.transactionType) {
    case "Proforma":
      return parse(ProformaSchema, body, (one) => ({ ...one, ...datesOf(one), lines: linesOf(one.lines) }));
    case "Invoice":
      if (given.bookingId !== undefined) return parse(BookingInvoiceSchema, body, (one) => ({ ...one, ...datesOf(one) }));
      return parse(InvoiceSchema, body, (one) => ({ ...one, ...datesOf(one), lines: linesOf(one.lines) }));
    case "CreditNote":
      return parse(CreditNoteSchema, body, (one) => ({ ...one, ...datesOf(one), lines: linesOf(one.lines) }));
    case "Payment":
      return parse(PaymentSchema, body, paymentOf, accountFaults);
    default: {
      const typeless = z.object({ transactionType: z.enum(TRANSACTION_TYPES) }).safeParse(body);
      return { ok: false, errors: typeless.error ? fieldErrors(typeless.error) : [] };
    }
  }
}

function parse<Schema extends z.ZodMiniObject>(
  schema: Schema,
  body: unknown,
  requestOf: (value: z.output<Schema>) => DocumentRequest,
  more: (value: z.output<Schema>) => FieldError[] = () => [],
): Parsed {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return { ok: false, errors: fieldErrors(parsed.error) };
  const errors = more(parsed.data);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, request: requestOf(parsed.data) };
}

interface Dates {
  transactionDate?: string | undefined;
  dueDate?: string | undefined;
}

function datesOf({ transactionDate, dueDate }: Dates) {
  return {
    transactionMs: transactionDate === undefined ? null : instantOf(transactionDate),
    dueMs: dueDate === undefined ? null : instantOf(dueDate),
  };
}

function linesOf(given: z.output<typeof lines>) {
  return given.map((line) => ({ saleCode: line.saleCode, gross: fromJsonNumber(line.gross) ?? 0, description: line.description ?? null }));
}

function paymentOf(one: z.output<typeof PaymentSchema>): DocumentRequest {
  return {
    transactionType: "Payment",
    ...datesOf(one),
    account: accountOf(one),
    payCode: one.payCode,
    gross: fromJsonNumber(one.gross) ?? 0,
    externalReference: one.externalReference ?? null,
    refundOf: one.refundOf ?? null,
  };
}

function accountOf({ bookingId, hotelId, reference: given }: z.output<typeof PaymentSchema>): RequestedAccount | null {
  if (bookingId !== undefined) return { bookingId };
  return hotelId !== undefined && given !== undefined ? { hotelId, reference: given } : null;
}

/** A payment names a booking, or a hotel and a reference; a refund may leave it to what it gives back. */
function accountFaults({ bookingId, hotelId, reference: given, refundOf }: z.output<typeof PaymentSchema>): FieldError[] {
  if (bookingId !== undefined) {
    const others = (["hotelId", "reference"] as const).filter((name) => (name === "hotelId" ? hotelId : given) !== undefined);
    return others.map((name) => ({ pointer: `/${name}`, code: "contradiction", detail: "Must be left out where bookingId is given." }));
  }
  const missing = [...(hotelId === undefined ? ["hotelId"] : []), ...(given === undefined ? ["reference"] : [])];
  if (missing.length === 0 || (missing.length === 2 && refundOf !== undefined)) return [];
  if (missing.length === 2) return [{ pointer: "/bookingId", code: "required", detail: "Required, or hotelId and reference." }];
  return missing.map((name) => ({ pointer: `/${name}`, code: "required", detail: "Required." }));
}

/** A document has one line per sale code. */
function repeatedCodes(given: unknown): FieldError[] {
  if (!Array.isArray(given)) return [];
  const seen = new Set<unknown>();
  return given.flatMap((line: unknown, index): FieldError[] => {
    const code = typeof line === "object" && line !== null && "saleCode" in line ? line.saleCode : undefined;
    if (typeof code !== "string" || !seen.has(code)) {
      seen.add(code);
      return [];
    }
    return [{ pointer: `/lines/${index}/saleCode`, code: "duplicate", detail: "Stands on another line already." }];
  });
}

export const DocumentListSchema = z.object({
  after: numberParameter("ModifiedKey of the last document known; left out: from the first one", 0, INT_MAX, 0),
  limit: numberParameter("Documents at most", 1, DOCUMENTS_PER_PAGE_MAX, DOCUMENTS_PER_PAGE_DEFAULT),
  hotelId: z.optional(z.string().check(z.maxLength(ID_CHARS_MAX), z.meta({ description: "Documents of this hotel" }))),
  transactionType: z.optional(z.enum(TRANSACTION_TYPES).check(z.meta({ description: "Documents of this type" }))),
  reference: z.optional(z.string().check(z.maxLength(LEDGER_REFERENCE_CHARS_MAX), z.meta({ description: "Documents of this account" }))),
});

export const AccountQuerySchema = z.object({
  hotelId: z.optional(
    z
      .string()
      .check(z.maxLength(ID_CHARS_MAX), z.meta({ description: "The hotel, where several use the reference; left out: the first of them" })),
  ),
});
