/** A table's rows of a group in the order of their keys, page by page. */
import type { SqlValue } from "../../src/host/database.ts";
import type { OneDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { PAGE_ROWS } from "./limits.ts";
import { type MovedTable, rowsOf } from "./tables.ts";

export type Row = Record<string, SqlValue>;
export type Key = readonly SqlValue[];

export interface TableShape {
  columns: readonly string[];
  /** The primary key's columns, in its order. */
  keyColumns: readonly string[];
}

/** Rows from behind a key up to another; null: from the first one, up to the last. */
export interface Range {
  after: Key | null;
  through: Key | null;
}

/** Columns a row is made of: none that the database computes. */
export async function readShape(db: OneDatabase, table: string): Promise<TableShape> {
  const columns = await db.query<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info(${literal(table)}) ORDER BY cid`);
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return { columns: columns.map(({ name }) => name), keyColumns: key.map(({ name }) => name) };
}

export function keyOf(shape: TableShape, row: Row): Key {
  return shape.keyColumns.map((column) => row[column] ?? null);
}

/** The rows of a range, in order; with `limited`, its first page. */
export function readRange(
  db: OneDatabase,
  table: MovedTable,
  { shape, groupId, range, limited }: { shape: TableShape; groupId: string; range: Range; limited: boolean },
): Promise<Row[]> {
  const limit = limited ? ` LIMIT ${pageRowsOf(table)}` : "";
  const where = inRange(table, shape, groupId, range);
  return db.query<Row>(
    `SELECT ${shape.columns.join(", ")} FROM ${table.name} WHERE ${where} ORDER BY ${shape.keyColumns.join(", ")}${limit}`,
  );
}

/** The rows of a range, as a condition. */
export function inRange(table: MovedTable, { keyColumns }: TableShape, groupId: string, { after, through }: Range): string {
  const columns = `(${keyColumns.join(", ")})`;
  const bounds = [...(after ? [`${columns} > ${tuple(after)}`] : []), ...(through ? [`${columns} <= ${tuple(through)}`] : [])];
  return [rowsOf(table, groupId), ...bounds].join(" AND ");
}

export function pageRowsOf({ pageRows = PAGE_ROWS }: MovedTable): number {
  return pageRows;
}

function tuple(key: Key): string {
  return `(${key.map(literal).join(", ")})`;
}
