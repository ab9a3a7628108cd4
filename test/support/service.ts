/** The service as `npm start` serves it, for tests from outside: wrangler dev over a folder of state of its own. */
import { once } from "node:events";
import { globSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildTree, startTree } from "../../cli/support/child-tree.ts";

const READY_MS_MAX = 60_000;

/** Serves `folder` on a port and resolves when it answers. */
export async function startService(folder: string, port: number): Promise<ChildTree> {
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  const place = ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0", "--persist-to", folder];
  const quiet = ["--log-level", "error", "--show-interactive-dev-session=false", "--var", "RATE_LIMITS:off"];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  const tree = startTree(process.execPath, [wrangler, "dev", ...place, ...quiet], env);
  const deadlineMs = Date.now() + READY_MS_MAX;
  while (Date.now() < deadlineMs) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    await answer?.text();
    if (answer?.ok) return tree;
    await sleep(100);
  }
  await tree.stop();
  throw new Error("the service does not answer");
}

/** SIGKILL to the whole process group: nothing of it can tidy up. */
export async function killService({ child }: ChildTree): Promise<void> {
  if (child.pid === undefined) throw new Error("not started");
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}

/** The local D1's file, without the service. */
export function openTables(folder: string): DatabaseSync {
  const files = globSync(join(folder, "v3/d1/miniflare-D1DatabaseObject/*.sqlite"));
  return new DatabaseSync(files.find((path) => !path.endsWith("metadata.sqlite")) ?? "", { timeout: 10_000 });
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
