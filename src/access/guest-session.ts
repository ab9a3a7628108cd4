/**
 * A guest's proof that a reservation is theirs, for the booking page: docs/interface.md §20. It shows one reservation and
 * nothing else, and no interface takes it as a bearer token.
 */
import { base64Url, sha256Hex } from "../base/bytes.ts";
import type { Ctx } from "../host/context.ts";
import { bindAll } from "../host/database.ts";
import type { CallerCtx } from "./caller.ts";
import { SESSION_TTL_MS, TOKEN_CHARS_MAX, TOKEN_RANDOM_BYTES } from "./limits.ts";
import { findToken, insertTokenStatement } from "./rows/tokens.ts";
import { mintToken } from "./rules/token.ts";

const TOKEN_ID_BYTES = 9;

/** A new proof, good for SESSION_TTL_MS. */
export async function openGuestSession(ctx: CallerCtx, reservationId: string): Promise<string> {
  const token = mintToken("guest", ctx.randomBytes(TOKEN_RANDOM_BYTES));
  const nowMs = ctx.now();
  const row = {
    token_sha256: sha256Hex(token),
    kind: "guest" as const,
    group_id: ctx.principal.groupId,
    token_id: base64Url(ctx.randomBytes(TOKEN_ID_BYTES)),
    subject: reservationId,
    hotel_id: null,
    scopes: "[]",
    label: "",
    created_ms: nowMs,
    expires_ms: nowMs + SESSION_TTL_MS,
  };
  await ctx.db.batch(bindAll(ctx.db, [insertTokenStatement(row)]));
  return token;
}

/** Whether the proof is live, and of this reservation. */
export async function isGuestOf(ctx: Ctx, groupId: string, reservationId: string, token: string): Promise<boolean> {
  if (token === "" || token.length > TOKEN_CHARS_MAX) return false;
  const row = await findToken(ctx.db, sha256Hex(token));
  if (!row || row.kind !== "guest" || row.revoked_ms !== null) return false;
  return row.group_id === groupId && row.subject === reservationId && (row.expires_ms ?? 0) > ctx.now();
}
