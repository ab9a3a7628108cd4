/** Makes a group's rows of a table in one database what they are in another: reads both, page by page, and writes the difference. */
import type { Statement, SqlValue } from "../../src/host/database.ts";
import { jsonChunks } from "../../src/base/json-chunks.ts";
import { type Key, mayFollow } from "../support/pages.ts";
import { insertRows } from "../support/sql-text.ts";
import type { OneDatabase } from "../support/database.ts";
import type { MovedTable } from "./tables.ts";
import { type Row, type SmallTable, type TableShape, keyOf, pagesOf, readPage, readRange } from "./table-pages.ts";

export interface Copying {
  groupId: string;
  source: OneDatabase;
  /** Writes to the target only while the move is this command's. */
  target: OneDatabase;
  /** Called between pages. */
  betweenPages(): Promise<void>;
}

export interface Copied {
  rows: number;
  /** Rows that differed. */
  changed: number;
  /** Keys of rows that only the target has: removed once all tables are copied, children first. */
  gone: Key[];
  /** The last key compared, where there is one. */
  last: Key | null;
}

/** Copies rows behind `after`; `small` where all of them are known already. Throws what the target's constraints refuse: while the group is served, parents may come later. */
export async function copyTable(
  copying: Copying,
  table: MovedTable,
  shape: TableShape,
  after: Key | null,
  small?: SmallTable,
): Promise<Copied> {
  const { groupId, source, target } = copying;
  const paged = pagesOf(table, shape, groupId);
  const copied: Copied = { rows: 0, changed: 0, gone: [], last: after };
  for (;;) {
    const wanted = small?.wanted ?? (await readPage(source, paged, copied.last));
    const lastRow = wanted.at(-1);
    const isLast = small !== undefined || !mayFollow(paged, wanted.length);
    const through = isLast || !lastRow ? null : keyOf(shape, lastRow);
    const found = small?.found ?? (await readRange(target, table, shape, groupId, { after: copied.last, through }));
    const { statements, changed, gone } = difference(table.name, shape, wanted, found);
    if (statements.length > 0) await target.apply(statements);
    copied.rows += wanted.length;
    copied.changed += changed + gone.length;
    copied.gone.push(...gone);
    if (lastRow) copied.last = keyOf(shape, lastRow);
    await copying.betweenPages();
    if (isLast) return copied;
  }
}

interface Difference {
  statements: Statement[];
  changed: number;
  gone: Key[];
}

/** What makes `found` out of `wanted`, but for the rows that must go. Pure. */
export function difference(name: string, shape: TableShape, wanted: readonly Row[], found: readonly Row[]): Difference {
  const before = new Map(found.map((row) => [JSON.stringify(keyOf(shape, row)), row]));
  const added: SqlValue[][] = [];
  // Rows by the columns that differ: triggers refuse updates that so much as name others.
  const updates = new Map<string, { columns: string[]; rows: SqlValue[][] }>();
  for (const row of wanted) {
    const key = JSON.stringify(keyOf(shape, row));
    const old = before.get(key);
    before.delete(key);
    if (!old) {
      added.push(shape.columns.map((column) => row[column] ?? null));
      continue;
    }
    const columns = shape.columns.filter((column) => row[column] !== old[column]);
    if (columns.length === 0) continue;
    const update = updates.get(columns.join()) ?? { columns, rows: [] };
    update.rows.push([...keyOf(shape, row), ...columns.map((column) => row[column] ?? null)]);
    updates.set(columns.join(), update);
  }
  const changed = [...updates.values()].reduce((sum, { rows }) => sum + rows.length, added.length);
  const statements = [
    ...(added.length > 0 ? insertRows(name, shape.columns, added) : []),
    ...[...updates.values()].flatMap(({ columns, rows }) => [...updateRows(name, shape, columns, rows)]),
  ];
  return { statements, changed, gone: [...before.values()].map((row) => keyOf(shape, row)) };
}

function* updateRows(name: string, { keyColumns }: TableShape, columns: string[], rows: SqlValue[][]): Generator<Statement> {
  const assignments = columns.map((column, at) => `${column} = e.value ->> ${keyColumns.length + at}`).join(", ");
  const matches = keyColumns.map((column, at) => `${name}.${column} = e.value ->> ${at}`).join(" AND ");
  for (const json of jsonChunks(rows))
    yield { sql: `UPDATE ${name} SET ${assignments} FROM json_each(?1) e WHERE ${matches}`, values: [json] };
}

/** Statements that remove rows by their keys. */
export function* deleteKeys(name: string, { keyColumns }: TableShape, keys: readonly Key[]): Generator<Statement> {
  const values = keyColumns.map((_, at) => `value ->> ${at}`).join(", ");
  const sql = `DELETE FROM ${name} WHERE (${keyColumns.join(", ")}) IN (SELECT ${values} FROM json_each(?1))`;
  for (const json of jsonChunks(keys)) yield { sql, values: [json] };
}
