/**
 * The databases of wrangler.toml, and what `SHARDS=N` adds to them for a local run (docs/growing.md): a configuration of its own,
 * beside wrangler.toml since paths in it are relative, and the files Miniflare keeps them in. */
import { createHash, createHmac } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readShards } from "../../src/host/runtime/settings.ts";
import { SHARDS_MAX } from "../../src/host/limits.ts";
import { shardBinding } from "../../src/host/shards.ts";
import { WrongCall } from "./user-error.ts";

export interface D1Database {
  /** What wrangler's commands call it. */
  name: string;
  id: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const WRANGLER_TOML = "wrangler.toml";

/** The databases wrangler.toml binds, by number. */
export function declaredDatabases(wranglerToml: string = readFileSync(WRANGLER_TOML, "utf8")): D1Database[] {
  const sections = wranglerToml.split(/^(?=\[)/m).filter((section) => section.startsWith("[[d1_databases]]\n"));
  const valueOf = (section: string, key: string): string => new RegExp(`^${key}\\s*=\\s*"([^"]*)"`, "m").exec(section)?.[1] ?? "";
  const byBinding = new Map(sections.map((section) => [valueOf(section, "binding"), section]));
  const databases: D1Database[] = [];
  for (let shard = 0; ; shard += 1) {
    const section = byBinding.get(shardBinding(shard));
    if (section === undefined) return databases;
    databases.push({ name: valueOf(section, "database_name"), id: valueOf(section, "database_id") });
  }
}

/** SHARDS; null where it is not set. */
export function askedShards(environment: Environment): number | null {
  try {
    return readShards(environment.SHARDS);
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error));
  }
}

/** The databases of a local run: those declared, as many as SHARDS asks for, and without SHARDS all that the state folder has. */
export function localDatabases(stateFolder: string, environment: Environment = process.env): D1Database[] {
  const databases = declaredDatabases();
  const asked = askedShards(environment);
  for (let shard = databases.length; shard < SHARDS_MAX; shard += 1) {
    const added = { name: `tabard-${shard}`, id: `00000000-0000-0000-0000-${String(shard).padStart(12, "0")}` };
    if (asked === null ? !existsSync(localD1File(stateFolder, added)) : shard >= asked) break;
    databases.push(added);
  }
  return databases;
}

/** The configuration that binds them: wrangler.toml where it does, else a file made from it. */
export function localConfig(databases: readonly D1Database[]): string {
  const declared = declaredDatabases().length;
  if (databases.length <= declared) return WRANGLER_TOML;
  const file = `wrangler.local-${databases.length}.toml`;
  const added = databases.slice(declared).map(
    ({ name, id }, at) => `
[[d1_databases]]
binding = "${shardBinding(declared + at)}"
database_name = "${name}"
database_id = "${id}"
migrations_dir = "migrations"
`,
  );
  // Whole or not at all: another command may read it meanwhile.
  writeFileSync(`${file}.${process.pid}`, readFileSync(WRANGLER_TOML, "utf8") + added.join(""));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** Miniflare names a file by the id of the Durable Object behind a database: keyed hashes of the database's id. */
export function localD1File(stateFolder: string, { id }: D1Database): string {
  const kind = "miniflare-D1DatabaseObject";
  const key = createHash("sha256").update(kind).digest();
  const name = createHmac("sha256", key).update(id).digest().subarray(0, 16);
  const proof = createHmac("sha256", key).update(name).digest().subarray(0, 16);
  return join(stateFolder, "v3/d1", kind, `${Buffer.concat([name, proof]).toString("hex")}.sqlite`);
}
