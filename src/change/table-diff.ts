/** From the rows a table has to the rows it should have, in as few statements as possible; none where nothing differs. */
import { jsonChunks } from "../base/json-chunks.ts";
import type { SqlValue, Statement } from "../host/database.ts";

export type Row = Readonly<Record<string, SqlValue>>;

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
export function upsertStatements({ table, upserts }: TableDiff): Statement[] {
  const { name, key, columns } = table;
  const values = columns.filter((column) => !key.includes(column));
  const change = values.length === 0 ? "NOTHING" : `UPDATE SET ${values.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  const sql = `INSERT INTO ${name} (${columns.join(", ")}) SELECT ${fieldsOf(columns)} FROM json_each(?1) WHERE true
  ON CONFLICT (${key.join(", ")}) DO ${change}`;
  return [...jsonChunks(upserts.map((row) => columns.map((column) => row[column] ?? null)))].map((json) => ({ sql, values: [json] }));
}

/** Deletions. */
export function deleteStatements({ table, deletes }: TableDiff): Statement[] {
  const { name, key } = table;
  const sql = `DELETE FROM ${name} WHERE (${key.join(", ")}) IN (SELECT ${fieldsOf(key)} FROM json_each(?1))`;
  return [...jsonChunks(deletes.map((row) => key.map((column) => row[column] ?? null)))].map((json) => ({ sql, values: [json] }));
}

function fieldsOf(columns: readonly string[]): string {
  return columns.map((_, at) => `value ->> ${at}`).join(", ");
}

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(table.key.map((column) => row[column]));
}
