/** A database that counts the rows read through it, for one request's log line. Costs one small object per statement. */
import type { Database, SqlValue, PreparedStatement } from "./database.ts";
import { sessionOf } from "./read-replicas.ts";
import { whileLocked } from "./while-locked.ts";

interface RowCount {
  rowsRead: number;
}

/** The same database; `count.rowsRead` rises with every statement. */
export function countRows(db: Database, count: RowCount): Database {
  return {
    withSession: db.withSession && ((first) => countRows(sessionOf(db, first), count)),
    prepare: (sql) => new CountingStatement(sql, db.prepare(sql), count),
    batch: async <T>(statements: PreparedStatement[]) => {
      const results = await whileLocked(
        statements.map((one) => (one instanceof CountingStatement ? one.sql : UNKNOWN)),
        () => db.batch<T>(statements.map((one) => (one instanceof CountingStatement ? one.statement : one))),
      );
      for (const { meta } of results) count.rowsRead += meta.rows_read ?? 0;
      return results;
    },
  };
}

/** A statement of another maker may write. */
const UNKNOWN = "INSERT";

class CountingStatement implements PreparedStatement {
  readonly sql: string;
  readonly statement: PreparedStatement;
  readonly #count: RowCount;

  constructor(sql: string, statement: PreparedStatement, count: RowCount) {
    this.sql = sql;
    this.statement = statement;
    this.#count = count;
  }

  bind(...values: SqlValue[]): PreparedStatement {
    return new CountingStatement(this.sql, this.statement.bind(...values), this.#count);
  }

  /** By way of all(): first() itself does not tell what it read. */
  async first<T>(): Promise<T | null> {
    const { results } = await this.all<T>();
    return results[0] ?? null;
  }

  async all<T>(): Promise<{ results: T[]; meta: { rows_read?: number; rows_written?: number } }> {
    const answer = await whileLocked([this.sql], () => this.statement.all<T>());
    this.#count.rowsRead += answer.meta.rows_read ?? answer.results.length;
    return answer;
  }

  /** raw() tells no count: the rows it gives are the least it read. */
  async raw<T extends unknown[]>(): Promise<T[]> {
    const rows = await whileLocked([this.sql], () => this.statement.raw<T>());
    this.#count.rowsRead += rows.length;
    return rows;
  }

  async run(): Promise<{ meta: { changes?: number; rows_read?: number; rows_written?: number } }> {
    const answer = await whileLocked([this.sql], () => this.statement.run());
    this.#count.rowsRead += answer.meta.rows_read ?? 0;
    return answer;
  }
}
