/** GET /soap and GET /docs/lines: the WSDL for clients, pages for people (docs/interface.md §6.5). */
import { pageResponse } from "../html/frame.ts";
import type { Ctx } from "../host/context.ts";
import { findOperation } from "./operations.ts";
import { writeIndexPage, writeLinesPage, writeOperationPage, writeUnknownPage } from "./page.ts";
import { writeWsdl } from "./wsdl.ts";

/** .NET's tools ask for singleWsdl, which this is. */
const WSDL_KEYS: ReadonlySet<string> = new Set(["wsdl", "singlewsdl"]);

/** The description a GET asks for: ?wsdl in any case, ?op=NAME, or all operations. */
export function describeOperations(request: Request, ctx: Ctx): Response {
  const url = new URL(request.url);
  const setting = { namespace: ctx.soapNamespace, address: url.origin + url.pathname, nowMs: ctx.now() };
  let operationName: string | null = null;
  for (const [key, value] of url.searchParams) {
    const name = key.toLowerCase();
    if (WSDL_KEYS.has(name)) return xml(writeWsdl(setting.namespace, setting.address));
    if (name === "op" && value !== "") operationName = value;
  }
  if (operationName === null) return pageResponse(writeIndexPage(setting), 200, "no-store");
  const operation = findOperation(operationName);
  return operation ? pageResponse(writeOperationPage(operation, setting), 200, "no-store") : pageResponse(writeUnknownPage(), 404);
}

/** GET /docs/lines: the elements of a transaction, for people. */
export function describeLines(): Response {
  return pageResponse(writeLinesPage());
}

function xml(body: string): Response {
  return new Response(body, { headers: { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" } });
}
