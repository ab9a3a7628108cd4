/** The service's process on each of its hosts, for `npm start` and its siblings. */
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { type ChildTree, startTree } from "./child-tree.ts";
import { stateFolder } from "./database.ts";
import { varArguments, varNames } from "./project-vars.ts";
import { UserError } from "./user-error.ts";

export const HOSTS = ["worker", "node", "deno"] as const;
export type HostName = (typeof HOSTS)[number];

/** A host drains requests and exports for up to 60 s before it ends (src/runtime/platform.ts). */
const HOST_GRACE_MS = 65_000;

/** What src/runtime/settings.ts reads besides the names of [vars]. */
const HOST_SETTINGS = ["PORT", "HOST", "TABARD_STATE", "TRUST_PROXY"];

/** A host by its name, `worker` where none is given. */
export function readHost(name: string = "worker"): HostName {
  const host = HOSTS.find((known) => known === name);
  if (host === undefined) throw new UserError(`--host is ${HOSTS.join(", ")}, not ${name}`);
  return host;
}

/** Starts the service at an address and port, in the state folder. */
export function serveHost(host: HostName, address: string, port: number): ChildTree {
  if (host === "worker") return serveWorker(address, port);
  const { command, args } = host === "node" ? nodeCommand() : denoCommand(address, port, stateFolder());
  // A laptop is one client: no limits unless they are asked for.
  const limits = process.env.RATE_LIMITS ?? "off";
  const env = { ...process.env, RATE_LIMITS: limits, PORT: String(port), HOST: address, TABARD_STATE: stateFolder() };
  return startTree(command, args, env, HOST_GRACE_MS);
}

/** `node src/runtime/node.ts`. */
export function nodeCommand(): { command: string; args: string[] } {
  return { command: process.execPath, args: ["src/runtime/node.ts"] };
}

/** Deno with the permissions the service needs, and no more. */
export function denoCommand(address: string, port: number, state: string): { command: string; args: string[] } {
  mkdirSync(state, { recursive: true });
  const vars = [...HOST_SETTINGS, ...varNames(readFileSync("wrangler.toml", "utf8"))];
  const permissions = [
    `--allow-net=${address}:${port}`,
    `--allow-env=${vars.join(",")}`,
    `--allow-read=migrations,assets,wrangler.toml,node_modules,${resolve(state)}`,
    `--allow-write=${resolve(state)}`,
  ];
  // The package's own bin is a wrapper that would keep signals to itself.
  const command = createRequire(import.meta.url).resolve("deno/deno");
  return { command, args: ["run", "--no-prompt", "--no-remote", "--node-modules-dir=manual", ...permissions, "src/runtime/deno.ts"] };
}

function serveWorker(address: string, port: number): ChildTree {
  const options = ["--ip", address, "--port", String(port), "--inspector-port", "0", "--persist-to", stateFolder()];
  const quiet = ["--log-level", "error", "--show-interactive-dev-session=false"];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  return startTree(process.execPath, [wrangler, "dev", ...options, ...quiet, ...varArguments(process.env)], env);
}
