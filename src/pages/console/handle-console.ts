/** From a request for a page of the console to its answer, whatever happens: docs/interface.md §20. */
import { html } from "hono/html";
import { type Scope, hasScope } from "../../access/rules/principal.ts";
import { type Failure, type Result, fail } from "../../base/result.ts";
import type { Ctx } from "../../host/context.ts";
import { newNonce, pageResponse, seeOther } from "../html-response.ts";
import { type Desk, consolePage, outerPage } from "./frame.ts";
import { openBareDesk, openDesk } from "./open-desk.ts";
import { sayFailure } from "./say-failure.ts";
import { sessionCookie } from "./session-cookie.ts";

/** A request with what its path says. */
export interface ConsoleRequest {
  request: Request;
  /** A part of the path by its name in the route table; "" where the route has none of that name. */
  param: (name: "reservationId" | "hotelId" | "periodId" | "webhookId" | "modifiedKey") => string;
}

/** Gives the answer, or why there is none. */
export type ConsoleHandler = (asked: ConsoleRequest, desk: Desk) => Promise<Result<Response>>;

/** What answers a request, and whom. */
export interface ConsoleRoute {
  handler: ConsoleHandler;
  /** Null: every operator's. */
  scope: Scope | null;
  /** Whether the hotels of the operator need not be read for it. */
  isBare: boolean;
}

/** The answer to an operator with the scope; others are sent to sign in, or told that the page is not theirs. */
export async function answerConsole({ handler, scope, isBare }: ConsoleRoute, asked: ConsoleRequest, ctx: Ctx): Promise<Response> {
  const desk = await (isBare ? openBareDesk : openDesk)(ctx, asked.request);
  if (!desk.ok) return notAtDesk(ctx, asked.request, desk.failure);
  const isAllowed = scope === null || hasScope(desk.value.caller.principal, scope);
  const answer = isAllowed ? await handler(asked, desk.value) : fail({ code: "unauthorized", reason: "insufficient_scope" });
  return answer.ok ? answer.value : failedPage(desk.value, answer.failure);
}

/** Whose session has ended signs in again, and brings its cookie no more. */
async function notAtDesk(ctx: Ctx, request: Request, failure: Failure): Promise<Response> {
  if (failure.code === "unauthorized") {
    const ended = failure.reason === "no_token" ? {} : { "Set-Cookie": sessionCookie(new URL(request.url), "") };
    return seeOther(failure.reason === "no_token" ? "/console" : "/console?ended=1", ended);
  }
  const { status, lines, headers } = sayFailure(failure);
  const nonce = newNonce(ctx);
  return pageResponse(
    outerPage(nonce, "Not now", html`<h1>Not now</h1>${lines.map((line) => html`<p>${line}</p>`)}`),
    nonce,
    status,
    headers,
  );
}

function failedPage(desk: Desk, failure: Failure): Promise<Response> {
  const { status, lines, headers } = sayFailure(failure);
  const [title = ""] = lines;
  const content = html`<h1>${title}</h1>
    ${lines.slice(1).map((line) => html`<p>${line}</p>`)}
    <p><a href="/console">Back to the console</a></p>`;
  return pageResponse(consolePage(desk, title, content), desk.nonce, status, headers);
}
