/**
 * The Database port over node:sqlite: what D1 does with Tabard's statements, in one file of the host's own.
 * SQLite works synchronously: a transaction is over before anything else runs, so none overlap and there is no queue. What
 * may take long is bounded by its caller (pages of an export, months of a calendar); see LARGE_RESULT_ROWS.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import { type Database, type SqlValue, type PreparedStatement, isWrite } from "../database.ts";
import { asD1Error, isBusy, wrongBindings } from "./sqlite-errors.ts";
import { inTransaction } from "./sqlite-file.ts";
import { BUSY_POLL_MS, BUSY_RETRY_MS, LARGE_RESULT_ROWS, PREPARED_STATEMENTS_MAX } from "./limits.ts";

interface Prepared {
  statement: StatementSync;
  /** False: the statement only writes. */
  returnsRows: boolean;
  parameters: number;
}

interface Outcome {
  results: unknown[];
  /** SQLite does not count the rows it reads and writes: those two are D1's alone. */
  meta: { changes: number; rows_read?: number; rows_written?: number };
}

/** What the statements of a database share. */
interface Shared {
  prepare(sql: string): Prepared;
  /** Rows the last statement changed. */
  changes(): number;
  patiently<T>(work: () => T): Promise<T>;
}

/** The port over an open file. Statements are compiled once. */
export function sqliteDatabase(db: DatabaseSync, busyRetryMs: number = BUSY_RETRY_MS): Database {
  // SQLite's own waiting would stop every other request too.
  db.exec("PRAGMA busy_timeout = 0");
  const cache = new LRUCache<string, Prepared>({ max: PREPARED_STATEMENTS_MAX });
  const prepare = (sql: string): Prepared => {
    const known = cache.get(sql);
    if (known) return known;
    const prepared = compile(db, sql);
    cache.set(sql, prepared);
    return prepared;
  };
  const changes = db.prepare("SELECT changes() AS changes");
  const shared: Shared = { prepare, changes: () => Number(changes.get()?.changes ?? 0), patiently: (work) => patiently(work, busyRetryMs) };
  return {
    prepare: (sql) => new SqliteStatement(shared, sql, []),
    batch: async <T>(statements: PreparedStatement[]) =>
      (await runBatch(db, shared, statements)) as { results: T[]; meta: { changes: number } }[],
  };
}

class SqliteStatement implements PreparedStatement {
  readonly #shared: Shared;
  readonly #sql: string;
  readonly #values: SqlValue[];

  constructor(shared: Shared, sql: string, values: SqlValue[]) {
    this.#shared = shared;
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: SqlValue[]): PreparedStatement {
    return new SqliteStatement(this.#shared, this.#sql, values);
  }

  async first<T>(): Promise<T | null> {
    return this.#shared.patiently(() => (this.#ready(false).statement.get(...this.#values) as T | undefined) ?? null);
  }

  async all<T>(): Promise<{ results: T[]; meta: Outcome["meta"] }> {
    const outcome = await this.#shared.patiently(() => this.execute());
    if (outcome.results.length >= LARGE_RESULT_ROWS) await nextTurn();
    return outcome as { results: T[]; meta: Outcome["meta"] };
  }

  async raw<T extends unknown[]>(): Promise<T[]> {
    const rows = await this.#shared.patiently(() => this.#ready(true).statement.all(...this.#values) as unknown as T[]);
    if (rows.length >= LARGE_RESULT_ROWS) await nextTurn();
    return rows;
  }

  async run(): Promise<Outcome> {
    return this.#shared.patiently(() => this.execute());
  }

  /** Whether it needs the write lock. */
  writes(): boolean {
    return isWrite(this.#sql);
  }

  /** Runs at once, in whatever transaction is open; throws SQLite's own errors. */
  execute(): Outcome {
    const { statement, returnsRows } = this.#ready(false);
    if (!returnsRows) return { results: [], meta: { changes: Number(statement.run(...this.#values).changes) } };
    const results = statement.all(...this.#values);
    return { results, meta: { changes: this.writes() ? this.#shared.changes() : 0 } };
  }

  #ready(asArrays: boolean): Prepared {
    const prepared = this.#shared.prepare(this.#sql);
    if (this.#values.length !== prepared.parameters) throw wrongBindings();
    // Compiled statements are shared; nothing of a call outlives it, so their mode may change with every one.
    prepared.statement.setReturnArrays(asArrays);
    return prepared;
  }
}

function runBatch(db: DatabaseSync, shared: Shared, statements: PreparedStatement[]): Promise<Outcome[]> {
  const ours = statements.map((statement) => {
    if (!(statement instanceof SqliteStatement)) throw new TypeError("a batch takes this database's own statements");
    return statement;
  });
  return shared.patiently(() => {
    const begin = ours.some((statement) => statement.writes()) ? "BEGIN IMMEDIATE" : "BEGIN";
    return inTransaction(db, () => ours.map((statement) => statement.execute()), begin);
  });
}

function compile(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  return {
    statement,
    returnsRows: statement.columns().length > 0,
    // Numbered parameters only (?1): the highest number is their count.
    parameters: Math.max(0, ...Array.from(sql.matchAll(/\?(\d+)/g), ([, number]) => Number(number))),
  };
}

/** Runs work to its end; where another process holds the lock, which fails before anything is done, again a little later. */
async function patiently<T>(work: () => T, busyRetryMs: number): Promise<T> {
  const deadlineMs = performance.now() + busyRetryMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw asD1Error(error);
    }
    await sleep(BUSY_POLL_MS);
  }
}
