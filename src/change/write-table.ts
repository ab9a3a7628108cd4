/** From a difference of tables to statements, as few as possible; none where nothing differs. */
import { jsonChunks } from "../base/json-chunks.ts";
import type { Statement } from "../host/database.ts";
import type { TableDiff } from "./rules/table-diff.ts";

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
