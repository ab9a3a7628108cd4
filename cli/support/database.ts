/**
 * The database a command works on: the local D1's file, a Node host's file, or the deployed D1.
 * Files are bound the statements that the Worker binds; for the deployed D1 they are printed with literals (sql-text.ts).
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Statement } from "../../src/host/database.ts";
import { inTransaction, openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { printStatement } from "./sql-text.ts";
import { makePrivateFolder } from "../../src/host/runtime/private-folder.ts";
import { UserError, WrongCall } from "./user-error.ts";

export interface TargetDatabase {
  /** For people: whoever is told that something is not there learns where it was looked for. */
  name: string;
  query<T>(sql: string): Promise<T[]>;
  /** All statements or none. A text is SQL without values. */
  apply(statements: Iterable<Statement | string>): Promise<void>;
  close(): void;
}

/** How long a command waits for the running service to finish a write. */
const BUSY_TIMEOUT_MS = 10_000;

/** The options every command shares for where to work: `--remote`, `--host worker|node|deno`. */
export const TARGET_OPTIONS = { remote: { type: "boolean" }, host: { type: "string" } } as const;

/** The database the options name: the local D1 where they name none. */
export function openTarget(options: { remote?: boolean | undefined; host?: string | undefined }): TargetDatabase {
  const { remote = false, host = "worker" } = options;
  if (remote && options.host !== undefined) throw new WrongCall("--remote is the deployed D1: it has no --host");
  if (remote) return openRemote();
  // Node and Deno share the adapter and the file.
  if (host === "node" || host === "deno") return openNode();
  if (host === "worker") return openLocal();
  throw new WrongCall(`--host is worker, node or deno, not ${host}`);
}

/** The folder that holds all local state. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return environment.TABARD_STATE ?? ".wrangler/state";
}

/** The local D1, migrated; created where there is none. */
export function openLocal(): TargetDatabase {
  migrateLocal();
  const file = localFile();
  if (file === undefined) throw new UserError(`no database under ${stateFolder()}`);
  return openFile(file, `the local D1 in ${stateFolder()}`);
}

/** The file of the Node and Deno hosts. */
export function nodeFile(): string {
  return join(stateFolder(), "tabard.sqlite");
}

/** The database of the Node and Deno hosts, migrated; created where there is none. */
export function openNode(): TargetDatabase {
  makePrivateFolder(stateFolder());
  openSqliteFile(nodeFile()).close();
  return openFile(nodeFile());
}

/** A SQLite file. */
export function openFile(file: string, name: string = file): TargetDatabase {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  return {
    name,
    query: <T>(sql: string) => Promise.resolve(db.prepare(sql).all() as T[]),
    apply: (statements) => Promise.resolve(applyToFile(db, statements)),
    close: () => db.close(),
  };
}

/** The deployed D1, through wrangler. */
export function openRemote(): TargetDatabase {
  return {
    name: "the deployed D1",
    query: <T>(sql: string) =>
      Promise.resolve((JSON.parse(wrangler(["--remote", "--json", "--command", sql])) as [{ results: T[] }])[0].results),
    apply: (statements) => Promise.resolve(applyRemote(statements)),
    close: () => {},
  };
}

/** Applies the migrations to the local D1, unless they all are. */
export function migrateLocal(): void {
  const file = localFile();
  if (file !== undefined && isMigrated(file)) return;
  makePrivateFolder(stateFolder());
  run("wrangler", ["d1", "migrations", "apply", "tabard", "--local", "--persist-to", stateFolder()], { CI: "true" });
}

function localFile(): string | undefined {
  // Miniflare names the file by a hash of the database's id; Tabard has one database.
  return globSync(join(stateFolder(), "v3/d1/miniflare-D1DatabaseObject/*.sqlite")).find((path) => !path.endsWith("metadata.sqlite"));
}

function isMigrated(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const done = new Set(
      db
        .prepare("SELECT name FROM d1_migrations")
        .all()
        .map((row) => row.name),
    );
    return readdirSync("migrations").every((name) => done.has(name));
  } catch {
    return false;
  } finally {
    db.close();
  }
}

function applyToFile(db: DatabaseSync, statements: Iterable<Statement | string>): void {
  db.exec("PRAGMA foreign_keys = ON");
  // Builders repeat their SQL: each text is compiled once.
  const prepared = new Map<string, StatementSync>();
  inTransaction(db, () => {
    for (const statement of statements) {
      if (typeof statement === "string") {
        db.exec(statement);
        continue;
      }
      const { sql, values } = statement;
      const ready = prepared.get(sql) ?? db.prepare(sql);
      prepared.set(sql, ready);
      ready.run(...values);
    }
  });
}

function applyRemote(statements: Iterable<Statement | string>): void {
  const folder = mkdtempSync(join(tmpdir(), "tabard-"));
  try {
    const file = join(folder, "import.sql");
    for (const statement of statements) {
      const texts = typeof statement === "string" ? [statement] : printStatement(statement);
      for (const text of texts) writeFileSync(file, `${text};\n`, { flag: "a" });
    }
    wrangler(["--remote", "--yes", "--file", file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function wrangler(args: string[]): string {
  return run("wrangler", ["d1", "execute", "tabard", ...args]);
}

function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const done = spawnSync(command, args, { encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 2 ** 30 });
  if (done.status !== 0) throw new UserError(`${command} ${args[0]} ${args[1]} failed:\n${done.stderr || done.stdout}`);
  return done.stdout;
}
