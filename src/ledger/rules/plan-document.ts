/** From a request for a document and what the ledger holds to the document: docs/interface.md §12. Pure. */
import { dayStartMs, todayIn } from "../../base/calendar-date.ts";
import { type Money, formatDecimal, scaleHalfUp, sumOf } from "../../base/money.ts";
import { type FieldError, type Result, fail, ok } from "../../base/result.ts";
import { expectedOf, linesOf } from "./account.ts";
import type { Account } from "./account.ts";
import {
  type ChargeCode,
  type DocumentHead,
  type LedgerAccount,
  creditNoteOf,
  invoice,
  invoiceOf,
  payment,
  proforma,
} from "./build-documents.ts";
import type { DocumentRequest, RequestedLine } from "./document-request.ts";
import type { LedgerDocument, LedgerEntry } from "./ledger-document.ts";
import type { PostedDocument } from "./posted-document.ts";

/** What is known when a document is planned; what the request does not need is empty. */
export interface PostingFacts {
  nowMs: number;
  siteId: string;
  timezone: string;
  reference: string;
  accountNumber: string;
  accountType: number;
  /** First day of a booking's stay; null for any other account. */
  arrival: number | null;
  saleCodes: ReadonlyMap<string, ChargeCode & { description: string }>;
  payCode: { code: string; description: string; nominalCode: string } | null;
  /** With what is open. */
  account: Account;
  /** The Invoice or Payment that is taken back, and what was of it, under its sale codes, before. */
  takenBack: { document: PostedDocument; before: ReadonlyMap<string, { gross: Money; nett: Money; tax: Money }> } | null;
}

/** The document, or `invalid_document`, `exceeds_invoice`, `exceeds_payment`. */
export function planDocument(request: DocumentRequest, facts: PostingFacts): Result<LedgerDocument> {
  switch (request.transactionType) {
    case "Proforma":
      return planCharge(request.lines, facts, (codes) => proforma(accountOf(request, facts), headOf(request, facts), codes));
    case "Invoice":
      if ("bookingId" in request) return planInvoiceOfOpen(request, facts);
      return planCharge(request.lines, facts, (codes) => invoice(accountOf(request, facts), headOf(request, facts), codes));
    case "CreditNote":
      return planCredit(request, facts);
    case "Payment":
      return planPayment(request, facts);
  }
}

function accountOf(request: DocumentRequest, facts: PostingFacts): LedgerAccount {
  const forMs = dayStartMs(facts.arrival ?? dayOf(request, facts));
  return {
    siteId: facts.siteId,
    accountNumber: facts.accountNumber,
    accountType: facts.accountType,
    transactionReference: facts.reference,
    secondReference: null,
    dueMs: request.dueMs ?? forMs,
    forMs,
  };
}

/** The batch numbers it. */
function headOf(request: DocumentRequest, facts: PostingFacts): DocumentHead {
  return { uniqueReferenceNumber: null, transactionMs: request.transactionMs ?? facts.nowMs, hotelDay: dayOf(request, facts) };
}

/** The day at the hotel of its TransactionDate. */
function dayOf(request: DocumentRequest, facts: PostingFacts): number {
  return todayIn(facts.timezone, request.transactionMs ?? facts.nowMs);
}

type Described = { code: ChargeCode; gross: Money; description: string };

function planCharge(
  lines: readonly RequestedLine[],
  { saleCodes }: PostingFacts,
  build: (charges: readonly Described[]) => LedgerDocument | null,
): Result<LedgerDocument> {
  const errors: FieldError[] = [];
  const charges = lines.flatMap(({ saleCode, gross, description }, index): Described[] => {
    const code = saleCodes.get(saleCode);
    if (code) return [{ code, gross, description: description ?? code.description }];
    errors.push({ pointer: `/lines/${index}/saleCode`, code: "unknown", detail: "The group has no such sale code." });
    return [];
  });
  const document = errors.length === 0 ? build(charges) : null;
  return document ? ok(document) : fail({ code: "invalid_document", errors });
}

function planInvoiceOfOpen(request: DocumentRequest, facts: PostingFacts): Result<LedgerDocument> {
  if (expectedOf(facts.account) > 0) return ok(invoiceOf(accountOf(request, facts), headOf(request, facts), linesOf(facts.account.open)));
  const error = { pointer: "/bookingId", code: "nothing_open", detail: "Nothing of this booking is open." };
  return fail({ code: "invalid_document", errors: [error] });
}

function planCredit(request: Extract<DocumentRequest, { transactionType: "CreditNote" }>, facts: PostingFacts): Result<LedgerDocument> {
  if (!facts.takenBack) throw new RangeError("a credit note of an unknown invoice was not refused");
  const { document, before } = facts.takenBack;
  const errors: FieldError[] = [];
  const beyond: string[] = [];
  const lines = request.lines.flatMap(({ saleCode, gross, description }, index): LedgerEntry[] => {
    const charged = document.lines.find((line) => line.saleCode === saleCode);
    if (!charged) {
      errors.push({ pointer: `/lines/${index}/saleCode`, code: "unknown", detail: "The invoice has no line under this sale code." });
      return [];
    }
    const left = leftOf(charged, before.get(saleCode));
    if (gross > left.gross) beyond.push(`${saleCode} holds ${formatDecimal(left.gross)}`);
    const nett = gross === left.gross ? left.nett : Math.min(gross, scaleHalfUp(charged.nett, gross, charged.gross));
    return [{ ...charged, gross, nett, tax: gross - nett, description: description ?? charged.description }];
  });
  if (errors.length > 0) return fail({ code: "invalid_document", errors });
  if (beyond.length > 0) return fail({ code: "exceeds_invoice", detail: `Of ${request.invoice}, ${beyond.join(", ")}.` });
  const dueMs = request.dueMs ?? dayStartMs(dayOf(request, facts));
  return ok(
    creditNoteOf(
      lines.map((line) => ({ ...line, dueMs })),
      headOf(request, facts),
    ),
  );
}

/** What is left of a line; the last part takes what rounding has left of the tax. */
function leftOf(line: LedgerEntry, before: { gross: Money; nett: Money } | undefined): { gross: Money; nett: Money } {
  const gross = line.gross - (before?.gross ?? 0);
  return { gross, nett: Math.max(0, Math.min(gross, line.nett - (before?.nett ?? 0))) };
}

function planPayment(request: Extract<DocumentRequest, { transactionType: "Payment" }>, facts: PostingFacts): Result<LedgerDocument> {
  const { payCode, takenBack } = facts;
  const { gross, externalReference, refundOf } = request;
  if (!payCode) {
    return fail({
      code: "invalid_document",
      errors: [{ pointer: "/payCode", code: "unknown", detail: "The group has no such pay code." }],
    });
  }
  const codes = { payCode: payCode.code, nominalCode: payCode.nominalCode, taxCode: "" };
  const described = payCode.description || payCode.code;
  if (!takenBack) {
    const account = { ...accountOf(request, facts), secondReference: externalReference };
    return ok(payment(account, headOf(request, facts), { ...codes, gross, description: described }));
  }
  const given = sumOf([...takenBack.before.values()].map((one) => one.gross));
  const left = sumOf(takenBack.document.lines.map((line) => line.gross)) + given;
  if (gross > left) return fail({ code: "exceeds_payment", detail: `${refundOf} holds ${formatDecimal(left)}.` });
  const account = { ...accountOf(request, facts), secondReference: refundOf };
  const description = externalReference === null ? described : `${described}\n${externalReference}`;
  return ok(payment(account, headOf(request, facts), { ...codes, gross: -gross, description }));
}
