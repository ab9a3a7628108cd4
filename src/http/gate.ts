/**
 * The gate of the JSON interface: who is calling, and may they (docs/interface.md §3). The only place that reads the
 * Authorization header. A handler behind it runs only for a live token of the path's group with the route's scope.
 */
import { type Failure, type Result, fail, ok } from "../base/result.ts";
import { AUTHORIZATION_CHARS_MAX } from "./limits.ts";
import { type CallerCtx, asCaller } from "../access/caller.ts";
import type { Ctx } from "../host/context.ts";
import { limitCaller } from "../access/limit-requests.ts";
import { noteRefusal } from "../access/shut-out.ts";
import { authenticate } from "../access/authenticate.ts";
import { type Principal, hasScope } from "../access/rules/principal.ts";
import type { Access, Prepare } from "./types.ts";

/** RFC 6750 §2.1. Several headers reach us joined by commas, which no token has: who sends two is not guessed at. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/**
 * The caller's context, or the reason to refuse: never one that tells whether the group exists. `prepare` begins reads beside the
 * proof of a caller whom this isolate does not know yet.
 */
export async function admit(
  request: Request,
  ctx: Ctx,
  groupId: string,
  { access, prepare }: { access: Access; prepare?: Prepare },
): Promise<Result<CallerCtx>> {
  const header = request.headers.get("Authorization");
  if (header === null || !sendsToken(header)) return fail({ code: "unauthorized", reason: "no_token" });
  const token = header.length > AUTHORIZATION_CHARS_MAX ? undefined : BEARER.exec(header)?.[1];
  let prepared: Promise<void> | undefined;
  const beside = (tokenSha256: string): void => void (prepared = prepare?.(ctx, { request, groupId, tokenSha256 }));
  const principal = token === undefined ? null : await authenticate(ctx, token, beside);
  if (!principal) return refuseToken(ctx);
  const caller = asCaller(ctx, principal);
  const allowed = await limitCaller(ctx, principal);
  if (!allowed.ok) return allowed;
  if (principal.groupId !== groupId) return refuseToken(ctx);
  if (!mayUse(principal, access)) return fail(lacking(access));
  await prepared;
  return ok(caller);
}

function refuseToken(ctx: Ctx): Result<CallerCtx> {
  noteRefusal(ctx, "invalid_token");
  return fail({ code: "unauthorized", reason: "invalid_token" });
}

/** Another scheme, or the scheme alone, brings no token: RFC 6750 §3.1 wants no error code then. */
function sendsToken(header: string): boolean {
  return /^Bearer +[^ ]/i.test(header);
}

function lacking(access: Access): Failure {
  const lacks = { code: "unauthorized", reason: "insufficient_scope" } as const;
  if (access === "session") return lacks;
  return { ...lacks, scopes: typeof access === "string" ? [access] : access };
}

function mayUse(principal: Principal, access: Access): boolean {
  if (access !== "session") return [access].flat().some((scope) => hasScope(principal, scope));
  // A key ends by `admin key revoke`, not by whoever holds it; a session of the XML interface by LogOut.
  return principal.kind !== "key" && !hasScope(principal, "export");
}
