/** The service's process on each of its hosts, for `npm start` and its siblings. */
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { type ChildTree, type Environment, startTree } from "./child-tree.ts";
import { stateFolder } from "./database.ts";
import { varArguments, varNames } from "./project-vars.ts";
import { WrongCall } from "./user-error.ts";

export const HOSTS = ["worker", "node", "deno"] as const;
export type HostName = (typeof HOSTS)[number];

/** A host drains requests and exports for up to 60 s before it ends (src/host/runtime/platform.ts). */
const HOST_GRACE_MS = 65_000;

/** What src/host/runtime/settings.ts reads besides the names of [vars]. */
const HOST_SETTINGS = ["PORT", "HOST", "TABARD_STATE", "TRUST_PROXY"];

/** A host by its name, `worker` where none is given. */
export function readHost(name: string = "worker"): HostName {
  const host = HOSTS.find((known) => known === name);
  if (host === undefined) throw new WrongCall(`--host is ${HOSTS.join(", ")}, not ${name}`);
  return host;
}

/** Starts the service at an address and port, in the state folder that `environment` names. */
export function serveHost(host: HostName, address: string, port: number, environment: Environment = process.env): ChildTree {
  if (host === "worker") return serveWorker(address, port, environment);
  const state = resolve(stateFolder(environment));
  const { command, args } = hostCommand(host, address, port, state);
  // A laptop is one client: no limits, and no line per request, unless asked for.
  const { RATE_LIMITS = "off", REQUEST_LOG = "off" } = environment;
  const settings = { RATE_LIMITS, REQUEST_LOG, PORT: String(port), HOST: address, TABARD_STATE: state };
  return startTree(command, args, { ...environment, ...settings }, HOST_GRACE_MS);
}

/** What starts a host without workerd; the environment says the same address, port and state folder. */
export function hostCommand(host: "node" | "deno", address: string, port: number, state: string): Command {
  return host === "node" ? nodeCommand() : denoCommand(address, port, state);
}

interface Command {
  command: string;
  args: string[];
}

function nodeCommand(): Command {
  return { command: process.execPath, args: ["src/host/runtime/node.ts"] };
}

/** Deno with the permissions the service needs, and no more. */
function denoCommand(address: string, port: number, state: string): Command {
  // A folder that is not there yet cannot be allowed.
  mkdirSync(state, { recursive: true });
  const vars = [...HOST_SETTINGS, ...varNames(readFileSync("wrangler.toml", "utf8"))];
  const permissions = [
    `--allow-net=${address}:${port}`,
    `--allow-env=${vars.join(",")}`,
    `--allow-read=migrations,assets,wrangler.toml,node_modules,${state}`,
    `--allow-write=${state}`,
  ];
  // The package's own bin is a wrapper that would keep signals to itself.
  const command = createRequire(import.meta.url).resolve("deno/deno");
  return { command, args: ["run", "--no-prompt", "--no-remote", "--node-modules-dir=manual", ...permissions, "src/host/runtime/deno.ts"] };
}

function serveWorker(address: string, port: number, environment: Environment): ChildTree {
  // Any free port, unless a debugger or `npm run load` wants to find it.
  const inspector = environment.INSPECTOR_PORT ?? "0";
  const place = ["--ip", address, "--port", String(port), "--inspector-port", inspector, "--persist-to", stateFolder(environment)];
  const quiet = ["--log-level", "error", "--show-interactive-dev-session=false"];
  const env = { ...environment, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  return startTree(process.execPath, [wrangler, "dev", ...place, ...quiet, ...varArguments(environment)], env);
}
