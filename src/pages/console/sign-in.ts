/** /console: the way in and out of the desk (docs/interface.md §20). */
import { html } from "hono/html";
import { logInAtDesk } from "../../access/log-in.ts";
import { closeSession } from "../../access/open-session.ts";
import { PASSWORD_CHARS_MAX } from "../../access/limits.ts";
import { ID_CHARS_MAX } from "../../base/limits.ts";
import { type Failure, ok } from "../../base/result.ts";
import type { Ctx } from "../../host/context.ts";
import { newNonce, pageResponse, seeOther } from "../html-response.ts";
import { type Markup, field } from "../layout.ts";
import { readForm } from "../read-form.ts";
import { consolePage, notice, outerPage, sectionsOf } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { openDesk } from "./open-desk.ts";
import { sayFailure } from "./say-failure.ts";
import { readSessionCookie, sessionCookie } from "./session-cookie.ts";

interface Said {
  site: string;
  operator: string;
}

/** The form, or for who is signed in already the first page that is theirs. */
export async function getConsole(request: Request, ctx: Ctx): Promise<Response> {
  const nonce = newNonce(ctx);
  const desk = await openDesk(ctx, request);
  if (!desk.ok) {
    const { status, lines, headers } = toldAtDoor(ctx, request, desk.failure);
    return pageResponse(signInPage(nonce, { site: "", operator: "" }, lines), nonce, status, headers);
  }
  const [first] = sectionsOf(desk.value.caller);
  if (first) return seeOther(first.path);
  const content = html`<h1>Nothing to see here</h1>
    <p>Your account has none of the rights that the pages of the console need.</p>`;
  return pageResponse(consolePage(desk.value, "Console", content), nonce);
}

function toldAtDoor(ctx: Ctx, request: Request, failure: Failure) {
  const url = new URL(request.url);
  if (failure.code !== "unauthorized") return sayFailure(failure);
  const isStale = failure.reason !== "no_token" || url.searchParams.has("ended");
  const lines = isStale ? ["Your session has ended. Please sign in again."] : [];
  const headers: Record<string, string> = readSessionCookie(request) === "" ? {} : { "Set-Cookie": sessionCookie(url, "") };
  return { status: 200, lines, headers };
}

/** Signs in by the verb of POST /sessions: its limits, its log. What was wrong is not told. */
export async function postConsole(request: Request, ctx: Ctx): Promise<Response> {
  const nonce = newNonce(ctx);
  const form = await readForm(request);
  if (!form.ok) return pageResponse(signInPage(nonce, { site: "", operator: "" }, ["Please sign in on this page."]), nonce, 403);
  const said = { site: form.value.get("site")?.trim() ?? "", operator: form.value.get("operator")?.trim() ?? "" };
  const password = form.value.get("password") ?? "";
  const fits = said.site.length <= ID_CHARS_MAX && said.operator.length <= ID_CHARS_MAX && password.length <= PASSWORD_CHARS_MAX;
  if (!fits || said.site === "" || said.operator === "" || password === "") {
    return pageResponse(signInPage(nonce, fits ? said : { site: "", operator: "" }, [WRONG]), nonce, 422);
  }
  const session = await logInAtDesk(ctx, { groupId: null, siteId: said.site, operatorCode: said.operator, password });
  if (session.ok) return seeOther("/console", { "Set-Cookie": sessionCookie(new URL(request.url), session.value.sessionId) });
  const { status, lines, headers } = refusedAtDoor(session.failure);
  return pageResponse(signInPage(nonce, said, lines), nonce, status, headers);
}

const WRONG = "Site, operator and password do not fit together.";

function refusedAtDoor(failure: Failure) {
  if (failure.code !== "unauthorized") return sayFailure(failure);
  const line = failure.reason === "insufficient_scope" ? "This account is for the XML interface alone." : WRONG;
  return { status: 422, lines: [line], headers: {} };
}

/** Ends the session here and everywhere. */
export const postSignOut: ConsoleHandler = async ({ request }, { caller, url }) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  await closeSession(caller);
  return ok(seeOther("/console", { "Set-Cookie": sessionCookie(url, "") }));
};

function signInPage(nonce: string, said: Said, lines: readonly string[]): Markup {
  return outerPage(
    nonce,
    "Sign in",
    html`<h1>Sign in</h1>
      <p>For the desk and the books: with the site and the operator that were given to you.</p>
      ${notice("bad", lines)}
      <form class="card stay" method="post" action="/console">
        <div class="fields">
          ${field("Site", "site", html`required autocomplete="organization" autocapitalize="off" spellcheck="false" maxlength="${ID_CHARS_MAX}" value="${said.site}"`)}
          ${field("Operator", "operator", html`required autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="${ID_CHARS_MAX}" value="${said.operator}"`)}
          ${field("Password", "password", html`type="password" required autocomplete="current-password" maxlength="${PASSWORD_CHARS_MAX}"`)}
        </div>
        <p></p>
        <button>Sign in</button>
      </form>`,
  );
}
