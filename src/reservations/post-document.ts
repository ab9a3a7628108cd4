/**
 * POST /documents/{groupId}: docs/interface.md §12. A document is planned from what its account and its booking are, and the
 * batch refuses it where either has changed since: then it is planned again.
 */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";
import { commitChange } from "../change/commit-change.ts";
import { answerOnce, keepAnswer, recallAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import type { Statement } from "../host/database.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { postingStatements } from "../ledger/post-documents.ts";
import { NEWEST_KEY, documentOfRows, readDocument, selectNewestDocument } from "../ledger/read-document.ts";
import { type AccountKey, findTakenBack, readPostingFacts } from "../ledger/read-posting-facts.ts";
import type { DocumentRequest } from "../ledger/rules/document-request.ts";
import type { LedgerDocument } from "../ledger/rules/ledger-document.ts";
import { planDocument } from "../ledger/rules/plan-document.ts";
import type { PostedDocument } from "../ledger/rules/posted-document.ts";
import { POSTING_ATTEMPTS_MAX } from "./limits.ts";
import { type AccountBookingRow, requireStatus, selectAccountBooking, selectBookingOfAccount } from "./rows/account-bookings.ts";
import type { BookingStatus } from "./rules/reservation.ts";

export interface PostedAnswer {
  document: PostedDocument;
  /** The stored answer to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * Posts one document. Failures: `invalid_document`, `not_changeable`, `exceeds_invoice`, `exceeds_payment`,
 * `idempotency_key_reused`, `idempotency_in_progress`, and `overloaded` where D1 could not take it.
 */
export function postDocument(
  ctx: CallerCtx,
  request: DocumentRequest,
  idempotent: IdempotentRequest | null,
): Promise<Result<PostedAnswer>> {
  return answerOnce(ctx, idempotent, async () => {
    const nowMs = ctx.now();
    const stored = idempotent && (await storedAnswer(ctx, idempotent, nowMs));
    return stored ?? post(ctx, request, idempotent, nowMs);
  });
}

async function storedAnswer(ctx: CallerCtx, idempotent: IdempotentRequest, nowMs: number): Promise<Result<PostedAnswer> | null> {
  const recalled = await recallAnswer(ctx, idempotent, nowMs, () => []);
  if (!recalled?.ok) return recalled;
  const { modifiedKey } = recalled.value.answer as { modifiedKey: number };
  const document = await readDocument(ctx, ctx.principal.groupId, modifiedKey);
  return document && ok({ document, replayed: true });
}

async function post(
  ctx: CallerCtx,
  request: DocumentRequest,
  idempotent: IdempotentRequest | null,
  nowMs: number,
): Promise<Result<PostedAnswer>> {
  for (let attempt = 0; attempt < POSTING_ATTEMPTS_MAX; attempt += 1) {
    const planned = await plan(ctx, request, nowMs);
    if (!planned.ok) return planned;
    const committed = await commit(ctx, planned.value, idempotent, nowMs);
    if (committed) return committed;
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

interface Planned {
  document: LedgerDocument;
  /** What must not have changed since. */
  premises: readonly Statement[];
}

async function plan(ctx: CallerCtx, request: DocumentRequest, nowMs: number): Promise<Result<Planned>> {
  const target = await findTarget(ctx, request);
  if (!target.ok) return target;
  const { key, takenBackKey } = target.value;
  const [facts, byReference] = await Promise.all([
    readPostingFacts(ctx, key, request, takenBackKey),
    target.value.booking ?? findBooking(ctx, selectBookingOfAccount(ctx.principal.groupId, key.siteId, key.reference)),
  ]);
  if (!facts) return invalid("/hotelId", "unknown", "The group has no such hotel.");
  if (byReference && request.transactionType === "Invoice" && !("bookingId" in request)) {
    return invalid("/reference", "is_booking", "Is a booking's: name it by bookingId.");
  }
  const status = byReference && statusFor(request, byReference);
  if (status && !status.ok) return status;
  const document = planDocument(request, { ...facts, nowMs, arrival: byReference?.check_in ?? null });
  if (!document.ok) return document;
  const inState = byReference && status?.value ? [requireStatus(byReference.booking_id, status.value)] : [];
  return ok({ document: document.value, premises: [facts.premise, ...inState] });
}

interface Target {
  key: AccountKey;
  booking: AccountBookingRow | null;
  takenBackKey: number | null;
}

/** Whose account the document belongs to. */
async function findTarget(ctx: CallerCtx, request: DocumentRequest): Promise<Result<Target>> {
  if (request.transactionType === "CreditNote") {
    const invoice = await findTakenBack(ctx, request.invoice, "Invoice");
    if (!invoice) return invalid("/invoice", "unknown", "The group has no such invoice.");
    return ok({ key: invoice, booking: null, takenBackKey: invoice.modifiedKey });
  }
  if (request.transactionType !== "Payment") return findAccount(ctx, request);
  const { account, refundOf } = request;
  const given = account && (await findAccount(ctx, account));
  if (refundOf === null) return given ?? invalid("/bookingId", "required", "Required, or hotelId and reference.");
  if (given && !given.ok) return given;
  const paid = await findTakenBack(ctx, refundOf, "Payment");
  if (!paid) return invalid("/refundOf", "unknown", "The group has no such payment.");
  const isSame = !given || (given.value.key.siteId === paid.siteId && given.value.key.reference === paid.reference);
  if (!isSame) return invalid("/refundOf", "other_account", "Is a payment of another account.");
  return ok({ key: paid, booking: given?.value.booking ?? null, takenBackKey: paid.modifiedKey });
}

async function findAccount(
  ctx: CallerCtx,
  account: { bookingId: string } | { hotelId: string; reference: string },
): Promise<Result<Target>> {
  if (!("bookingId" in account)) {
    return ok({ key: { siteId: account.hotelId, reference: account.reference }, booking: null, takenBackKey: null });
  }
  const booking = await findBooking(ctx, selectAccountBooking(ctx.principal.groupId, account.bookingId));
  if (!booking) return invalid("/bookingId", "unknown", "The group has no such booking.");
  return ok({ key: { siteId: booking.hotel_id, reference: booking.reference }, booking, takenBackKey: null });
}

async function findBooking(ctx: CallerCtx, { sql, values }: ReturnType<typeof selectAccountBooking>): Promise<AccountBookingRow | null> {
  const booking = await ctx.db
    .prepare(sql)
    .bind(...values)
    .first<AccountBookingRow>();
  return booking && mayTouchHotel(ctx.principal, booking.hotel_id) ? booking : null;
}

/** A charge needs a booking that is confirmed or in house, an invoice of what is open one that is in house. */
function statusFor(request: DocumentRequest, { booking_id: bookingId, status }: AccountBookingRow): Result<BookingStatus | null> {
  const allowed: Partial<Record<DocumentRequest["transactionType"], readonly BookingStatus[]>> = {
    Proforma: ["confirmed", "in_house"],
    Invoice: ["in_house"],
  };
  const states = allowed[request.transactionType];
  if (!states) return ok(null);
  if (states.includes(status)) return ok(status);
  const reason = `This needs a booking that is ${states.join(" or ")}.`;
  return fail({ code: "not_changeable", bookings: [{ bookingId, status, reason }] });
}

/** What the database's refusals mean. */
const REFUSALS = {
  ledger_exceeds_invoice: "taken_back",
  ledger_exceeds_payment: "taken_back",
  ledger_account_changed: "overtaken",
  booking_changed: "overtaken",
} as const;

/** Null: something was posted meanwhile; it is to be planned again, which also finds the failure to tell. */
async function commit(
  ctx: CallerCtx,
  { document, premises }: Planned,
  idempotent: IdempotentRequest | null,
  nowMs: number,
): Promise<Result<PostedAnswer> | null> {
  const { groupId } = ctx.principal;
  const statements = [
    ...premises,
    ...postingStatements(groupId, [document], nowMs),
    ...keepAnswer(idempotent, { sql: `json_object('modifiedKey', ${NEWEST_KEY})`, values: [] }, nowMs),
    selectNewestDocument(groupId),
  ];
  const committed = await commitChange(ctx, { statements, refusals: REFUSALS });
  switch (committed.outcome) {
    case "committed": {
      const posted = documentOfRows(committed.results.at(-1) ?? []);
      if (!posted) throw new RangeError("a posted document was not found");
      return ok({ document: posted, replayed: false });
    }
    case "key_used":
      return idempotent && storedAnswer(ctx, idempotent, nowMs);
    case "unknown":
      // It may be stored: only whoever has a key can safely send it again.
      return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
    case "taken_back":
    case "overtaken":
      return null;
  }
}

function invalid(
  pointer: string,
  code: string,
  detail: string,
): { ok: false; failure: { code: "invalid_document"; errors: FieldError[] } } {
  return { ok: false, failure: { code: "invalid_document", errors: [{ pointer, code, detail }] } };
}
