/**
 * A SQLite file as every host and command opens it, and the migrations it gets. Records them as wrangler does, in
 * d1_migrations, so that a file copied from or to a local D1 is not migrated twice.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SHARDS_MAX } from "../limits.ts";
import { projectPath } from "./project.ts";
import { BUSY_TIMEOUT_MS, PAGE_CACHE_KIB } from "./limits.ts";

const MIGRATIONS_FOLDER = projectPath("migrations");

/** Wrangler's own table, statement for statement. */
const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** The files of a folder's databases, by number. */
export function shardFiles(folder: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => join(folder, shard === 0 ? "tabard.sqlite" : `tabard-${shard}.sqlite`));
}

/** How many databases a folder has: one, where it has none yet. */
export function countShardFiles(folder: string): number {
  const missing = shardFiles(folder, SHARDS_MAX).findIndex((file, shard) => shard > 0 && !existsSync(file));
  return missing === -1 ? SHARDS_MAX : missing;
}

/** Opens a file, created where there is none: durable when a write is acknowledged, foreign keys on, migrated. */
export function openSqliteFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  // WAL lets commands and back-ups read while the service writes; FULL syncs the log at every commit.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = ${PAGE_CACHE_KIB}`);
  applyMigrations(db);
  return db;
}

/** Applies what is missing, each migration whole or not at all. */
export function applyMigrations(db: DatabaseSync): void {
  db.exec(CREATE_MIGRATIONS_TABLE);
  for (const name of readdirSync(MIGRATIONS_FOLDER).toSorted()) {
    inTransaction(db, () => {
      // Asked inside the transaction: two hosts may start at once.
      if (db.prepare("SELECT 1 FROM d1_migrations WHERE name = ?1").get(name)) return;
      db.exec(readFileSync(`${MIGRATIONS_FOLDER}/${name}`, "utf8"));
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").run(name);
    });
  }
}

/** Runs work as one transaction, a writing one unless told: an error undoes all of it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T, begin: "BEGIN" | "BEGIN IMMEDIATE" = "BEGIN IMMEDIATE"): T {
  db.exec(begin);
  try {
    const value = work();
    db.exec("COMMIT");
    return value;
  } catch (error) {
    // Some errors (a full disk) have already rolled back.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
