/** Charges, payments and refunds of a booking's account in the console: docs/interface.md §20. */
import { parseDecimal, MONEY_ONE, type Money } from "../../base/money.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { DOCUMENT_GROSS_MAX } from "../../ledger/limits.ts";
import { listCodes } from "../../ledger/list-codes.ts";
import { readAccount } from "../../ledger/read-account.ts";
import type { DocumentRequest } from "../../ledger/rules/document-request.ts";
import { postDocument } from "../../reservations/post-document.ts";
import { newKey } from "../form-key.ts";
import { pageResponse } from "../html-response.ts";
import { type ChosenBooking, bookingDone, findBooking, readBookingForm } from "./chosen-booking.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { documentsPage } from "./post-document-page.ts";
import { sayFailure } from "./say-failure.ts";

export const getDocumentForms: ConsoleHandler = async ({ param }, desk) => {
  const chosen = await findBooking(desk, param("reservationId"), desk.url.searchParams);
  return chosen.ok ? showForms(desk, chosen.value, [], 200) : chosen;
};

/** Posts by the verb of POST /documents. */
export const postDocumentForm: ConsoleHandler = async (asked, desk) => {
  const read = await readBookingForm(asked, desk);
  if (!read.ok) return read;
  const { fields, chosen } = read.value;
  const { booking } = chosen;
  const gross = amountOf(fields.get("amount") ?? "");
  if (gross === null) return showForms(desk, chosen, ["The amount must be more than nothing, such as 12.50."], 422);
  const document = documentOf(fields, booking.bookingId, gross);
  if (document === null) return fail({ code: "not_found", detail: "There is no such form." });
  const posted = await postDocument(desk.caller, document, onceOf(desk, fields));
  if (posted.ok) return bookingDone(chosen, "posted");
  const { lines, status } = sayFailure(posted.failure);
  return status === 409 || status === 422 ? showForms(desk, chosen, lines, status) : posted;
};

async function showForms(desk: Desk, chosen: ChosenBooking, refused: readonly string[], status: number): Promise<Result<Response>> {
  const account = await readAccount(desk.caller, chosen.booking.reference, chosen.booking.hotelId);
  if (!account.ok && account.failure.code !== "not_found") return account;
  const payments = (account.ok ? account.value.documents : []).flatMap(({ lines: [first] }) =>
    first.transactionType === "Payment" && first.gross > 0
      ? [{ number: first.uniqueReferenceNumber, payCode: first.payCode, gross: first.gross }]
      : [],
  );
  const view = { ...chosen, codes: await listCodes(desk.caller), payments, key: newKey(desk.caller), refused };
  return ok(await pageResponse(documentsPage(desk, view), desk.nonce, status));
}

function amountOf(text: string): Money | null {
  const gross = parseDecimal(text.trim().replace(",", "."));
  return gross === null || gross <= 0 || gross > DOCUMENT_GROSS_MAX * MONEY_ONE ? null : gross;
}

/** A refund goes back the way its payment came: the form's choice is "<pay code> <number>". */
function documentOf(form: URLSearchParams, bookingId: string, gross: Money): DocumentRequest | null {
  const dates = { transactionMs: null, dueMs: null };
  const code = form.get("code") ?? "";
  switch (form.get("kind")) {
    case "charge":
      return { ...dates, transactionType: "Proforma", bookingId, lines: [{ saleCode: code, gross, description: null }] };
    case "payment":
      return {
        ...dates,
        transactionType: "Payment",
        account: { bookingId },
        payCode: code,
        gross,
        externalReference: null,
        refundOf: null,
      };
    case "refund": {
      const [payCode = "", refundOf = ""] = code.split(" ", 2);
      return { ...dates, transactionType: "Payment", account: { bookingId }, payCode, gross, externalReference: null, refundOf };
    }
    default:
      return null;
  }
}
