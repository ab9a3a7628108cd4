/** npm run check: everything CI demands, the tests last so that their count is the last line. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/**
 * What a Worker's cold start should have to load. 96 KiB held five operations; with the life of bookings, calendars and content at runtime,
 * the ledger, events, OpenTravel and AlpineBits it is twice that, and the pages for guests and for the desk bring their texts. A
 * platform's limit is 10 MB; parsing stays below 20 ms.
 */
const BUNDLE_GZIP_BYTES_MAX = 224 * 1024;

function step(name: string, command: string, args: string[], stdio: "inherit" | "pipe" = "pipe"): void {
  process.stdout.write(`${name} …\n`);
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  const done = spawnSync(command, args, { stdio, env, encoding: "utf8" });
  if (done.status === 0) return;
  process.stdout.write(`${done.stdout ?? ""}${done.stderr ?? ""}\n${name}: failed\n`);
  process.exit(1);
}

function checkBundle(): void {
  step("bundle", "wrangler", ["deploy", "--dry-run", "--minify", "--outdir", "dist"]);
  const bytes = gzipSync(readFileSync("dist/index.js")).length;
  process.stdout.write(`bundle: ${bytes} bytes gzip of at most ${BUNDLE_GZIP_BYTES_MAX}\n`);
  if (bytes > BUNDLE_GZIP_BYTES_MAX) process.exit(1);
}

step("types", "tsc", ["-p", "."]);
step("worker types", "wrangler", ["types", "--include-runtime=false", "--check"]);
step("format", "oxfmt", ["--check"]);
step("lint", "oxlint", ["--type-aware"]);
step("dead code", "knip", []);
checkBundle();
step("tests", "npm", ["test", "--silent"], "inherit");
