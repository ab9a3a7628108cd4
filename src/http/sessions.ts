/** POST and DELETE /sessions/{groupId}: docs/interface.md §3. */
import * as z from "zod/mini";
import { fail, ok } from "../base/result.ts";
import { clientAddress } from "../host/client-address.ts";
import { PASSWORD_CHARS_MAX } from "../access/limits.ts";
import { EMAIL_CHARS_MAX } from "../base/limits.ts";
import { closeSession, logInUser } from "../access/open-session.ts";
import { answer } from "./answer.ts";
import { readJson } from "./json-body.ts";
import type { CallerHandler, OpenHandler } from "./types.ts";
import { fieldErrors } from "./validation.ts";

export const LogInSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(EMAIL_CHARS_MAX)),
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_CHARS_MAX)),
});

/** Opens a user session. */
export const postSession: OpenHandler = async (c, ctx) => {
  const body = await readJson(c.req.raw);
  if (!body.ok) return answer(ctx, body);
  const parsed = LogInSchema.safeParse(body.value);
  if (!parsed.success) return answer(ctx, fail({ code: "invalid_parameter", errors: fieldErrors(parsed.error) }));
  const groupId = c.req.param("groupId") ?? "";
  const session = await logInUser(ctx, { groupId, ...parsed.data, address: clientAddress(c.req.raw) });
  if (!session.ok) return answer(ctx, session);
  const { sessionId, expiresMs } = session.value;
  return answer(ctx, ok({ sessionId, expiresAt: new Date(expiresMs).toISOString() }));
};

/** Ends the caller's session. */
export const deleteSession: CallerHandler = async (_c, ctx) => {
  await closeSession(ctx);
  return new Response(null, { status: 204 });
};
