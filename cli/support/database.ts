/**
 * The databases a command works on: the local D1's files, a Node host's files, or the deployed D1. A group is found by its fences.
 * Files are bound the statements that the Worker binds; for the deployed D1 they are printed with literals (sql-text.ts).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Statement } from "../../src/host/database.ts";
import { type FenceRow, HOME, type Place, elsewhere, fencePremise, fenceStatement, isFenced } from "../../src/host/fences.ts";
import { PLACES_TRIED_MAX } from "../../src/host/limits.ts";
import { countShardFiles, inTransaction, openSqliteFile, shardFiles } from "../../src/host/runtime/sqlite-file.ts";
import { type D1Database, askedShards, declaredDatabases, localConfig, localD1File, localDatabases } from "./local-d1.ts";
import { openRemoteDatabases } from "./remote/remote-d1.ts";
import { printStatement } from "./sql-text.ts";
import { makePrivateFolder } from "../../src/host/runtime/private-folder.ts";
import { UserError, WrongCall } from "./user-error.ts";

/** One database. */
export interface OneDatabase {
  /** For people: whoever is told that something is not there learns where it was looked for. */
  name: string;
  query<T>(sql: string): Promise<T[]>;
  /** Several SELECTs at once, the rows of each. */
  queryAll<T>(sqls: readonly string[]): Promise<T[][]>;
  /** Rows that one short transaction may write: well below a second, beside what it costs to begin one. */
  rowsAtOnce: number;
  /** All statements or none. A text is SQL without values. */
  apply(statements: Iterable<Statement | string>): Promise<void>;
  /** Its size. */
  bytes(): Promise<number>;
  close(): void;
}

/** The database of a group, or the first one of an installation. */
export interface TargetDatabase extends OneDatabase {
  /** Its number, and all databases by number. The first knows the names of all groups and hotels. */
  shard: number;
  shards: readonly OneDatabase[];
  /** The database a group is in. It takes no statements while the group is being moved. */
  ofGroup(groupId: string): Promise<TargetDatabase>;
}

/** How long a command waits for the running service to finish a write. */
const BUSY_TIMEOUT_MS = 10_000;

/** Rows of a short transaction: some ten milliseconds of a file. */
const FILE_ROWS_AT_ONCE = 1_000;

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
  const databases = localDatabases(stateFolder());
  migrateLocal(databases);
  return installation(databases.map(openLocalD1));
}

/** The database of the Node and Deno hosts, migrated; created where there is none. */
export function openNode(): TargetDatabase {
  makePrivateFolder(stateFolder());
  const files = shardFiles(stateFolder(), askedShards(process.env) ?? countShardFiles(stateFolder()));
  for (const file of files) openSqliteFile(file).close();
  return installation(files.map((file) => openOne(file)));
}

/** A SQLite file as an installation of its own. */
export function openFile(file: string): TargetDatabase {
  return installation([openOne(file)]);
}

/** The databases of an installation, the first of them to begin with. */
export function installation(shards: readonly OneDatabase[]): TargetDatabase {
  const [first] = shards;
  if (!first) throw new UserError("there is no database");
  return {
    ...first,
    shard: 0,
    shards,
    close: () => shards.forEach((one) => one.close()),
    // The object it is asked of, with one database: it may have been made from another.
    async ofGroup(groupId) {
      return shards.length === 1 ? this : groupTarget(shards, groupId, await findPlace(shards, groupId));
    },
  };
}

/** Where a group is: docs/growing.md. */
export async function findPlace(shards: readonly OneDatabase[], groupId: string): Promise<Place> {
  let place = HOME;
  for (let tries = 0; tries < PLACES_TRIED_MAX; tries += 1) {
    const [fence] = await shardOf(shards, place).query<FenceRow>(printOne(fenceStatement(groupId)));
    const next = fence ? elsewhere(fence, place) : null;
    if (!next) return fence?.state === "here" ? { ...place, version: fence.version } : place;
    place = next;
  }
  throw new UserError(`group "${groupId}" is being moved; try again in a moment`);
}

/** A database by its number. */
export function shardOf(shards: readonly OneDatabase[], { shard }: Pick<Place, "shard">): OneDatabase {
  const one = shards[shard];
  if (!one) throw new UserError(`database ${shard} is not bound; the last one is ${shards.length - 1} (SHARDS, docs/growing.md)`);
  return one;
}

function groupTarget(shards: readonly OneDatabase[], groupId: string, place: Place): TargetDatabase {
  const one = shardOf(shards, place);
  const target: TargetDatabase = {
    ...one,
    shard: place.shard,
    shards,
    apply: async (statements) => {
      try {
        await one.apply(prepend(fencePremise(groupId, place), statements));
      } catch (error) {
        if (!isFenced(error)) throw error;
        throw new UserError(`group "${groupId}" is being moved: nothing was done; try again in a moment`);
      }
    },
    ofGroup: (other) => installation(shards).ofGroup(other),
  };
  return target;
}

function* prepend<T>(first: T, others: Iterable<T>): Generator<T> {
  yield first;
  yield* others;
}

function printOne(statement: Statement): string {
  return [...printStatement(statement)].join(";");
}

/** workerd waits for no lock: written to without waiting for the disk, the file is locked for moments only. */
function openLocalD1(database: D1Database, shard: number): OneDatabase {
  const name = shard === 0 ? "the local D1" : `the local D1 ${database.name}`;
  return openOne(localD1File(stateFolder(), database), `${name} in ${stateFolder()}`, "PRAGMA synchronous = NORMAL");
}

function openOne(file: string, name: string = file, pragma: string = ""): OneDatabase {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  db.exec(pragma);
  return {
    name,
    rowsAtOnce: FILE_ROWS_AT_ONCE,
    query: <T>(sql: string) => Promise.resolve(db.prepare(sql).all() as T[]),
    queryAll: <T>(sqls: readonly string[]) => Promise.resolve(sqls.map((sql) => db.prepare(sql).all() as T[])),
    apply: (statements) => Promise.resolve(applyToFile(db, statements)),
    bytes: () => {
      const row = db.prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()").get();
      return Promise.resolve(Number(row?.bytes ?? 0));
    },
    close: () => db.close(),
  };
}

/** The deployed D1: the databases of wrangler.toml. */
export function openRemote(): TargetDatabase {
  return installation(openRemoteDatabases(declaredDatabases()));
}

/** Applies the migrations to the databases of a local run, unless they all are. */
function migrateLocal(databases: readonly D1Database[]): void {
  const config = localConfig(databases);
  makePrivateFolder(stateFolder());
  for (const database of databases) {
    if (isMigrated(localD1File(stateFolder(), database))) continue;
    const place = ["--local", "--persist-to", stateFolder(), "--config", config];
    run("wrangler", ["d1", "migrations", "apply", database.name, ...place], { CI: "true" });
  }
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

function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const done = spawnSync(command, args, { encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 2 ** 30 });
  if (done.status !== 0) throw new UserError(`${command} ${args[0]} ${args[1]} failed:\n${done.stderr || done.stdout}`);
  return done.stdout;
}
