/** One database of the stand-in: a SQLite file under the deployed D1's limits and permissions, which no local D1 enforces all of. */
import { rmSync, writeFileSync } from "node:fs";
import { DatabaseSync, constants } from "node:sqlite";
import { IncompleteInput, splitStatements } from "./split-statements.ts";

/** Workerd's limits, with the documented 2 MB of a value or row. `attach` is 0 there, too. */
const LIMITS = {
  length: 2_000_000,
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  functionArg: 127,
  attach: 0,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
} as const;

/** Bytes of one text, however many statements: the platform compiles what is left of it each time. */
const TEXT_BYTES_MAX = 100_000;

/** Bytes of one answer. No number is documented; a database has 128 MB of memory for everything. */
const ANSWER_BYTES_MAX = 8_000_000;

/** A service may be writing. */
const BUSY_TIMEOUT_MS = 10_000;

/** What D1 lets nobody do in SQL. */
const REFUSED_ACTIONS = new Set([
  constants.SQLITE_ATTACH,
  constants.SQLITE_DETACH,
  constants.SQLITE_CREATE_TEMP_INDEX,
  constants.SQLITE_CREATE_TEMP_TABLE,
  constants.SQLITE_CREATE_TEMP_TRIGGER,
  constants.SQLITE_CREATE_TEMP_VIEW,
]);

const TRANSACTIONS = new Set([constants.SQLITE_TRANSACTION, constants.SQLITE_SAVEPOINT]);

/** Of the pragmas only these. */
const PRAGMAS = new Set(
  (
    "data_version case_sensitive_like foreign_keys defer_foreign_keys ignore_check_constraints legacy_alter_table recursive_triggers " +
    "reverse_unordered_selects foreign_key_check foreign_key_list index_info index_list index_xinfo quick_check optimize table_info " +
    "table_xinfo table_list"
  ).split(" "),
);

/** Functions that tell of the build. */
const REFUSED_FUNCTIONS = /^(sqlite_(version|source_id|offset|compileoption_)|load_extension$)/;

/** SQLite's result codes as the platform names them. */
const CODES: Readonly<Record<number, string>> = { 1: "ERROR", 5: "BUSY", 18: "TOOBIG", 19: "CONSTRAINT", 23: "AUTH", 25: "RANGE" };

export interface QueryResult {
  results: object[];
  success: true;
  meta: Record<string, unknown>;
}

/** What the platform says of a statement. */
export class SqlRefusal extends Error {}

export class PlatformDatabase {
  readonly #file: string;
  #db: DatabaseSync;
  #permitted = false;
  /** States by bookmark, kept while `keepsStates`. */
  readonly #states: { bookmark: string; atMs: number; image: Uint8Array }[] = [];
  keepsStates = false;
  #writes = 0;

  /** A service may have the same file open. */
  constructor(file: string) {
    this.#file = file;
    this.#db = this.#open();
  }

  #open(): DatabaseSync {
    const db = new DatabaseSync(this.#file, { limits: LIMITS, enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS });
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
    db.setAuthorizer((action, first, second) =>
      this.#permitted || isAllowed(action, first, second) ? constants.SQLITE_OK : constants.SQLITE_DENY,
    );
    return db;
  }

  get bookmark(): string {
    return `${String(this.#writes).padStart(8, "0")}-00000000-00004e7a-${"0".repeat(32)}`;
  }

  /** A text of a query: one transaction, as D1's batch. */
  query(sql: string, values: readonly (string | number | null)[] = []): QueryResult[] {
    if (Buffer.byteLength(sql) > TEXT_BYTES_MAX) throw new SqlRefusal("statement too long: SQLITE_TOOBIG");
    const results = this.#run(sql, values);
    if (JSON.stringify(results).length > ANSWER_BYTES_MAX) throw new SqlRefusal("the answer is larger than a database may give");
    return results;
  }

  /** A file of statements of any length in all: all or nothing. Gives their number. */
  import(sql: string): number {
    return this.#run(sql, []).length;
  }

