/** Table tokens: API keys and sessions, by the SHA-256 of the token. */
import type { Database } from "../../host/database.ts";

export interface TokenRow {
  token_sha256: string;
  kind: "key" | "user" | "operator";
  group_id: string;
  token_id: string;
  subject: string;
  hotel_id: string | null;
  /** JSON: [scope]. */
  scopes: string;
  created_ms: number;
  expires_ms: number | null;
  revoked_ms: number | null;
}

const SELECT_TOKEN = `SELECT token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, created_ms, expires_ms, revoked_ms
  FROM tokens WHERE token_sha256 = ?1`;

const INSERT_SESSION = `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, created_ms, expires_ms)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`;

const REVOKE_TOKEN = `UPDATE tokens SET revoked_ms = ?3 WHERE token_sha256 = ?1 AND group_id = ?2 AND revoked_ms IS NULL`;

/** The row of a token, whatever its state; null where there is none. */
export function findToken(db: Database, tokenSha256: string): Promise<TokenRow | null> {
  return db.prepare(SELECT_TOKEN).bind(tokenSha256).first<TokenRow>();
}

/** Stores a new session. */
export async function insertSession(db: Database, row: Omit<TokenRow, "revoked_ms">): Promise<void> {
  await db
    .prepare(INSERT_SESSION)
    .bind(row.token_sha256, row.kind, row.group_id, row.token_id, row.subject, row.hotel_id, row.scopes, row.created_ms, row.expires_ms)
    .run();
}

/** Ends a token of a group. Ending one twice changes nothing. */
export async function revokeToken(db: Database, groupId: string, tokenSha256: string, nowMs: number): Promise<void> {
  await db.prepare(REVOKE_TOKEN).bind(tokenSha256, groupId, nowMs).run();
}
