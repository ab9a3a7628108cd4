/** The port that verbs work on, over the database of a command: the same statements reach files and the deployed D1. */
import type { Database, PreparedStatement, SqlValue, Statement } from "../../src/host/database.ts";
import type { TargetDatabase } from "./database.ts";
import { printStatement } from "./sql-text.ts";

interface BoundStatement extends PreparedStatement {
  readonly statement: Statement;
}

/** Reads give their rows; a batch is all or nothing, and gives none. */
export function databasePort(db: TargetDatabase): Database {
  const prepare = (sql: string, values: readonly SqlValue[] = []): BoundStatement => {
    const statement = { sql, values };
    const rows = async <T>(): Promise<T[]> => {
      const [text, ...others] = [...printStatement(statement)];
      if (text === undefined || others.length > 0) throw new RangeError("a query is longer than a statement may be");
      return db.query<T>(text);
    };
    return {
      statement,
      bind: (...bound) => prepare(sql, bound),
      first: async <T>() => (await rows<T>())[0] ?? null,
      all: async <T>() => ({ results: await rows<T>(), meta: {} }),
      raw: async <T extends unknown[]>() => (await rows<object>()).map((row) => Object.values(row) as T),
      async run() {
        await db.apply([statement]);
        return { meta: {} };
      },
    };
  };
  return {
    prepare,
    async batch<T>(statements: PreparedStatement[]) {
      const all = (statements as BoundStatement[]).map(({ statement }) => statement);
      if (all.every(({ sql }) => /^\s*SELECT/i.test(sql))) {
        return Promise.all(all.map(async ({ sql, values }) => prepare(sql, values).all<T>()));
      }
      await db.apply(all);
      return all.map(() => ({ results: [] as T[], meta: {} }));
    },
  };
}
