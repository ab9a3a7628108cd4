/** /console/ledger: the books of a hotel (docs/interface.md §20). */
import { type Result, fail, ok } from "../../base/result.ts";
import { ID_CHARS_MAX } from "../../base/limits.ts";
import { closePeriod } from "../../ledger/close-period.ts";
import { LEDGER_REFERENCE_CHARS_MAX } from "../../ledger/limits.ts";
import { listDocuments } from "../../ledger/list-documents.ts";
import { type ListedPeriod, listPeriods } from "../../ledger/list-periods.ts";
import { TRANSACTION_TYPES } from "../../ledger/rules/ledger-document.ts";
import type { PostedDocument } from "../../ledger/rules/posted-document.ts";
import { sumDays } from "../../ledger/sum-days.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { newKey } from "../form-key.ts";
import { pageResponse } from "../html-response.ts";
import { CHART_DAYS, DOCUMENTS_PER_FILE_MAX, DOCUMENTS_SHOWN, PERIODS_SHOWN } from "../limits.ts";
import { readForm } from "../read-form.ts";
import { writeDocuments } from "./documents-file.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { type DocumentSearch, ledgerPage } from "./ledger-page.ts";
import { confirmClosingPage, statementPage } from "./period-page.ts";
import { sayFailure } from "./say-failure.ts";

export const getLedger: ConsoleHandler = async (_asked, desk) => {
  const hotel = hotelOf(desk, desk.url.searchParams.get("hotel"));
  return hotel.ok ? showLedger(desk, hotel.value, [], 200) : hotel;
};

async function showLedger(desk: Desk, hotel: OwnHotel, refused: readonly string[], status: number): Promise<Result<Response>> {
  const search = readSearch(desk.url.searchParams);
  const { caller } = desk;
  const [documents, days, periods] = await Promise.all([
    listDocuments(caller, { ...search, hotelId: hotel.hotelId, limit: DOCUMENTS_SHOWN }),
    sumDays(caller, hotel.hotelId, CHART_DAYS),
    listPeriods(caller, hotel.hotelId),
  ]);
  if (!documents.ok) return documents;
  if (!days.ok) return days;
  if (!periods.ok) return periods;
  const shown = periods.value.slice(-PERIODS_SHOWN).toReversed();
  const view = {
    hotel,
    search,
    ...documents.value,
    days: days.value,
    periods: shown,
    closable: closableOf(periods.value, caller.now()),
    refused,
  };
  return ok(await pageResponse(ledgerPage(desk, view), desk.nonce, status));
}

/** The documents of the filter as a file for a spreadsheet. */
export const getDocumentsFile: ConsoleHandler = async (_asked, desk) => {
  const hotel = hotelOf(desk, desk.url.searchParams.get("hotel"));
  if (!hotel.ok) return hotel;
  const search = readSearch(desk.url.searchParams);
  const documents: PostedDocument[] = [];
  let after: number | null = search.after;
  while (after !== null && documents.length < DOCUMENTS_PER_FILE_MAX) {
    const page = await listDocuments(desk.caller, { ...search, after, hotelId: hotel.value.hotelId, limit: DOCUMENTS_PER_READ });
    if (!page.ok) return page;
    documents.push(...page.value.documents);
    after = page.value.next;
  }
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="documents-${hotel.value.hotelId}.csv"`,
    "Cache-Control": "no-store",
  };
  return ok(new Response(writeDocuments(documents, hotel.value.currencyCode), { headers }));
};

const DOCUMENTS_PER_READ = 200;

/** A period that is closed shows its statement; one that is not, what closing it means. */
export const getPeriod: ConsoleHandler = async ({ param }, desk) => {
  const found = await findPeriod(desk, param("hotelId"), param("periodId"));
  if (!found.ok) return found;
  const { hotel, period } = found.value;
  if (period.isClosed) return showStatement(desk, hotel, period);
  return ok(await pageResponse(confirmClosingPage(desk, { hotel, period, key: newKey(desk.caller) }), desk.nonce));
};

/** Closes it by the verb of POST /periods. */
export const postPeriod: ConsoleHandler = async ({ request, param }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const found = await findPeriod(desk, param("hotelId"), param("periodId"));
  if (!found.ok) return found;
  const { hotel, period } = found.value;
  const closed = await closePeriod(desk.caller, hotel.hotelId, String(period.periodId), onceOf(desk, form.value));
  if (closed.ok) return ok(await pageResponse(statementPage(desk, hotel, closed.value.statement, true), desk.nonce));
  const { code } = closed.failure;
  if (code !== "period_order" && code !== "period_running") return closed;
  const { lines, status } = sayFailure(closed.failure);
  return showLedger(desk, hotel, lines, status);
};

async function showStatement(desk: Desk, hotel: OwnHotel, period: ListedPeriod): Promise<Result<Response>> {
  // Of a period that is closed this only reads.
  const closed = await closePeriod(desk.caller, hotel.hotelId, String(period.periodId), null);
  return closed.ok ? ok(await pageResponse(statementPage(desk, hotel, closed.value.statement, false), desk.nonce)) : closed;
}

async function findPeriod(desk: Desk, hotelId: string, periodId: string): Promise<Result<{ hotel: OwnHotel; period: ListedPeriod }>> {
  const hotel = hotelOf(desk, hotelId);
  if (!hotel.ok) return hotel;
  const periods = await listPeriods(desk.caller, hotelId);
  if (!periods.ok) return periods;
  const period = periods.value.find((one) => String(one.periodId) === periodId);
  return period ? ok({ hotel: hotel.value, period }) : fail({ code: "not_found", detail: "The hotel has no such period." });
}

/** The oldest open period, once it is surely over wherever the hotel is; the verb decides. */
function closableOf(periods: readonly ListedPeriod[], nowMs: number): number | null {
  const oldest = periods.find(({ isClosed }) => !isClosed);
  return oldest && oldest.toMs < nowMs ? oldest.periodId : null;
}

function hotelOf({ hotels }: Desk, asked: string | null): Result<OwnHotel> {
  const hotel = asked === null ? hotels[0] : hotels.find(({ hotelId }) => hotelId === asked);
  return hotel ? ok(hotel) : fail({ code: "not_found", detail: "There is no such hotel." });
}

function readSearch(query: URLSearchParams): DocumentSearch {
  const reference = (query.get("reference") ?? "").trim().slice(0, LEDGER_REFERENCE_CHARS_MAX);
  return {
    transactionType: TRANSACTION_TYPES.find((one) => one === query.get("type")) ?? null,
    reference: reference === "" ? null : reference,
    after: Number(/^\d{1,15}$/.exec((query.get("after") ?? "").slice(0, ID_CHARS_MAX))?.[0] ?? 0),
  };
}
