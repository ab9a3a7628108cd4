/** GET /ota: the page for people, and with ?wsdl the description for SOAP clients (docs/interface.md §15). */
import type { Ctx } from "../host/context.ts";
import { pageResponse } from "../html/frame.ts";
import { writePage } from "./page.ts";
import { writeWsdl } from "./wsdl.ts";

export function describeOta(request: Request, ctx: Ctx): Response {
  const url = new URL(request.url);
  const address = url.origin + url.pathname;
  if (![...url.searchParams.keys()].some((key) => key.toLowerCase() === "wsdl")) return pageResponse(writePage(address, ctx.now()));
  return new Response(writeWsdl(address), { headers: { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-cache" } });
}
