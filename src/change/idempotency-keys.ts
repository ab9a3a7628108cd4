/** Table idempotency_keys: which reservation a caller's Idempotency-Key made (docs/interface.md §4.8). */
import type { Database, PreparedStatement } from "../host/database.ts";

export interface IdempotencyKeyRow {
  group_id: string;
  caller: string;
  idempotency_key: string;
  body_sha256: string;
  reservation_id: string;
  created_ms: number;
}

/** A key that is still remembered refuses a second use by NOT NULL; a forgotten one is taken over. */
const INSERT_KEY = `INSERT INTO idempotency_keys (group_id, caller, idempotency_key, body_sha256, reservation_id, created_ms)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT (group_id, caller, idempotency_key) DO UPDATE SET
    body_sha256 = CASE WHEN created_ms <= ?7 THEN excluded.body_sha256 END,
    reservation_id = excluded.reservation_id, created_ms = excluded.created_ms`;

const SELECT_KEY = `SELECT body_sha256, reservation_id FROM idempotency_keys
  WHERE group_id = ?1 AND caller = ?2 AND idempotency_key = ?3 AND created_ms > ?4`;

/** Binds a key to the reservation of its batch. `forgottenMs`: keys of this instant and older are forgotten. */
export function insertIdempotencyKey(db: Database, row: IdempotencyKeyRow, forgottenMs: number): PreparedStatement {
  return db
    .prepare(INSERT_KEY)
    .bind(row.group_id, row.caller, row.idempotency_key, row.body_sha256, row.reservation_id, row.created_ms, forgottenMs);
}

/** What a caller's key stands for, or null where it is new or forgotten. */
export function findIdempotencyKey(
  db: Database,
  key: Pick<IdempotencyKeyRow, "group_id" | "caller" | "idempotency_key">,
  forgottenMs: number,
): Promise<Pick<IdempotencyKeyRow, "body_sha256" | "reservation_id"> | null> {
  return db
    .prepare(SELECT_KEY)
    .bind(key.group_id, key.caller, key.idempotency_key, forgottenMs)
    .first<Pick<IdempotencyKeyRow, "body_sha256" | "reservation_id">>();
}