  #run(sql: string, values: readonly (string | number | null)[]): QueryResult[] {
    try {
      const statements = splitStatements(sql);
      return this.#inTransaction(() => statements.map((text, at) => this.#execute(text, at === statements.length - 1 ? values : [])));
    } catch (error) {
      throw told(error);
    }
  }

  #execute(sql: string, values: readonly (string | number | null)[]): QueryResult {
    const before = performance.now();
    const statement = this.#db.prepare(sql);
    const results = statement.all(...values);
    return { results, success: true, meta: { ...this.meta(), duration: performance.now() - before } };
  }

  meta(): Record<string, unknown> {
    const size = this.#asSelf(() =>
      this.#db.prepare("SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()").get(),
    );
    return { served_by: "stand-in", changed_db: true, changes: 0, last_row_id: 0, rows_read: 0, rows_written: 0, size_after: size?.size };
  }

  #inTransaction<T>(work: () => T): T {
    if (this.keepsStates) this.#keepState();
    this.#asSelf(() => this.#db.exec("BEGIN IMMEDIATE"));
    try {
      const value = work();
      this.#asSelf(() => this.#db.exec("COMMIT"));
      this.#writes += 1;
      return value;
    } catch (error) {
      this.#asSelf(() => this.#db.exec("ROLLBACK"));
      throw error;
    }
  }

  #asSelf<T>(work: () => T): T {
    this.#permitted = true;
    try {
      return work();
    } finally {
      this.#permitted = false;
    }
  }

  #keepState(): void {
    this.#states.push({ bookmark: this.bookmark, atMs: Date.now(), image: this.#asSelf(() => this.#db.serialize()) });
  }

  /** The bookmark of a moment: that of the last state before it. */
  bookmarkAt(atMs: number): string | null {
    const after = this.#states.find((state) => state.atMs > atMs);
    return after?.bookmark ?? this.bookmark;
  }

  /** Takes the database back to a bookmark. False where none such is known. */
  restore(bookmark: string): boolean {
    const state = this.#states.find((one) => one.bookmark === bookmark);
    if (!state) return false;
    this.#db.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(`${this.#file}${suffix}`, { force: true });
    writeFileSync(this.#file, state.image);
    this.#db = this.#open();
    this.#writes += 1;
    return true;
  }

  /** All of it as SQL, in the order of the platform's exports. */
  *export(): Generator<string> {
    yield "PRAGMA defer_foreign_keys=TRUE;";
    const made = this.rows("SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
    const tables = made.filter(({ type }) => type === "table");
    for (const { name, sql } of tables) {
      yield `${String(sql)};`;
      const columns = this.rows(`SELECT name FROM pragma_table_info('${String(name)}')`).map((column) => `"${String(column.name)}"`);
      const values = columns.map((column) => `quote(${column})`).join(" || ',' || ");
      for (const row of this.rows(`SELECT ${values} AS line FROM "${String(name)}"`)) {
        yield `INSERT INTO "${String(name)}" (${columns.join(",")}) VALUES(${String(row.line)});`;
      }
    }
    for (const { type, sql } of made) if (type !== "table") yield `${String(sql)};`;
  }

  /** For tests: what a query finds, without the platform's limits. */
  rows(sql: string): Record<string, unknown>[] {
    return this.#asSelf(() => this.#db.prepare(sql).all());
  }

  close(): void {
    this.#db.close();
  }
}

function isAllowed(action: number, first: string | null, second: string | null): boolean {
  if (TRANSACTIONS.has(action) || REFUSED_ACTIONS.has(action)) return false;
  if (action === constants.SQLITE_PRAGMA) return PRAGMAS.has((first ?? "").toLowerCase());
  return action !== constants.SQLITE_FUNCTION || !REFUSED_FUNCTIONS.test((second ?? "").toLowerCase());
}

function told(error: unknown): SqlRefusal {
  if (error instanceof IncompleteInput) return new SqlRefusal("incomplete input: SQLITE_ERROR");
  if (!(error instanceof Error)) return new SqlRefusal(String(error));
  const code = "errcode" in error ? Number(error.errcode) & 0xff : 1;
  return new SqlRefusal(`${error.message}: SQLITE_${CODES[code] ?? "ERROR"}`);
}
