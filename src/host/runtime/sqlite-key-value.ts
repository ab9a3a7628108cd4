/**
 * The KeyValueStore port in the host's own SQLite file: table runtime_kv, made here and by no migration, for it is this
 * host's stand-in for Workers KV. On one machine a write is seen at once, so `cacheTtl` has nothing to do.
 */
import type { DatabaseSync } from "node:sqlite";
import type { KeyValueStore } from "../context.ts";

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS runtime_kv (
  key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_ms INTEGER) STRICT, WITHOUT ROWID`;
const CREATE_INDEX = `CREATE INDEX IF NOT EXISTS runtime_kv_by_expiry ON runtime_kv (expires_ms) WHERE expires_ms IS NOT NULL`;
const SELECT_VALUE = `SELECT value FROM runtime_kv WHERE key = ?1 AND (expires_ms IS NULL OR expires_ms > ?2)`;
const UPSERT_VALUE = `INSERT INTO runtime_kv (key, value, expires_ms) VALUES (?1, ?2, ?3)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_ms = excluded.expires_ms`;
const DELETE_VALUE = `DELETE FROM runtime_kv WHERE key = ?1`;
const DELETE_EXPIRED = `DELETE FROM runtime_kv WHERE expires_ms <= ?1`;

export interface SqliteKeyValue extends KeyValueStore {
  /** Removes what has expired; reads never return it anyway. */
  sweep(): void;
}

/** `db` should be a connection of its own: what KV forgets at a power cut it looks up again, so it need not wait for the disk. */
export function sqliteKeyValue(db: DatabaseSync, now: () => number): SqliteKeyValue {
  db.exec(`PRAGMA synchronous = NORMAL; ${CREATE_TABLE}; ${CREATE_INDEX}`);
  const select = db.prepare(SELECT_VALUE);
  const upsert = db.prepare(UPSERT_VALUE);
  const remove = db.prepare(DELETE_VALUE);
  const expire = db.prepare(DELETE_EXPIRED);
  return {
    get: async (key) => (select.get(key, now())?.value as string | undefined) ?? null,
    put: async (key, value, options = {}) => {
      const { expirationTtl } = options;
      upsert.run(key, value, expirationTtl === undefined ? null : now() + expirationTtl * 1000);
    },
    delete: async (key) => {
      remove.run(key);
    },
    sweep: () => {
      expire.run(now());
    },
  };
}
