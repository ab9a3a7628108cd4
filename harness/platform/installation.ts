/** An operator's folder with a deployed installation and a local one of the same make: the same command on both must do the same. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { shardFiles } from "../../src/host/runtime/sqlite-file.ts";
import { type Platform, startPlatform } from "./platform-api.ts";

export interface Ran {
  status: number | null;
  out: string;
  err: string;
}

export interface Installation {
  /** Where commands run: wrangler.toml and what it names. */
  folder: string;
  platform: Platform;
  /** Files of the deployed databases by number, in the folder of their state. */
  deployed: string;
  /** State of the Node host. */
  local: string;
  /** `npx wrangler …`, or `npm run import|admin|replay -- …`, as a page of the documentation writes it; `environment` adds to its own. */
  run(line: string, environment?: Record<string, string>): Promise<Ran>;
  /** All that was run. */
  lines: string[];
  remove(): Promise<void>;
}

/** Makes one with so many databases, without tables. */
export async function makeInstallation(shards: number): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-remote-"));
  const [deployed, local] = [join(folder, "deployed"), join(folder, "local")];
  for (const state of [deployed, local]) mkdirSync(state);
  const ids = Array.from({ length: shards }, (_, shard) => `${String(shard + 1).repeat(8)}-0000-4000-8000-000000000000`);
  writeWranglerToml(folder, ids);
  for (const name of ["migrations", "src"]) symlinkSync(resolve(name), join(folder, name));
  const files = shardFiles(deployed, shards);
  const platform = await startPlatform(Object.fromEntries(ids.map((id, shard) => [id, files[shard] ?? ""])));
  // Each of a hundred commands starts in a third of the time where the last one left what it compiled.
  const compiled = { NODE_COMPILE_CACHE: join(folder, "compiled") };
  const base = { ...process.env, ...compiled, TABARD_STATE: local, SHARDS: String(shards), ...platform.environment };
  const lines: string[] = [];
  return {
    folder,
    lines,
    platform,
    deployed,
    local,
    run: (line, environment = {}) => {
      lines.push(line);
      return runLine(line, folder, { ...base, ...environment });
    },
    remove: async () => {
      await platform.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function writeWranglerToml(folder: string, ids: readonly string[]): void {
  const [first = "", ...others] = ids;
  const file = join(folder, "wrangler.toml");
  writeFileSync(file, readFileSync("wrangler.toml", "utf8").replace(/^database_id = .*$/m, `database_id = "${first}"`));
  for (const [at, id] of others.entries()) {
    const [binding, name] = [`DB_${at + 1}`, `tabard-${at + 1}`];
    const lines = [`binding = "${binding}"`, `database_name = "${name}"`, `database_id = "${id}"`, 'migrations_dir = "migrations"'];
    appendFileSync(file, `\n[[d1_databases]]\n${lines.join("\n")}\n`);
  }
}

async function runLine(line: string, cwd: string, env: Record<string, string | undefined>): Promise<Ran> {
  const [command, ...args] = argumentsOf(line);
  const child = spawn(command ?? "", args, { cwd, env: env as NodeJS.ProcessEnv, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit") as Promise<[number | null]>;
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: (await ended)[0], out, err };
}

/** The words of a line, without the detour through npm. Quotes hold words together. */
function argumentsOf(line: string): string[] {
  const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? "");
  const [npm, verb, name, dashes, ...rest] = words;
  if (npm === "npx") return [resolve("node_modules/.bin", verb ?? ""), ...words.slice(2)];
  if (npm !== "npm" || verb !== "run" || dashes !== "--") throw new Error(`not a command: ${line}`);
  return [process.execPath, resolve(`cli/${name}.ts`), ...rest];
}

/** Makes the local databases what the deployed ones are. Nobody may be writing. */
export function copyToLocal({ deployed, local }: Installation, shards: number): void {
  const [from, to] = [shardFiles(deployed, shards), shardFiles(local, shards)];
  for (const [shard, file] of from.entries()) {
    const copy = to[shard] ?? "";
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${copy}${suffix}`, { force: true });
    const db = new DatabaseSync(file);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    copyFileSync(file, copy);
  }
}

/** Tables of wrangler and of the Node host's key-value store. */
const BESIDE = new Set(["d1_migrations", "runtime_kv"]);

/** Columns of random numbers and of hashes with a random salt. */
const RANDOM = new Set(["token_sha256", "token_id", "password_hash", "user_id", "run", "value", "change_id"]);

/** A moment of now: commands ran one after the other. */
const NOW_WITHIN_MS = 60 * 60 * 1000;

/** All rows of a file, each behind its table's name, without what is random or tells the time. */
export function contentsOf(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
    const own = tables.filter(({ name }) => !BESIDE.has(String(name)));
    return own.flatMap(({ name }) => {
      const rows = db.prepare(`SELECT * FROM ${String(name)}`).all();
      return rows.map((row) => `${String(name)} ${masked(row)}`).toSorted();
    });
  } finally {
    db.close();
  }
}

function masked(row: Record<string, unknown>): string {
  const { token_id: id } = row;
  const nowMs = Date.now();
  const told = Object.entries(row).map(([column, value]) => {
    // A client without a name has that of its key.
    if (RANDOM.has(column) || (column === "subject" && value === id)) return [column, "random"];
    const isNow = typeof value === "number" && Math.abs(value - nowMs) < NOW_WITHIN_MS;
    return [column, isNow ? "now" : value];
  });
  return JSON.stringify(Object.fromEntries(told));
}
