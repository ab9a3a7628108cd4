/** The service as a process of its own, on any host, for tests that start, stop and kill it. */
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import type { ChildTree } from "../cli/support/child-tree.ts";
import { type HostName, serveHost } from "../cli/support/serve-host.ts";

const ADDRESS = "127.0.0.1";
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;

export interface ServiceProcess {
  url: string;
  /** Of its process group. */
  groupPid: number;
  /** SIGTERM, and waits until it has ended. Gives the exit status, null where a signal ended it. */
  stop(): Promise<number | null>;
  /** SIGKILL to the whole process group: nothing of it can tidy up. */
  kill(): Promise<void>;
}

const trees = new Set<ChildTree>();

/** Ends what a failed test left running. */
export async function stopServices(): Promise<void> {
  await Promise.all(Array.from(trees, (tree) => tree.stop()));
}

/** Starts the service and waits until it answers. `variables` go into its environment. */
export async function startService(host: HostName, folder: string, variables: Record<string, string> = {}): Promise<ServiceProcess> {
  const port = await freePort();
  const tree = serveHost(host, ADDRESS, port, { ...process.env, TABARD_STATE: folder, ...variables });
  trees.add(tree);
  const { child } = tree;
  const ended = once(child, "exit") as Promise<[number | null]>;
  void ended.then(() => trees.delete(tree));
  const url = `http://${ADDRESS}:${port}`;
  await untilReady(url, ended);
  return {
    url,
    groupPid: child.pid ?? 0,
    stop: async () => {
      await tree.stop();
      return (await ended)[0];
    },
    kill: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

/** The database file of a host's state folder. */
export function databaseFile(host: HostName, folder: string): string {
  if (host !== "worker") return join(folder, "tabard.sqlite");
  const files = globSync(join(folder, "v3/d1/miniflare-D1DatabaseObject/*.sqlite"));
  const file = files.find((path) => !path.endsWith("metadata.sqlite"));
  if (file === undefined) throw new Error(`no database under ${folder}`);
  return file;
}

async function untilReady(url: string, ended: Promise<unknown>): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  const over = ended.then(() => "ended" as const);
  while (Date.now() < deadlineMs) {
    const answer = await Promise.race([over, fetch(`${url}/health`).catch(() => null)]);
    if (answer === "ended") break;
    await answer?.text();
    if (answer?.ok) return;
    await sleep(READY_POLL_MS);
  }
  throw new Error(`the service does not answer at ${url}`);
}
