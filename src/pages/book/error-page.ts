/** What a guest is told where a page cannot be shown. */
import { html } from "hono/html";
import type { Failure } from "../../base/result.ts";
import type { Ctx } from "../../host/context.ts";
import { EN, type Texts } from "../texts/en.ts";
import { newNonce, pageResponse } from "../html-response.ts";
import { page } from "../layout.ts";
import { type Visit, bookingPage } from "./frame.ts";

/** Within a group's page. */
export function failedPage(visit: Visit, failure: Failure): Promise<Response> {
  const { status, text, headers } = toldOf(failure, visit.speech.texts);
  return pageResponse(bookingPage(visit, text, html`<h1>${text}</h1>`), visit.nonce, status, headers);
}

/** Where there is no group's page to say it in: it never tells whether the group exists. */
export function noPage(ctx: Ctx, failure: Failure): Promise<Response> {
  const nonce = newNonce(ctx);
  const { status, text, headers } = toldOf(failure, EN);
  const brand = { name: "Tabard", colour: null, logo: null, home: "/" };
  const frame = { language: "en", title: text, brand, skip: EN.skip, navigation: html``, footer: html``, nonce };
  return pageResponse(page(frame, html`<h1>${text}</h1>`), nonce, status, headers);
}

function toldOf(failure: Failure, texts: Texts): { status: number; text: string; headers: Record<string, string> } {
  switch (failure.code) {
    case "too_many_requests":
      return { status: 429, text: texts.tooMany, headers: { "Retry-After": String(failure.retryAfterSeconds) } };
    case "overloaded":
      return { status: 503, text: texts.tryAgain, headers: { "Retry-After": String(failure.retryAfterSeconds) } };
    case "internal":
      return { status: 500, text: texts.tryAgain, headers: {} };
    default:
      return { status: 404, text: texts.pageNotFound, headers: {} };
  }
}
