/**
 * What Tabard uses of D1, and no more. A Worker's D1 binding satisfies it as it is; other hosts bring an adapter.
 */

export type SqlValue = string | number | null;

/**
 * A statement as data: a Worker binds it, a command writes it out with literals (cli/support/sql-text.ts), so that one
 * builder serves both. Values are numbered in the SQL: ?1, ?2, …
 */
export interface Statement {
  sql: string;
  values: readonly SqlValue[];
}

/** A statement of the port. */
export interface PreparedStatement {
  bind(...values: SqlValue[]): PreparedStatement;
  first<T>(): Promise<T | null>;
  all<T>(): Promise<{ results: T[]; meta: { rows_read?: number; rows_written?: number } }>;
  raw<T extends unknown[]>(): Promise<T[]>;
  run(): Promise<{ meta: { changes?: number; rows_read?: number; rows_written?: number } }>;
}

export interface Database {
  prepare(sql: string): PreparedStatement;
  /** One transaction: a statement that fails undoes all of them. */
  batch<T = unknown>(statements: PreparedStatement[]): Promise<{ results: T[]; meta: { changes?: number; rows_read?: number } }[]>;
  /**
   * The same database for reads that replicas may answer, where there are any: each sees at least what the one before it saw.
   * src/host/read-replicas.ts says who may ask so.
   */
  withSession?: ((first: FirstRead) => Database) | undefined;
}

/** Who answers the first read of a session: the primary, or any replica, however late it is. */
export type FirstRead = "first-primary" | "first-unconstrained";

/** Whether a statement's text is of one that needs the write lock. */
export function isWrite(sql: string): boolean {
  return WRITES.test(sql);
}

const WRITES = /^\s*(?:WITH\b[^]*?\b)?(?:INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** Statements bound to a database, for its batch. */
export function bindAll(db: Database, statements: readonly Statement[]): PreparedStatement[] {
  return statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
}

/**
 * D1 could not take the statement, for the moment: overload, a lost connection, another process writing, a reset, no room
 * left on the disk. Its words: developers.cloudflare.com/d1/observability/debug-d1.
 */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && TRANSIENT_PATTERN.test(error.message);
}

const TRANSIENT_PATTERN =
  /overloaded|database is locked|SQLITE_BUSY|session commit token|Network connection lost|caused object to be reset|reset because|and was reset|timed? ?out|Cannot resolve D1|D1_ERROR: internal error|disk is full|SQLITE_IOERR|maximum DB size/i;

/**
 * What refused a write, or null where the error is another: SQLite's sentence ("UNIQUE constraint failed: reservations.reference")
 * or the name in snake_case that a trigger raised.
 */
export function refusedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const [, sentence, raised, alone] = REFUSAL_PATTERN.exec(error.message) ?? [];
  return sentence ?? raised ?? alone ?? null;
}

/** D1 adds the result code to a name, node:sqlite does not. */
const REFUSAL_PATTERN =
  /((?:CHECK|UNIQUE|NOT NULL|FOREIGN KEY) constraint failed[^\n]*)|\b([a-z]+(?:_[a-z]+)+)(?=: SQLITE_CONSTRAINT)|^([a-z]+(?:_[a-z]+)+)$/;
