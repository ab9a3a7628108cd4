/** The Worker's bundle holds nothing of the other hosts: what they need costs a cold start nothing. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("is not part of the Worker's bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), "tabard-bundle-"));
  try {
    const wrangler = ["node_modules/wrangler/bin/wrangler.js", "deploy", "--dry-run", "--minify", "--metafile", "--outdir", folder];
    const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
    expect(spawnSync(process.execPath, wrangler, { env, encoding: "utf8" })).toMatchObject({ status: 0 });
    const { inputs } = JSON.parse(readFileSync(join(folder, "bundle-meta.json"), "utf8")) as { inputs: Record<string, unknown> };
    const files = Object.keys(inputs);
    expect(files.some((file) => file.endsWith("src/app.ts"))).toBe(true);
    expect(files.filter((file) => /src\/host\/runtime\/|@hono\/node-server/.test(file))).toEqual([]);
    expect(readFileSync(join(folder, "index.js"), "utf8")).not.toMatch(/node:(?:sqlite|fs|http|path|timers)/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
