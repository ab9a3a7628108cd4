/**
 * npm run login-timing: does the time of a refused log-in tell whether the name exists? A statistic, not a test. Prints the
 * distributions of a wrong password and of an unknown name, taken in turns from a service of its own in this process, and how
 * often the one takes longer than the other: 0.5 is indistinguishable.
 * Usage: npm run login-timing [-- PAIRS]
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quantile } from "../cli/support/statistics.ts";
import { type Host, openHost } from "../src/host/runtime/platform.ts";
import { readSettings } from "../src/host/runtime/settings.ts";
import { openSqliteFile } from "../src/host/runtime/sqlite-file.ts";
import { SALT_BYTES, hashPassword } from "../src/access/password.ts";

const DEFAULT_PAIRS = 200;
const WARM_UP_PAIRS = 10;
const USER = "ann@g1.test";

const pairs = Number(process.argv[2] ?? DEFAULT_PAIRS);
const stateFolder = mkdtempSync(join(tmpdir(), "tabard-timing-"));
try {
  await seed(join(stateFolder, "tabard.sqlite"));
  const host = openHost(settings());
  const { wrong, unknown } = await measure(host);
  await host.close();
  report("wrong password", wrong);
  report("unknown name", unknown);
  console.log(
    `P(unknown name takes longer) = ${superiority(unknown, wrong).toFixed(3)} (standard error ${standardError(pairs).toFixed(3)})`,
  );
} finally {
  rmSync(stateFolder, { recursive: true });
}

/** The project's own, but for the limiter, which would end this after 60. */
function settings() {
  const own = readSettings(readFileSync("wrangler.toml", "utf8"), {
    TABARD_STATE: stateFolder,
    DEMO_TOKENS: "on",
    RATE_LIMITS: "off",
    REQUEST_LOG: "off",
  });
  return { ...own, rates: { ...own.rates, LOGIN_LIMITER: { limit: 1e9, periodSeconds: 60 } } };
}

async function seed(file: string): Promise<void> {
  const db = openSqliteFile(file);
  db.exec("INSERT INTO sites VALUES ('g1', 'g1', 'group')");
  db.exec("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('g1', 'One', 'en', 0)");
  const hash = await hashPassword("right", randomBytes(SALT_BYTES));
  db.prepare("INSERT INTO users (group_id, email, password_hash) VALUES ('g1', ?, ?)").run(USER, hash);
  db.close();
}

async function measure(host: Host): Promise<{ wrong: number[]; unknown: number[] }> {
  const wrong: number[] = [];
  const unknown: number[] = [];
  for (let pair = -WARM_UP_PAIRS; pair < pairs; pair += 1) {
    const [first, second] = pair % 2 === 0 ? [USER, "bob@g1.test"] : ["bob@g1.test", USER];
    const times = { [first]: await timeOf(host, first), [second]: await timeOf(host, second) };
    if (pair < 0) continue;
    wrong.push(times[USER] ?? 0);
    unknown.push(times["bob@g1.test"] ?? 0);
  }
  return { wrong, unknown };
}

async function timeOf(host: Host, email: string): Promise<number> {
  const body = JSON.stringify({ email, password: "wrong" });
  const request = new Request("http://127.0.0.1/sessions/g1", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  const startMs = performance.now();
  const answer = await host.fetch(request, { address: "127.0.0.1" });
  const ms = performance.now() - startMs;
  if (answer.status !== 401) throw new Error(`status ${answer.status}`);
  return ms;
}

function report(name: string, times: readonly number[]): void {
  const at = (share: number): string => quantile(times, share).toFixed(2);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  console.log(
    `${name.padEnd(15)} n ${times.length}  mean ${mean.toFixed(2)} ms  p5 ${at(0.05)}  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}`,
  );
}

/** Mann and Whitney's U over both sizes: the chance that one of `a` exceeds one of `b`, ties counting half. */
function superiority(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}

function standardError(n: number): number {
  return Math.sqrt((2 * n + 1) / (12 * n * n));
}
