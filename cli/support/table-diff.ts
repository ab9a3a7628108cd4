/** From the rows a table has to the rows it should have, in as few statements as possible; none where nothing differs. */
import { insertRows, literal } from "./sql-text.ts";

export type Value = string | number | null;
export type Row = Record<string, Value>;

export interface Table {
  name: string;
  /** The primary key. */
  key: readonly string[];
  /** All columns compared and written, the key's among them. */
  columns: readonly string[];
}

export interface TableDiff {
  table: Table;
  /** New rows and rows whose values differ. */
  upserts: Row[];
  deletes: Row[];
}

/** Rows deleted by one statement. */
const DELETE_ROWS_MAX = 500;

/** What has to be written so that `current` becomes `desired`. Keys are unique within each. */
export function diffTable(table: Table, current: Iterable<Row>, desired: Iterable<Row>): TableDiff {
  const before = new Map<string, Row>();
  for (const row of current) before.set(keyOf(table, row), row);
  const diff: TableDiff = { table, upserts: [], deletes: [] };
  for (const row of desired) {
    const key = keyOf(table, row);
    const known = before.get(key);
    before.delete(key);
    if (!known || table.columns.some((column) => known[column] !== row[column])) diff.upserts.push(row);
  }
  diff.deletes.push(...before.values());
  return diff;
}

/** Whether anything differs. */
export function isEmpty(diff: TableDiff): boolean {
  return diff.upserts.length === 0 && diff.deletes.length === 0;
}

/** Inserts and updates. */
export function upsertStatements({ table, upserts }: TableDiff): Iterable<string> {
  const values = table.columns.filter((column) => !table.key.includes(column));
  const change = values.length === 0 ? "NOTHING" : `UPDATE SET ${values.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  const rows = upserts.map((row) => table.columns.map((column) => row[column] ?? null));
  return insertRows(table.name, table.columns, rows, `ON CONFLICT (${table.key.join(", ")}) DO ${change}`);
}

/** Deletions; `before` is what to do to the doomed rows first, as an SQL statement without its WHERE. */
export function* deleteStatements({ table, deletes }: TableDiff, before?: string): Generator<string> {
  for (let from = 0; from < deletes.length; from += DELETE_ROWS_MAX) {
    const keys = deletes
      .slice(from, from + DELETE_ROWS_MAX)
      .map((row) => `(${table.key.map((column) => literal(row[column] ?? null)).join(",")})`);
    const where = `WHERE (${table.key.join(", ")}) IN (VALUES ${keys.join(",")})`;
    if (before !== undefined) yield `${before} ${where}`;
    yield `DELETE FROM ${table.name} ${where}`;
  }
}

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(table.key.map((column) => row[column]));
}
