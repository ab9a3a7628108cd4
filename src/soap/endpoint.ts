/** POST /soap: an operation from request to answer (docs/interface.md §6). */
import { noteRefusal } from "../access/shut-out.ts";
import type { Ctx } from "../host/context.ts";
import type { ExportPages } from "../ledger/export-transactions.ts";
import { CONTENT_TYPES, type Form } from "../xml/soap-forms.ts";
import { NO_ERROR } from "./exceptions.ts";
import { logBrokenExport } from "./log-error.ts";
import { EXPORT, type Operation } from "./operations.ts";
import { type Outcome, perform } from "./perform.ts";
import { readRequest } from "./read-request.ts";
import { refusalResponse } from "../xml/soap-refusal.ts";
import { streamExport } from "./stream-export.ts";
import { writeResponse } from "./write-response.ts";

/** Performs the operation of a request and answers in its form. */
export async function postSoap(request: Request, ctx: Ctx): Promise<Response> {
  const read = await readRequest(request, ctx.soapNamespace);
  if (!read.ok) {
    if (read.refusal.code === "malformed_xml") noteRefusal(ctx, "unreadable_xml");
    return refusalResponse(read.refusal, read.form, ctx.requestId);
  }
  const outcome = await perform(ctx, read.operation, read.element);
  return answer(ctx, read.form, read.operation, outcome);
}

/** The document of an export as a bare request gets it, for those who hand it out by other ways. */
export function exportDocument(ctx: Ctx, { after, before }: { after: string; before: string }, pages: ExportPages): Response {
  const texts = { afterTimestamp: after, beforeTimestamp: before };
  return answer(ctx, "bare", EXPORT, { exception: NO_ERROR, texts, pages });
}

function answer(ctx: Ctx, form: Form, operation: Operation, { exception, texts, pages }: Outcome): Response {
  const { head, tail } = writeResponse(form, ctx.soapNamespace, operation, exception, texts);
  const body = pages
    ? streamExport(head, pages, tail, (error, transactionsWritten) => logBrokenExport(ctx, error, transactionsWritten))
    : head + tail;
  return new Response(body, { headers: { "Content-Type": CONTENT_TYPES[form], "Cache-Control": "no-store" } });
}
