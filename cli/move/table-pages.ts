/** A table's rows of a group in the order of their keys, page by page. */
import type { SqlValue } from "../../src/host/database.ts";
import type { OneDatabase } from "../support/database.ts";
import { type Key, type Paged, pageSql, tuple } from "../support/pages.ts";
import { literal } from "../support/sql-text.ts";
import { PAGE_ROWS, SMALL_ROWS } from "./limits.ts";
import { type MovedTable, rowsOf } from "./tables.ts";

export type Row = Record<string, SqlValue>;

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

/** By table, the columns a row is made of: none that the database computes. */
export async function readShapes(db: OneDatabase, tables: readonly string[]): Promise<Map<string, TableShape>> {
  const sqls = tables.map((table) => `SELECT name, pk FROM pragma_table_info(${literal(table)}) ORDER BY cid`);
  const answers = await db.queryAll<{ name: string; pk: number }>(sqls);
  return new Map(
    tables.map((table, at) => {
      const columns = answers[at] ?? [];
      const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      return [table, { columns: columns.map(({ name }) => name), keyColumns: key.map(({ name }) => name) }];
    }),
  );
}

export async function readShape(db: OneDatabase, table: string): Promise<TableShape> {
  return (await readShapes(db, [table])).get(table) ?? { columns: [], keyColumns: [] };
}

/** All rows of a table on both sides, where both have few. */
export interface SmallTable {
  wanted: readonly Row[];
  found: readonly Row[];
}

/** By name, the tables without wide rows of which neither side has more than a few rows behind a key: one question to each. */
export async function readSmall(
  source: OneDatabase,
  target: OneDatabase,
  asked: readonly { paged: Paged; after: Key | null }[],
): Promise<Map<string, SmallTable>> {
  const narrow = asked.filter(({ paged }) => paged.wide === undefined);
  const sqls = narrow.map(({ paged, after }) => pageSql({ ...paged, rowsMax: SMALL_ROWS }, after));
  const [wanted, found] = await Promise.all([source.queryAll<Row>(sqls), target.queryAll<Row>(sqls)]);
  const small = new Map<string, SmallTable>();
  for (const [at, { paged }] of narrow.entries()) {
    const sides = { wanted: wanted[at] ?? [], found: found[at] ?? [] };
    if (sides.wanted.length < SMALL_ROWS && sides.found.length < SMALL_ROWS) small.set(paged.table, sides);
  }
  return small;
}

export function keyOf(shape: TableShape, row: Row): Key {
  return shape.keyColumns.map((column) => row[column] ?? null);
}

/** The rows of a range, in order. */
export function readRange(db: OneDatabase, table: MovedTable, shape: TableShape, groupId: string, range: Range): Promise<Row[]> {
  const where = inRange(table, shape, groupId, range);
  return db.query<Row>(`SELECT ${shape.columns.join(", ")} FROM ${table.name} WHERE ${where} ORDER BY ${shape.keyColumns.join(", ")}`);
}

/** How a table's rows of a group are read page by page. */
export function pagesOf(table: MovedTable, shape: TableShape, groupId: string): Paged {
  const wide = table.wide !== undefined && shape.columns.includes(table.wide) ? table.wide : undefined;
  return {
    table: table.name,
    columns: shape.columns,
    where: rowsOf(table, groupId),
    key: shape.keyColumns,
    rowsMax: pageRowsOf(table),
    wide,
  };
}

/** The first page behind a key. */
export function readPage(db: OneDatabase, paged: Paged, after: Key | null): Promise<Row[]> {
  return db.query<Row>(pageSql(paged, after));
}

/** The rows of a range, as a condition. */
export function inRange(table: MovedTable, { keyColumns }: TableShape, groupId: string, { after, through }: Range): string {
  const columns = `(${keyColumns.join(", ")})`;
  const bounds = [...(after ? [`${columns} > ${tuple(after)}`] : []), ...(through ? [`${columns} <= ${tuple(through)}`] : [])];
  return [rowsOf(table, groupId), ...bounds].join(" AND ");
}

function pageRowsOf({ pageRows = PAGE_ROWS }: MovedTable): number {
  return pageRows;
}
