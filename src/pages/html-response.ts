/** A page as an answer: never kept by a cache, and nothing runs or loads in it but what the service itself sends. */
import { base64Url } from "../base/bytes.ts";
import type { Ctx } from "../host/context.ts";
import type { Markup } from "./layout.ts";

const NONCE_BYTES = 12;

/** What lets one answer's own style element in; another with every answer. */
export function newNonce(ctx: Ctx): string {
  return base64Url(ctx.randomBytes(NONCE_BYTES));
}

/** `nonce` allows the one style element that carries a group's colour. Pictures come from wherever a group keeps them. */
export async function pageResponse(markup: Markup, nonce: string, status = 200, headers: Record<string, string> = {}): Promise<Response> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return new Response(String(await markup), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}

/** To another page, by GET: a reload there sends nothing again (RFC 9110 §15.4.4). */
export function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store", ...headers } });
}
