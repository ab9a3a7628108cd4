/** The operations themselves: from arguments through a service to an exception and the response's texts (docs/interface.md §6). */
import { exportPeriod } from "../ledger/rules/export-period.ts";
import type { Failure } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { type ExportedTransaction, exportTransactions } from "../ledger/export-transactions.ts";
import { failureOf } from "../host/failure-of.ts";
import { logInForExport } from "../access/log-in.ts";
import { admitOperator, logOutOperator } from "../access/operator-session.ts";
import { isLater } from "../xml/simple-types.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { type Exception, LOG_IN_REFUSED, NO_ERROR, exceptionOf, invalidValue } from "./exceptions.ts";
import { logError } from "./log-error.ts";
import { EXPORT, LOG_IN, LOG_OUT, type Operation } from "./operations.ts";
import { readArguments } from "./read-arguments.ts";
import type { ResponseTexts } from "./write-response.ts";

/** What an operation answers. `pages` only with code 0, and only of the export. */
export interface Outcome {
  exception: Exception;
  texts: ResponseTexts;
  pages?: AsyncIterable<readonly ExportedTransaction[]>;
}

/** What a timestamp reads that could not be read. */
const MINIMAL_DATE_TIME = "0001-01-01T00:00:00";

/** Performs an operation. */
export function perform(ctx: Ctx, operation: Operation, element: XmlElement): Promise<Outcome> {
  switch (operation.name) {
    case "LogIn":
      return logIn(ctx, element);
    case "LogOut":
      return logOut(ctx, element);
    case "cim_FinancialExportReportV2":
      return exportReport(ctx, element);
  }
}

/** An error that nobody expected is code 90500, not HTTP 500: clients look for the code. */
async function guard(ctx: Ctx, texts: ResponseTexts, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    logError(ctx, error);
    return { exception: exceptionOf(failureOf(error)), texts };
  }
}

function logIn(ctx: Ctx, element: XmlElement): Promise<Outcome> {
  return guard(ctx, {}, async () => {
    const { values, faults } = readArguments(element, LOG_IN.request);
    if (faults.length > 0) return { exception: invalidValue(faults), texts: {} };
    const { SiteID: siteId = "", OperatorCode: operatorCode = "", Password: password = "" } = values;
    const session = await logInForExport(ctx, { siteId, operatorCode, password });
    if (session.ok) return { exception: NO_ERROR, texts: { SessionID: session.value.sessionId } };
    const refused = session.failure.code === "unauthorized" && session.failure.reason === "log_in_refused";
    return { exception: refused ? LOG_IN_REFUSED : exceptionOf(session.failure), texts: {} };
  });
}

function logOut(ctx: Ctx, element: XmlElement): Promise<Outcome> {
  return guard(ctx, {}, async () => {
    const { values, faults } = readArguments(element, LOG_OUT.request);
    if (faults.length > 0) return { exception: invalidValue(faults), texts: {} };
    const done = await logOutOperator(ctx, values.SessionID ?? "");
    return { exception: done.ok ? NO_ERROR : exceptionOf(done.failure), texts: {} };
  });
}

function exportReport(ctx: Ctx, element: XmlElement): Promise<Outcome> {
  const { values, faults } = readArguments(element, EXPORT.request);
  const { sessionId = "", afterTimestamp: after, beforeTimestamp: before, useLessThanToDate = false } = values;
  const texts = { afterTimestamp: after?.text ?? MINIMAL_DATE_TIME, beforeTimestamp: before?.text ?? MINIMAL_DATE_TIME };
  if (after && before && isLater(after, before)) faults.push("afterTimestamp lies after beforeTimestamp.");
  return guard(ctx, texts, async () => {
    if (!after || !before || faults.length > 0) {
      // Whoever has no session learns nothing of the arguments.
      return { exception: (await refusedSession(ctx, sessionId)) ?? invalidValue(faults), texts };
    }
    const pages = await exportTransactions(ctx, { sessionId, ...exportPeriod(after, before, useLessThanToDate) });
    if (pages.ok) return { exception: NO_ERROR, texts, pages: pages.value };
    return { exception: await refusedExport(ctx, sessionId, pages.failure), texts };
  });
}

/** The export's query knows live operators' sessions only; a second one tells what the others are. */
async function refusedExport(ctx: Ctx, sessionId: string, failure: Failure): Promise<Exception> {
  const session = failure.code === "unauthorized" ? await refusedSession(ctx, sessionId) : null;
  return session ?? exceptionOf(failure);
}

async function refusedSession(ctx: Ctx, sessionId: string): Promise<Exception | null> {
  const caller = await admitOperator(ctx, sessionId);
  return caller.ok ? null : exceptionOf(caller.failure);
}
