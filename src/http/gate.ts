/**
 * The gate of the JSON interface: who is calling, and may they (contract §3). The only place that reads the
 * Authorization header. A handler behind it runs only for a live token of the path's group with the route's scope.
 */
import { type Result, fail, ok } from "../domain/result.ts";
import { RATE_LIMIT_RETRY_SECONDS } from "../platform/limits.ts";
import type { CallerCtx, Ctx } from "../service/context.ts";
import { authenticate } from "../session/authenticate.ts";
import type { Access } from "./types.ts";

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** The caller's context, or the reason to refuse. */
export async function admit(request: Request, ctx: Ctx, groupId: string, access: Access): Promise<Result<CallerCtx>> {
  const header = request.headers.get("Authorization");
  if (header === null) return fail({ code: "unauthorized", reason: "no_token" });
  const token = BEARER.exec(header)?.[1];
  const principal = token === undefined ? null : await authenticate(ctx, token);
  // An operator session belongs to the XML interface.
  if (!principal || principal.kind === "operator" || principal.groupId !== groupId) {
    return fail({ code: "unauthorized", reason: "invalid_token" });
  }
  if (access !== "session" && !principal.scopes.includes(access)) {
    return fail({ code: "unauthorized", reason: "insufficient_scope" });
  }
  if (ctx.requestLimiter && !(await ctx.requestLimiter.limit({ key: principal.tokenSha256 })).success) {
    return fail({ code: "too_many_requests", retryAfterSeconds: RATE_LIMIT_RETRY_SECONDS });
  }
  return ok(Object.assign(Object.create(ctx) as Ctx, { principal }));
}
