/** Rows in the order of a key, page by page: an answer of the deployed D1 stays small, however large a group is. */
import type { SqlValue } from "../../src/host/database.ts";
import type { OneDatabase } from "./database.ts";
import { literal } from "./sql-text.ts";

/**
 * Bytes of the wide column in one page: with what JSON adds, well below what a database may hold in memory at once. A row larger
 * than that, of at most 2 MB, makes a page of its own.
 */
const PAGE_BYTES_MAX = 4_000_000;

export interface Paged {
  table: string;
  columns: readonly string[];
  where: string;
  /** Its rows' order, unique among those that `where` leaves. */
  key: readonly string[];
  rowsMax: number;
  /** A column that may be far longer than the others. */
  wide?: string | undefined;
}

export type Key = readonly SqlValue[];

/** The rows behind a key, or the first ones: so many, or fewer where they are wide. */
export function pageSql({ table, columns, where, key, rowsMax, wide }: Paged, after: Key | null): string {
  const order = key.join(", ");
  const behind = after ? ` AND (${order}) > ${tuple(after)}` : "";
  const names = columns.join(", ");
  const page = (selected: string): string => `SELECT ${selected} FROM ${table} WHERE ${where}${behind} ORDER BY ${order} LIMIT ${rowsMax}`;
  if (wide === undefined) return page(names);
  const measured = `${names}, sum(octet_length(${wide})) OVER (ORDER BY ${order}) AS page_bytes, row_number() OVER (ORDER BY ${order}) AS page_row`;
  return `SELECT ${names} FROM (${page(measured)}) WHERE page_bytes <= ${PAGE_BYTES_MAX} OR page_row = 1 ORDER BY ${order}`;
}

/** Whether more may follow a page of so many rows. */
export function mayFollow({ rowsMax, wide }: Pick<Paged, "rowsMax" | "wide">, rows: number): boolean {
  return wide === undefined ? rows === rowsMax : rows > 0;
}

/** All rows. The key's columns are among those asked for. */
export async function* readPages<T extends Record<string, SqlValue>>(db: OneDatabase, paged: Paged): AsyncGenerator<T> {
  let after: Key | null = null;
  for (;;) {
    const rows: T[] = await db.query<T>(pageSql(paged, after));
    yield* rows;
    const last = rows.at(-1);
    if (!last || !mayFollow(paged, rows.length)) return;
    after = paged.key.map((column) => last[column] ?? null);
  }
}

export function tuple(key: Key): string {
  return `(${key.map(literal).join(", ")})`;
}
