/** Table tokens: API keys and sessions, by the SHA-256 of the token. */
import type { Database, Statement } from "../../host/database.ts";

export interface TokenRow {
  token_sha256: string;
  kind: "key" | "user" | "operator" | "guest";
  group_id: string;
  token_id: string;
  subject: string;
  hotel_id: string | null;
  /** JSON: [scope]. */
  scopes: string;
  /** key: what it is for; session: the keyed hash that names its account in the log. */
  label: string;
  created_ms: number;
  expires_ms: number | null;
  revoked_ms: number | null;
  /** key: the day (UTC) it was last seen. */
  last_used_day: number | null;
}

const SELECT_TOKEN = `SELECT token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, label, created_ms, expires_ms, revoked_ms,
  last_used_day FROM tokens WHERE token_sha256 = ?1`;

const SELECT_GROUP = `SELECT group_id FROM tokens WHERE token_sha256 = ?1`;

const INSERT_TOKEN = `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, label, created_ms,
    expires_ms)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`;

const REVOKE_TOKEN = `UPDATE tokens SET revoked_ms = ?3 WHERE token_sha256 = ?1 AND group_id = ?2 AND revoked_ms IS NULL`;

const MARK_USED = `UPDATE tokens SET last_used_day = ?2 WHERE token_sha256 = ?1 AND coalesce(last_used_day, 0) < ?2`;

/** The group of a token, whatever its state. */
export async function findGroupOfToken(db: Database, tokenSha256: string): Promise<string | null> {
  const row = await db.prepare(SELECT_GROUP).bind(tokenSha256).first<{ group_id: string }>();
  return row?.group_id ?? null;
}

/** The row of a token, whatever its state; null where there is none. */
export function findToken(db: Database, tokenSha256: string): Promise<TokenRow | null> {
  return db.prepare(SELECT_TOKEN).bind(tokenSha256).first<TokenRow>();
}

/** What a new token's row is made of. */
export type NewTokenRow = Omit<TokenRow, "revoked_ms" | "last_used_day">;

/** Stores a new key or session: the one way to write one. */
export function insertTokenStatement(row: NewTokenRow): Statement {
  const { token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, label, created_ms, expires_ms } = row;
  return {
    sql: INSERT_TOKEN,
    values: [token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, label, created_ms, expires_ms],
  };
}

/** Ends a token of a group. Ending one twice changes nothing. */
export async function revokeToken(db: Database, groupId: string, tokenSha256: string, nowMs: number): Promise<void> {
  await db.prepare(REVOKE_TOKEN).bind(tokenSha256, groupId, nowMs).run();
}

/** Notes the day a token was seen; days never go back. */
export async function markUsed(db: Database, tokenSha256: string, day: number): Promise<void> {
  await db.prepare(MARK_USED).bind(tokenSha256, day).run();
}

const DELETE_SESSIONS = `DELETE FROM tokens WHERE token_sha256 IN
  (SELECT token_sha256 FROM tokens WHERE expires_ms < ?1 AND kind <> 'key' ORDER BY expires_ms LIMIT ?2)`;

/** Deletes at most `rowsMax` sessions that expired before `beforeMs`. Returns how many. API keys stay, to be listed. */
export async function deleteSessions(db: Database, beforeMs: number, rowsMax: number): Promise<number> {
  return (await db.prepare(DELETE_SESSIONS).bind(beforeMs, rowsMax).run()).meta.changes ?? 0;
}
