/** Files of the ledger to take away: documents as CSV, transactions as CSV and as the XML of the export (docs/interface.md §20). */
import type { CallerCtx } from "../../access/caller.ts";
import { formatDate } from "../../base/calendar-date.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { exportHotel } from "../../ledger/export-hotel.ts";
import type { ExportPages } from "../../ledger/export-transactions.ts";
import { listDocuments } from "../../ledger/list-documents.ts";
import { type DaySpan, postedIn } from "../../ledger/rules/day-span.ts";
import { MINIMAL_DATE_MS } from "../../ledger/rules/ledger-document.ts";
import type { PostedDocument } from "../../ledger/rules/posted-document.ts";
import { formatInstant } from "../../ledger/rules/transaction-texts.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { DOCUMENTS_PER_FILE_MAX } from "../limits.ts";
import { writeDocuments } from "./documents-file.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { hotelOf, readDays, readSearch } from "./ledger-range.ts";
import { findPeriod } from "./period.ts";

/** The document of the export around transactions: the XML interface writes it, and app.ts hands its writer over. */
export type ExportWriter = (caller: CallerCtx, timestamps: { after: string; before: string }, pages: ExportPages) => Response;

const DOCUMENTS_PER_READ = 200;

/** The documents of the filter as a file for a spreadsheet. */
export const getDocumentsFile: ConsoleHandler = async (_asked, desk) => {
  const { caller, url } = desk;
  const hotel = hotelOf(desk, url.searchParams.get("hotel"));
  if (!hotel.ok) return hotel;
  const { hotelId, timezone, currencyCode } = hotel.value;
  const search = readSearch(url.searchParams);
  const days = daysOf(desk, hotel.value);
  if (!days.ok) return days;
  const posted = postedIn(timezone, days.value);
  const documents: PostedDocument[] = [];
  let after: number | null = search.after;
  while (after !== null && documents.length < DOCUMENTS_PER_FILE_MAX) {
    const page = await listDocuments(caller, { ...search, after, hotelId, posted, limit: DOCUMENTS_PER_READ });
    if (!page.ok) return page;
    documents.push(...page.value.documents);
    after = page.value.next;
  }
  const text = writeDocuments(documents, currencyCode);
  return ok(asFile(new Response(text, { headers: { "Content-Type": "text/csv; charset=utf-8" } }), `documents-${hotelId}.csv`));
};

/** What was posted on the days, as the export of the XML interface gives it to an operator of the hotel. */
export function getDaysExport(write: ExportWriter): ConsoleHandler {
  return async (_asked, desk) => {
    const hotel = hotelOf(desk, desk.url.searchParams.get("hotel"));
    if (!hotel.ok) return hotel;
    const { hotelId, timezone } = hotel.value;
    const days = daysOf(desk, hotel.value);
    if (!days.ok) return days;
    const { fromMs, untilMs } = postedIn(timezone, days.value);
    const pages = await exportHotel(desk.caller, hotelId, { fromMs, untilMs });
    if (!pages.ok) return pages;
    const timestamps = { after: formatInstant(fromMs), before: formatInstant(untilMs) };
    const name = `transactions-${hotelId}-${formatDate(days.value.from)}-${formatDate(days.value.to)}.xml`;
    return ok(asFile(write(desk.caller, timestamps, pages.value), name));
  };
}

/** The lines of a period, whenever they were posted until now: what the hash of its statement is made of. */
export function getPeriodExport(write: ExportWriter): ConsoleHandler {
  return async ({ param }, desk) => {
    const found = await findPeriod(desk, param("hotelId"), param("periodId"));
    if (!found.ok) return found;
    const { hotelId } = found.value.hotel;
    const { periodId } = found.value.period;
    const pages = await exportHotel(desk.caller, hotelId, { periodId });
    if (!pages.ok) return pages;
    const timestamps = { after: formatInstant(MINIMAL_DATE_MS), before: formatInstant(desk.caller.now()) };
    return ok(asFile(write(desk.caller, timestamps, pages.value), `transactions-${hotelId}-${periodId}.xml`));
  };
}

/** A file of other days than those that were asked for would be taken for these. */
function daysOf(desk: Desk, hotel: OwnHotel): Result<DaySpan> {
  const { days, faults } = readDays(desk, hotel);
  if (faults.length === 0) return ok(days);
  return fail({ code: "invalid_parameter", errors: faults.map((detail) => ({ parameter: "", code: "invalid_format", detail })) });
}

/** To be kept by whoever asked, and by no cache. A header holds no more than plain characters. */
function asFile(answer: Response, name: string): Response {
  answer.headers.set("Content-Disposition", `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
