/** /console/documents/{modifiedKey}: a document of the ledger, to read and to print (docs/interface.md §20). */
import type { CallerCtx } from "../../access/caller.ts";
import { hasScope } from "../../access/rules/principal.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { readIssuedDocument } from "../../ledger/read-issued-document.ts";
import type { PostedDocument } from "../../ledger/rules/posted-document.ts";
import { listReservations } from "../../reservations/list-reservations.ts";
import { readHistory } from "../../reservations/read-history.ts";
import { pageResponse } from "../html-response.ts";
import { type DocumentStay, documentPage } from "./document-page.ts";
import type { ConsoleHandler } from "./handle-console.ts";

/** A key of the ledger, which ends at 2^31 - 1. */
const KEY = /^[1-9]\d{0,9}$/;

export const getDocument: ConsoleHandler = async ({ param }, desk) => {
  const key = KEY.exec(param("modifiedKey"))?.[0];
  if (key === undefined) return fail({ code: "not_found", detail: "There is no such document." });
  const issued = await readIssuedDocument(desk.caller, Number(key));
  if (!issued.ok) return issued;
  const stay = await findStay(desk.caller, issued.value.document);
  if (!stay.ok) return stay;
  return ok(await pageResponse(documentPage(desk, { ...issued.value, stay: stay.value }), desk.nonce));
};

/**
 * The booking whose account it stands in, and who was to pay when it was posted: a document that is printed again says the same.
 * Null where there is none, or where the operator may not see bookings.
 */
async function findStay(caller: CallerCtx, document: PostedDocument): Promise<Result<DocumentStay | null>> {
  const [{ transactionReference: reference, siteId }] = document.lines;
  if (!hasScope(caller.principal, "bookings")) return ok(null);
  const all = { hotelId: null, status: null, arrivalFrom: null, arrivalTo: null, after: 0, limit: 1 };
  const listed = await listReservations(caller, { ...all, reference });
  if (!listed.ok) return listed;
  const [reservation] = listed.value.reservations;
  const booking = reservation?.bookings.find((one) => one.reference === reference && one.hotelId === siteId);
  if (!reservation || !booking) return ok(null);
  const history = await readHistory(caller, reservation.reservationId);
  if (!history.ok) return history;
  const then = history.value.findLast(({ atMs }) => atMs <= document.modifiedMs) ?? history.value[0];
  return ok({ reservation, booking, payer: then?.billing ?? reservation.billingDetails });
}
