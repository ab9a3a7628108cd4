/** POST and DELETE /sessions/{groupId}: docs/interface.md §3.2 and §10.4. */
import * as z from "zod/mini";
import { fail, ok } from "../base/result.ts";
import { PASSWORD_CHARS_MAX } from "../access/limits.ts";
import { EMAIL_CHARS_MAX, ID_CHARS_MAX } from "../base/limits.ts";
import { closeSession } from "../access/open-session.ts";
import { logInAtDesk, logInUser } from "../access/log-in.ts";
import { isFromAnotherOrigin } from "../base/another-origin.ts";
import { answer } from "./answer.ts";
import { readJson } from "./json-body.ts";
import { refuse } from "./problem.ts";
import type { CallerHandler, HttpContext, OpenHandler } from "./types.ts";
import type { Ctx } from "../host/context.ts";
import { fieldErrors } from "./validation.ts";

const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_CHARS_MAX));
const id = z.string().check(z.minLength(1), z.maxLength(ID_CHARS_MAX));

export const LogInSchema = z.object({ email: z.string().check(z.minLength(1), z.maxLength(EMAIL_CHARS_MAX)), password });

export const OperatorLogInSchema = z.object({ siteId: id, operatorCode: id, password });

/** Opens a session: a user's, or an operator's where the body names a site or an operator. */
export const postSession: OpenHandler = async (c, ctx) => {
  const request = c.req.raw;
  // Browsers send such a body across origins without asking first: a page could log its visitor in to an account of its own.
  if (request.headers.get("Content-Type") === null && isFromAnotherOrigin(request)) {
    return answer(ctx, refuse({ code: "unsupported_media_type", detail: "From another origin, send Content-Type: application/json." }));
  }
  const body = await readJson(request);
  if (!body.ok) return answer(ctx, body);
  const session = await logIn(c, ctx, body.value);
  if (!session.ok) return answer(ctx, session);
  const { sessionId, expiresMs } = session.value;
  return answer(ctx, ok({ sessionId, expiresAt: new Date(expiresMs).toISOString() }));
};

async function logIn(c: HttpContext, ctx: Ctx, body: unknown) {
  const groupId = c.req.param("groupId") ?? "";
  if (namesOperator(body)) {
    const operator = OperatorLogInSchema.safeParse(body);
    if (!operator.success) return fail({ code: "invalid_parameter", errors: fieldErrors(operator.error) });
    return logInAtDesk(ctx, { groupId, ...operator.data });
  }
  const user = LogInSchema.safeParse(body);
  if (!user.success) return fail({ code: "invalid_parameter", errors: fieldErrors(user.error) });
  return logInUser(ctx, { groupId, ...user.data });
}

function namesOperator(body: unknown): boolean {
  return typeof body === "object" && body !== null && ("siteId" in body || "operatorCode" in body);
}

/** Ends the caller's session. */
export const deleteSession: CallerHandler = async (_c, ctx) => {
  await closeSession(ctx);
  return new Response(null, { status: 204 });
};
