/** node:sqlite's errors in D1's words, so that host/database.ts recognises a refused constraint on every host. Pure. */

/** SQLite's extended result codes of a refused write (https://sqlite.org/rescode.html), by D1's names. */
const CONSTRAINTS: Readonly<Record<number, string>> = {
  275: "SQLITE_CONSTRAINT_CHECK",
  787: "SQLITE_CONSTRAINT_FOREIGNKEY",
  1299: "SQLITE_CONSTRAINT_NOTNULL",
  1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
  1811: "SQLITE_CONSTRAINT_TRIGGER",
  2067: "SQLITE_CONSTRAINT_UNIQUE",
  2579: "SQLITE_CONSTRAINT_ROWID",
  3091: "SQLITE_CONSTRAINT_DATATYPE",
};

/** Primary result codes that are not the caller's fault. */
const PRIMARY: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
};

/** The low byte of an extended result code is the primary one. */
const PRIMARY_MASK = 0xff;

const BUSY = 5;
const COLUMN_INDEX_OUT_OF_RANGE = 25;

/** The error D1 would throw, with SQLite's own as its cause. What is not an SQLite error comes back as it is. */
export function asD1Error(error: unknown): unknown {
  const code = resultCode(error);
  if (!(error instanceof Error) || code === null) return error;
  return new Error(`D1_ERROR: ${describe(error.message, code)}`, { cause: error });
}

/** Another process holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && (code & PRIMARY_MASK) === BUSY;
}

/** D1 refuses to run a statement with fewer or more values than parameters. */
export function wrongBindings(): Error {
  return new Error("D1_ERROR: Wrong number of parameter bindings for SQL query.");
}

function resultCode(error: unknown): number | null {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : null;
}

function describe(message: string, code: number): string {
  if (code === COLUMN_INDEX_OUT_OF_RANGE) return "Wrong number of parameter bindings for SQL query.";
  const constraint = CONSTRAINTS[code];
  if (constraint !== undefined) return `${message}: SQLITE_CONSTRAINT (extended: ${constraint})`;
  return `${message}: ${PRIMARY[code & PRIMARY_MASK] ?? "SQLITE_ERROR"}`;
}
