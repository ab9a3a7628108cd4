/** The beginning and the end of a session: docs/interface.md §3.2. */
import { insertTokenStatement, revokeToken } from "./rows/tokens.ts";
import { base64Url, sha256Hex } from "../base/bytes.ts";
import { forget, principalOf, remember } from "./authenticate.ts";
import { TOKEN_RANDOM_BYTES } from "./limits.ts";
import type { Scope } from "./rules/principal.ts";
import { mintToken, mintTokenOf } from "./rules/token.ts";
import type { CallerCtx } from "./caller.ts";
import type { Ctx } from "../host/context.ts";
import { shardOfGroup } from "../host/group-database.ts";
import { bindAll } from "../host/database.ts";

const TOKEN_ID_BYTES = 9;

export interface Session {
  sessionId: string;
  expiresMs: number;
}

/** What a log-in earns. */
export interface NewSession {
  kind: "user" | "operator";
  groupId: string;
  /** A user's id, an operator's code. */
  subject: string;
  hotelId: string | null;
  scopes: readonly Scope[];
  lifeMs: number;
}

/** Opens a session. `account`: the keyed hash that names it in the log. */
export async function openSession(ctx: Ctx, session: NewSession & { account: string }): Promise<Session> {
  const random = ctx.randomBytes(TOKEN_RANDOM_BYTES);
  const sessionId = ctx.shards ? mintTokenOf(shardOfGroup(ctx), session.kind, random) : mintToken(session.kind, random);
  const nowMs = ctx.now();
  const expiresMs = nowMs + session.lifeMs;
  const row = {
    token_sha256: sha256Hex(sessionId),
    kind: session.kind,
    group_id: session.groupId,
    token_id: base64Url(ctx.randomBytes(TOKEN_ID_BYTES)),
    subject: session.subject,
    hotel_id: session.hotelId,
    scopes: JSON.stringify(session.scopes),
    label: session.account,
    created_ms: nowMs,
    expires_ms: expiresMs,
    revoked_ms: null,
    last_used_day: null,
  };
  await ctx.db.batch(bindAll(ctx.db, [insertTokenStatement(row)]));
  const principal = principalOf(row, nowMs);
  if (principal) remember(ctx, { principal, expiresMs, checkedMs: nowMs });
  return { sessionId, expiresMs };
}

/** Ends the caller's session: D1 first, then the copies. */
export async function closeSession(ctx: CallerCtx): Promise<void> {
  await revokeToken(ctx.db, ctx.principal.groupId, ctx.principal.tokenSha256, ctx.now());
  await forget(ctx, ctx.principal.tokenSha256);
}
