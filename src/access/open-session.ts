/** Log-in of users (JSON) and operators (XML), and the end of a session: docs/interface.md §3. */
import { findOperator, findUser, replaceOperatorHash, replaceUserHash } from "./rows/people.ts";
import { insertSession, revokeToken } from "./rows/tokens.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { base64Url, sha256Hex } from "../base/bytes.ts";
import { SESSION_TTL_MS } from "./limits.ts";
import { forget, principalOf, remember } from "./authenticate.ts";
import { SALT_BYTES, hashPassword, isOutdated, verifyPassword } from "./password.ts";
import { EXPORT_SCOPES, USER_SCOPES } from "./rules/principal.ts";
import type { CallerCtx } from "./caller.ts";
import type { Ctx } from "../host/context.ts";
import { limitLogIn } from "./limit-requests.ts";

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
  hotelId: string | null;
  scopes: readonly string[];
}

/** Opens a user's session. `address` is the client's, for the limiter. */
export async function logInUser(
  ctx: Ctx,
  input: { groupId: string; email: string; password: string; address: string },
): Promise<Result<Session>> {
  const allowed = await limitLogIn(ctx, `user:${input.groupId}:${input.email.toLowerCase()}`, input.address);
  if (!allowed.ok) return allowed;
  const user = await findUser(ctx.db, input.groupId, input.email);
  if (!(await verifyPassword(input.password, user?.password_hash ?? null)) || !user) return refused();
  upgradeHash(ctx, input.password, user.password_hash, (hash) => replaceUserHash(ctx.db, user, hash));
  return ok(await openSession(ctx, { kind: "user", groupId: user.group_id, subject: user.user_id, hotelId: null, scopes: USER_SCOPES }));
}

/** Opens an operator's session for a hotel or a group. */
export async function logInOperator(
  ctx: Ctx,
  input: { siteId: string; operatorCode: string; password: string; address: string },
): Promise<Result<Session>> {
  const allowed = await limitLogIn(ctx, `operator:${input.siteId}:${input.operatorCode}`, input.address);
  if (!allowed.ok) return allowed;
  const operator = await findOperator(ctx.db, input.siteId, input.operatorCode);
  if (!(await verifyPassword(input.password, operator?.password_hash ?? null)) || !operator) return refused();
  upgradeHash(ctx, input.password, operator.password_hash, (hash) => replaceOperatorHash(ctx.db, operator, hash));
  const { group_id: groupId, operator_code: subject } = operator;
  const hotelId = operator.site_kind === "hotel" ? operator.site_id : null;
  return ok(await openSession(ctx, { kind: "operator", groupId, subject, hotelId, scopes: EXPORT_SCOPES }));
}

/** Ends the caller's session: D1 first, then the copies. */
export async function closeSession(ctx: CallerCtx): Promise<void> {
  await revokeToken(ctx.db, ctx.principal.groupId, ctx.principal.tokenSha256, ctx.now());
  await forget(ctx, ctx.principal.tokenSha256);
}

/** Stores a stronger hash after the answer, where the parameters have risen since. The old one does until then. */
function upgradeHash(ctx: Ctx, password: string, stored: string, store: (hash: string) => Promise<void>): void {
  if (!isOutdated(stored)) return;
  const upgrade = hashPassword(password, ctx.randomBytes(SALT_BYTES)).then(store);
  ctx.background(upgrade.catch((error: unknown) => ctx.log({ event: "hash_upgrade_failed", detail: String(error) })));
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
    hotel_id: session.hotelId,
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
  return fail({ code: "unauthorized", reason: "log_in_refused" });
}
