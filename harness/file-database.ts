/** What tests need of the Database port over a SQLite file, for tests outside workerd. */
import type { DatabaseSync } from "node:sqlite";
import type { Database, SqlValue, PreparedStatement } from "../src/host/database.ts";

/** Statements of a file, one at a time. */
export function fileDatabase(db: DatabaseSync): Pick<Database, "prepare"> {
  return { prepare: (sql) => statement(db, sql, []) };
}

function statement(db: DatabaseSync, sql: string, values: SqlValue[]): PreparedStatement {
  const rows = <T>(): T[] => db.prepare(sql).all(...values) as T[];
  return {
    bind: (...bound) => statement(db, sql, bound),
    first: async <T>() => rows<T>()[0] ?? null,
    all: async <T>() => ({ results: rows<T>(), meta: {} }),
    raw: async <T>() => rows<Record<string, unknown>>().map((row) => Object.values(row) as T),
    run: async () => ({ meta: { changes: Number(db.prepare(sql).run(...values).changes) } }),
  };
}
