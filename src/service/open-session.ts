/** Log-in of users (JSON) and operators (XML), and the end of a session: contract §3. */
import { type OperatorRow, findOperator, findUser } from "../db/people.ts";
import { insertSession, revokeToken } from "../db/tokens.ts";
import { type Result, fail, ok } from "../domain/result.ts";
import { base64Url, sha256Hex } from "../platform/bytes.ts";
import { RATE_LIMIT_RETRY_SECONDS, SESSION_TTL_MS } from "../platform/limits.ts";
import { forget, principalOf, remember } from "../session/authenticate.ts";
import { verifyPassword } from "../session/password.ts";
import { SCOPES } from "../session/principal.ts";
import type { CallerCtx, Ctx } from "./context.ts";

const TOKEN_BYTES = 32;
const TOKEN_ID_BYTES = 9;

export interface Session {
  sessionId: string;
  expiresMs: number;
}

interface NewSession {
  kind: "user" | "operator";
  groupId: string;
  subject: string;
  siteId: string | null;
  scopes: readonly string[];
}

/** Opens a user's session. `address` is the client's, for the limiter. */
export async function logInUser(
  ctx: Ctx,
  input: { groupId: string; email: string; password: string; address: string },
): Promise<Result<Session>> {
  const allowed = await mayTry(ctx, `user:${input.groupId}:${input.email.toLowerCase()}`, input.address);
  if (!allowed) return tooMany();
  const user = await findUser(ctx.db, input.groupId, input.email);
  if (!(await verifyPassword(input.password, user?.password_hash ?? null)) || !user) return refused();
  return ok(await openSession(ctx, { kind: "user", groupId: user.group_id, subject: user.email, siteId: null, scopes: SCOPES }));
}

/** Opens an operator's session for a hotel or a group. */
export async function logInOperator(
  ctx: Ctx,
  input: { siteId: string; operatorCode: string; password: string; address: string },
): Promise<Result<Session>> {
  const allowed = await mayTry(ctx, `operator:${input.siteId}:${input.operatorCode}`, input.address);
  if (!allowed) return tooMany();
  const operator: OperatorRow | null = await findOperator(ctx.db, input.siteId, input.operatorCode);
  if (!(await verifyPassword(input.password, operator?.password_hash ?? null)) || !operator) return refused();
  const { group_id: groupId, operator_code: subject, site_id: siteId } = operator;
  return ok(await openSession(ctx, { kind: "operator", groupId, subject, siteId, scopes: [] }));
}

/** Ends the caller's session: D1 first, then the copies. */
export async function closeSession(ctx: CallerCtx): Promise<void> {
  await revokeToken(ctx.db, ctx.principal.groupId, ctx.principal.tokenSha256, ctx.now());
  await forget(ctx, ctx.principal.tokenSha256);
}

async function mayTry(ctx: Ctx, account: string, address: string): Promise<boolean> {
  const tries = await Promise.all([
    ctx.loginLimiter.limit({ key: `account:${sha256Hex(account)}` }),
    ctx.loginLimiter.limit({ key: `address:${address}` }),
  ]);
  return tries.every((one) => one.success);
}

async function openSession(ctx: Ctx, session: NewSession): Promise<Session> {
  const sessionId = base64Url(ctx.randomBytes(TOKEN_BYTES));
  const nowMs = ctx.now();
  const expiresMs = nowMs + SESSION_TTL_MS;
  const row = {
    token_sha256: sha256Hex(sessionId),
    kind: session.kind,
    group_id: session.groupId,
    token_id: base64Url(ctx.randomBytes(TOKEN_ID_BYTES)),
    subject: session.subject,
    site_id: session.siteId,
    scopes: JSON.stringify(session.scopes),
    created_ms: nowMs,
    expires_ms: expiresMs,
  };
  await insertSession(ctx.db, row);
  const principal = principalOf({ ...row, revoked_ms: null }, nowMs);
  if (principal) remember(ctx, { principal, expiresMs, checkedMs: nowMs });
  return { sessionId, expiresMs };
}

function refused() {
  return fail({ code: "unauthorized", reason: "invalid_token" });
}

function tooMany() {
  return fail({ code: "too_many_requests", retryAfterSeconds: RATE_LIMIT_RETRY_SECONDS });
}
