/** What an operator's session may do, and its end: docs/interface.md §3 and §6. Asked of D1 always: nothing here is frequent. */
import { type TokenRow, findToken } from "./rows/tokens.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { sha256Hex } from "../base/bytes.ts";
import { admitRow } from "./authenticate.ts";
import { type CallerCtx, asCaller } from "./caller.ts";
import { hasScope } from "./rules/principal.ts";
import { canBeToken } from "./rules/token.ts";
import { useGroupOfToken } from "./find-group.ts";
import { noteRefusal } from "./shut-out.ts";
import type { Ctx } from "../host/context.ts";
import { closeSession } from "./open-session.ts";

/** The caller's context. Any other live token, a JSON session of an operator among them, lacks the scope `export`. */
export async function admitOperator(ctx: Ctx, sessionId: string): Promise<Result<CallerCtx>> {
  const row = canBeToken(sessionId, ctx.demoTokens) ? await readToken(ctx, sessionId) : null;
  const principal = admitRow(ctx, row);
  if (!principal) {
    if (sessionId !== "") noteRefusal(ctx, "invalid_token");
    return fail({ code: "unauthorized", reason: "invalid_token" });
  }
  const caller = asCaller(ctx, principal);
  return hasScope(principal, "export") ? ok(caller) : fail({ code: "unauthorized", reason: "insufficient_scope" });
}

async function readToken(ctx: Ctx, sessionId: string): Promise<TokenRow | null> {
  await useGroupOfToken(ctx, sessionId);
  return findToken(ctx.db, sha256Hex(sessionId));
}

/** Ends an operator's session. */
export async function logOutOperator(ctx: Ctx, sessionId: string): Promise<Result<null>> {
  const caller = await admitOperator(ctx, sessionId);
  if (!caller.ok) return caller;
  await closeSession(caller.value);
  return ok(null);
}
