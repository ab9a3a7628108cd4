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
    const rows = <T>(): Promise<T[]> => db.query<T>(printQuery(statement));
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
        return (await db.queryAll<T>(all.map(printQuery))).map((results) => ({ results, meta: {} }));
      }
      await db.apply(all);
      return all.map(() => ({ results: [] as T[], meta: {} }));
    },
  };
}

function printQuery(statement: Statement): string {
  const [text, ...others] = [...printStatement(statement)];
  if (text === undefined || others.length > 0) throw new RangeError("a query is longer than a statement may be");
  return text;
}
