/** Counts the round trips to the database that a request waits for one after the other. */
import type { Database, PreparedStatement } from "../../src/host/database.ts";

/** The same database; `trips()`: how often a call began while none was under way. Calls side by side are one trip. */
export function countedTrips(real: Database): { db: Database; trips: () => number } {
  let count = 0;
  let underWay = 0;
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    if (underWay === 0) count += 1;
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
    }
  };
  const originals = new WeakMap<PreparedStatement, PreparedStatement>();
  const wrap = (statement: PreparedStatement): PreparedStatement => {
    const wrapped: PreparedStatement = {
      bind: (...values) => wrap(statement.bind(...values)),
      first: () => counted(() => statement.first()),
      all: () => counted(() => statement.all()),
      raw: () => counted(() => statement.raw()),
      run: () => counted(() => statement.run()),
    };
    originals.set(wrapped, statement);
    return wrapped;
  };
  const db: Database = {
    prepare: (sql) => wrap(real.prepare(sql)),
    batch: (statements) => counted(() => real.batch(statements.map((one) => originals.get(one) ?? one))),
  };
  return { db, trips: () => count };
}
