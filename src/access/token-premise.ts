/** A token as a premise: the statements of its batch that stand behind it run only where the token is good. */
import type { Statement } from "../host/database.ts";
import type { Scope } from "./rules/principal.ts";

/** What a request says of itself before it is proved. */
export interface TokenClaim {
  groupId: string;
  /** Of the token it came with. */
  tokenSha256: string;
  scope: Scope;
}

/** json() fails on what is no JSON. */
const PREMISE = `SELECT json(coalesce((SELECT '1' FROM tokens WHERE token_sha256 = ?1 AND group_id = ?2 AND kind <> 'guest'
  AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > ?3)
  AND EXISTS (SELECT 1 FROM json_each(scopes) WHERE value = ?4)), 'no such token'))`;

/** Fails, and the batch with it, unless the token is live, of the group, and has the scope. Reads the token's row and nothing else. */
export function tokenPremise({ groupId, tokenSha256, scope }: TokenClaim, nowMs: number): Statement {
  return { sql: PREMISE, values: [tokenSha256, groupId, nowMs, scope] };
}
