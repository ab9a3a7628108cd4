/** A database with a read replica that is as late as a test wants, by D1's rules of sessions; over one SQLite file. */
import { DatabaseSync } from "node:sqlite";
import { type Database, type PreparedStatement, type SqlValue, bindAll, isWrite } from "../../src/host/database.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import { fileDatabase } from "../../harness/file-database.ts";

export interface LateReplicas {
  /** The primary, with sessions that the replica answers. */
  db: Database;
  /** The replica sees what is committed now, and from now on falls behind again. */
  catchUp(): void;
  /** Calls of sessions by who answered. */
  answered: { replica: number; primary: number };
  close(): void;
}

/** `file`: the primary, opened. */
export function lateReplicas(file: DatabaseSync): LateReplicas {
  const primary = sqliteDatabase(file);
  const late = new DatabaseSync(file.location() ?? "", { readOnly: true });
  const answered = { replica: 0, primary: 0 };
  const changesNow = (): number => Number(file.prepare("SELECT total_changes() AS changes").get()?.changes);
  let seen = 0;
  const catchUp = (): void => {
    if (late.isTransaction) late.exec("COMMIT");
    // A transaction that only reads holds the moment it began at.
    late.exec("BEGIN");
    late.prepare("SELECT count(*) FROM groups").get();
    seen = changesNow();
  };
  catchUp();
  const replica: Database = {
    prepare: (sql) => fileDatabase(late).prepare(sql),
    batch: async <T>(statements: PreparedStatement[]) => Promise.all(statements.map((one) => one.all<T>())),
  };
  const db: Database = {
    ...primary,
    withSession: (first) => {
      let bookmark = first === "first-primary" ? Infinity : 0;
      return session((work) => {
        // A replica that has not got as far as the session has waits until it has: its answer is the primary's then.
        const isLate = seen >= bookmark;
        bookmark = isLate ? Math.max(bookmark, seen) : changesNow();
        answered[isLate ? "replica" : "primary"] += 1;
        return work(isLate ? replica : primary);
      });
    },
  };
  return { db, catchUp, answered, close: () => late.close() };
}

type Run = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

function session(run: Run): Database {
  return {
    prepare: (sql) => new SessionStatement(run, sql, []),
    batch: (statements) => run((db) => db.batch(bindAll(db, statements as SessionStatement[]))),
  };
}

class SessionStatement implements PreparedStatement {
  readonly sql: string;
  readonly values: SqlValue[];
  readonly #run: Run;

  constructor(run: Run, sql: string, values: SqlValue[]) {
    if (isWrite(sql)) throw new Error("a replica takes no writes");
    this.sql = sql;
    this.values = values;
    this.#run = run;
  }

  bind(...values: SqlValue[]): PreparedStatement {
    return new SessionStatement(this.#run, this.sql, values);
  }

  first<T>(): Promise<T | null> {
    return this.#run((db) => this.#at(db).first<T>());
  }

  all<T>(): Promise<{ results: T[]; meta: { rows_read?: number; rows_written?: number } }> {
    return this.#run((db) => this.#at(db).all<T>());
  }

  raw<T extends unknown[]>(): Promise<T[]> {
    return this.#run((db) => this.#at(db).raw<T>());
  }

  run(): ReturnType<PreparedStatement["run"]> {
    return this.#run((db) => this.#at(db).run());
  }

  #at(db: Database): PreparedStatement {
    return db.prepare(this.sql).bind(...this.values);
  }
}
