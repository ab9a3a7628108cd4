/** Workers under test: bundled as they are deployed, served by Miniflare (workerd), with a D1 seeded through SQLite. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import type { Statement } from "../../src/host/database.ts";
import { workerdPids } from "./processes.ts";

export interface Host {
  url: URL;
  pid: number | null;
  /** Runs a statement on the host's own D1, while it serves. */
  execute(sql: string): Promise<void>;
  /** Runs statements in one transaction of it. */
  batch(statements: readonly Statement[]): Promise<void>;
  stop(): Promise<void>;
}

const COMPATIBILITY = { date: "2026-10-23", flags: ["nodejs_compat"] };

/** The folder all bundles and databases of this run live in. */
export const workFolder = mkdtempSync(join(tmpdir(), "tabard-bench-"));
process.on("exit", () => rmSync(workFolder, { recursive: true, force: true }));

const bundles = new Map<string, string>();

/** The minified module of a Worker's entry file, as `wrangler deploy` would upload it. */
function bundle(entry: string): string {
  const known = bundles.get(entry);
  if (known !== undefined) return known;
  const folder = join(workFolder, `bundle-${bundles.size}`);
  const args = ["deploy", entry, "--dry-run", "--minify", "--outdir", folder];
  const done = spawnSync("wrangler", args, { encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } });
  const [file] = globSync(join(folder, "*.js"));
  if (done.status !== 0 || file === undefined) throw new Error(`${entry} does not bundle:\n${done.stderr}${done.stdout}`);
  const text = readFileSync(file, "utf8");
  bundles.set(entry, text);
  return text;
}

/** Serves a Worker. `state` names the database of seedDatabase; two Workers may not share one at the same time. `variables` go into its environment. */
export async function startWorker(entry: string, state: string, variables: Record<string, string> = {}): Promise<Host> {
  const before = new Set(workerdPids());
  const miniflare = new Miniflare(workerOptions(bundle(entry), state, variables));
  const url = await miniflare.ready;
  const pid = workerdPids().find((one) => !before.has(one)) ?? null;
  const batch = async (statements: readonly Statement[]): Promise<void> => {
    const d1 = await miniflare.getD1Database("DB");
    await d1.batch(statements.map(({ sql, values }) => d1.prepare(sql).bind(...values)));
  };
  return { url, pid, execute: (sql) => execute(miniflare, sql), batch, stop: () => miniflare.dispose() };
}

/** A migrated D1 called `state`, filled by `fill` in one transaction. Returns the database's file. */
export async function seedDatabase(state: string, fill: (db: DatabaseSync) => void): Promise<string> {
  const miniflare = new Miniflare(workerOptions("export default { fetch: () => new Response() };", state));
  await miniflare.ready;
  // The first use makes the file, with what workerd itself keeps in it.
  await execute(miniflare, "SELECT 1");
  await miniflare.dispose();
  const file = globSync(join(workFolder, state, "d1/miniflare-D1DatabaseObject/*.sqlite")).find(
    (path) => !path.endsWith("metadata.sqlite"),
  );
  if (file === undefined) throw new Error(`Miniflare made no database for ${state}`);
  const db = new DatabaseSync(file);
  db.exec("PRAGMA foreign_keys = ON");
  db.exec("BEGIN");
  for (const name of readdirSync("migrations").toSorted()) db.exec(readFileSync(join("migrations", name), "utf8"));
  fill(db);
  db.exec("COMMIT");
  db.exec("ANALYZE");
  db.close();
  return file;
}

async function execute(miniflare: Miniflare, sql: string): Promise<void> {
  const d1 = await miniflare.getD1Database("DB");
  await d1.prepare(sql).run();
}

function workerOptions(
  contents: string,
  state: string,
  variables: Record<string, string> = {},
): ConstructorParameters<typeof Miniflare>[0] {
  const limiter = (id: string) => ({ namespace_id: id, simple: { limit: 1_000_000, period: 60 as const } });
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    modulesRoot: "/",
    modules: [{ type: "ESModule", path: "index.js", contents }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    bindings: {
      SOAP_NAMESPACE: "urn:tabard:financial-export",
      DEMO_TOKENS: "on",
      RATE_LIMITS: "off",
      WEBHOOK_TARGETS: "any",
      WEBHOOK_SECRET: "a secret for benchmarks alone",
      REQUEST_LOG: process.env.BENCH_LOG ?? "off",
      ...variables,
    },
    d1Databases: { DB: "bench" },
    kvNamespaces: { KV: "bench" },
    ratelimits: { LOGIN_LIMITER: limiter("1"), REQUEST_LIMITER: limiter("2") },
    resourcePersistencePath: join(workFolder, state),
    // The report has standard output to itself.
    handleStructuredLogs: ({ message }) => console.error(message),
  });
}
