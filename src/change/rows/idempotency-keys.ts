/**
 * Table idempotency_keys: what a caller's Idempotency-Key was answered (docs/interface.md §4.8). It keeps what identifies the
 * answer, not the answer: personal data stays in the rows that erasing a guest blanks.
 */
import type { Database, SqlValue, Statement } from "../../host/database.ts";
import type { IdempotentRequest } from "../rules/idempotent-request.ts";

/** An SQL expression of JSON text, whose values are numbered from ?8: what is known only inside the batch can stand in it. */
export interface KeptAnswer {
  sql: string;
  values: readonly SqlValue[];
}

export interface StoredKeyRow {
  body_sha256: string;
  /** JSON, as the change kept it. */
  answer: string;
}

/** ?1 to ?4: the key; ?5 the instant up to which keys are forgotten. */
const REMEMBERED = `FROM idempotency_keys
  WHERE group_id = ?1 AND caller = ?2 AND operation = ?3 AND idempotency_key = ?4 AND created_ms > ?5`;

const SELECT_KEY = `SELECT body_sha256, answer ${REMEMBERED}`;

/** The refusal of a key that is still remembered, as refusedConstraint names it. */
export const KEY_USED = "idempotency_keys.body_sha256";

/** Keeps an answer under its key. A key that is still remembered is refused by NOT NULL; a forgotten one is taken over. */
export function insertKey(request: IdempotentRequest, answer: KeptAnswer, nowMs: number, forgottenMs: number): Statement {
  const { groupId, callerId, operation, key, bodySha256 } = request;
  const sql = `INSERT INTO idempotency_keys (group_id, caller, operation, idempotency_key, body_sha256, created_ms, answer)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ${answer.sql})
  ON CONFLICT (group_id, caller, operation, idempotency_key) DO UPDATE SET
    body_sha256 = CASE WHEN created_ms <= ?7 THEN excluded.body_sha256 END,
    answer = excluded.answer, created_ms = excluded.created_ms`;
  return { sql, values: [groupId, callerId, operation, key, bodySha256, nowMs, forgottenMs, ...answer.values] };
}

/** Gives StoredKeyRow, or no row where the key is new or forgotten. */
export function selectKey(request: IdempotentRequest, forgottenMs: number): Statement {
  return { sql: SELECT_KEY, values: keyValues(request, forgottenMs) };
}

/** SQL: a field of the kept answer, null where there is none. For statements that begin with `keyValues`. */
export function keptField(field: string): string {
  return `(SELECT answer ->> '${field}' ${REMEMBERED})`;
}

/** ?1 to ?5 of every statement that looks at a kept answer; ?1 is the group. */
export function keyValues(request: IdempotentRequest, forgottenMs: number): SqlValue[] {
  return [request.groupId, request.callerId, request.operation, request.key, forgottenMs];
}

const DELETE_IDEMPOTENCY_KEYS = `DELETE FROM idempotency_keys WHERE (group_id, caller, operation, idempotency_key) IN
  (SELECT group_id, caller, operation, idempotency_key FROM idempotency_keys WHERE created_ms < ?1 ORDER BY created_ms LIMIT ?2)`;

/** Deletes at most `rowsMax` keys made before `beforeMs`. Returns how many. */
export async function deleteIdempotencyKeys(db: Database, beforeMs: number, rowsMax: number): Promise<number> {
  return (await db.prepare(DELETE_IDEMPOTENCY_KEYS).bind(beforeMs, rowsMax).run()).meta.changes ?? 0;
}
