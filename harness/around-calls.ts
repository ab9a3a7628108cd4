/** A database with something done around every call to it: counted, held back, sent far away. */
import type { Database, PreparedStatement } from "../src/host/database.ts";

/** Makes the call, sooner or later, and hands on what comes of it. */
export type Around = <T>(call: () => Promise<T>) => Promise<T>;

/** The same database behind `done`. */
export function aroundCalls(real: Database, done: Around): Database {
  const originals = new WeakMap<PreparedStatement, PreparedStatement>();
  const wrap = (statement: PreparedStatement): PreparedStatement => {
    const wrapped: PreparedStatement = {
      bind: (...values) => wrap(statement.bind(...values)),
      first: () => done(() => statement.first()),
      all: () => done(() => statement.all()),
      raw: () => done(() => statement.raw()),
      run: () => done(() => statement.run()),
    };
    originals.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (sql) => wrap(real.prepare(sql)),
    batch: (statements) => done(() => real.batch(statements.map((one) => originals.get(one) ?? one))),
  };
}
