/** The difference between the rows a table has and the rows it should have. Pure. */
export type Row = Readonly<Record<string, string | number | null>>;

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

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(table.key.map((column) => row[column]));
}
