/** D1 and KV that add what the platform bills for their use to a bill. For Workers: the bench's and the tests'. */
import type { Database, PreparedStatement } from "../../src/host/database.ts";
import type { KeyValueStore } from "../../src/host/context.ts";

export interface Bill {
  rowsRead: number;
  rowsWritten: number;
  kvReads: number;
  kvWrites: number;
  kvDeletes: number;
}

export function emptyBill(): Bill {
  return { rowsRead: 0, rowsWritten: 0, kvReads: 0, kvWrites: 0, kvDeletes: 0 };
}

/** The same database; what each of its answers says it read and wrote is added to the bill. */
export function billedDatabase(db: D1Database, bill: Bill): Database {
  const add = (meta: D1Meta): void => {
    bill.rowsRead += meta.rows_read;
    bill.rowsWritten += meta.rows_written;
  };
  const real = new WeakMap<PreparedStatement, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): PreparedStatement => {
    // D1's own first() and raw() tell nothing of what they read.
    const all = async <T>() => {
      const answer = await statement.all<T>();
      add(answer.meta);
      return answer;
    };
    const wrapped: PreparedStatement = {
      bind: (...values) => wrap(statement.bind(...values)),
      first: async <T>() => (await all<T>()).results[0] ?? null,
      all,
      raw: async <T extends unknown[]>() => (await all<Record<string, unknown>>()).results.map((row) => Object.values(row) as T),
      run: () => all(),
    };
    real.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (sql) => wrap(db.prepare(sql)),
    batch: async <T>(statements: PreparedStatement[]) => {
      const results = await db.batch<T>(statements.map((one) => real.get(one) as D1PreparedStatement));
      for (const { meta } of results) add(meta);
      return results;
    },
  };
}

/** The same KV; each operation is added to the bill, whether it finds anything or not. */
export function billedKeyValue(kv: KeyValueStore, bill: Bill): KeyValueStore {
  return {
    get: (key, options) => ((bill.kvReads += 1), kv.get(key, options)),
    put: (key, value, options) => ((bill.kvWrites += 1), kv.put(key, value, options)),
    delete: (key) => ((bill.kvDeletes += 1), kv.delete(key)),
  };
}
