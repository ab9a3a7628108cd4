/** The service's process on each of its hosts, for `npm start` and its siblings. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { type ChildTree, type Environment, type Output, startTree } from "./child-tree.ts";
import { stateFolder } from "./database.ts";
import { makePrivateFolder } from "../../src/host/runtime/private-folder.ts";
import { keptMasterSecret, masterSecretFile } from "../../src/host/runtime/master-secret.ts";
import { countShardFiles } from "../../src/host/runtime/sqlite-file.ts";
import { askedShards, localConfig, localDatabases } from "./local-d1.ts";
import { localVars, varArguments, varNames } from "./project-vars.ts";
import { WrongCall } from "./user-error.ts";

export const HOSTS = ["worker", "node", "deno"] as const;
export type HostName = (typeof HOSTS)[number];

/** A host drains requests and exports for up to 60 s before it ends (src/host/runtime/limits.ts). */
export const HOST_GRACE_MS = 65_000;

/** What src/host/runtime/settings.ts reads besides the names of [vars]. */
const HOST_SETTINGS = ["PORT", "HOST", "TABARD_STATE", "TRUST_PROXY", "SHARDS", "WEBHOOK_SECRET"];

/** A host by its name, `worker` where none is given. */
export function readHost(name: string = "worker"): HostName {
  const host = HOSTS.find((known) => known === name);
  if (host === undefined) throw new WrongCall(`--host is ${HOSTS.join(", ")}, not ${name}`);
  return host;
}

/** Starts the service at an address and port, in the state folder that `environment` names. `output` as in child-tree.ts. */
export function serveHost(
  host: HostName,
  address: string,
  port: number,
  environment: Environment = process.env,
  output: Output = "inherit",
): ChildTree {
  if (host === "worker") return serveWorker(address, port, environment, output);
  const state = resolve(stateFolder(environment));
  const { command, args } = hostCommand(host, state);
  const shards = { SHARDS: String(askedShards(environment) ?? countShardFiles(state)) };
  const settings = { ...localVars(environment), ...shards, PORT: String(port), HOST: address, TABARD_STATE: state };
  return startTree(command, args, { ...environment, ...settings }, { graceMs: HOST_GRACE_MS, output });
}

/** What starts a host without workerd; the environment says the same address, port and state folder. */
export function hostCommand(host: "node" | "deno", state: string): Command {
  return host === "node" ? nodeCommand() : denoCommand(state);
}

interface Command {
  command: string;
  args: string[];
}

function nodeCommand(): Command {
  return { command: process.execPath, args: ["src/host/runtime/node.ts"] };
}

/** Deno with the permissions the service needs, and no more. */
function denoCommand(state: string): Command {
  // A folder that is not there yet cannot be allowed.
  makePrivateFolder(state);
  const vars = [...HOST_SETTINGS, ...varNames(readFileSync("wrangler.toml", "utf8"))];
  const permissions = [
    // To listen, and to reach the receivers of webhooks, wherever they are.
    "--allow-net",
    `--allow-env=${vars.join(",")}`,
    `--allow-read=migrations,assets,wrangler.toml,node_modules,${state}`,
    `--allow-write=${state}`,
  ];
  // The package's own bin is a wrapper that would keep signals to itself.
  const command = createRequire(import.meta.url).resolve("deno/deno");
  return { command, args: ["run", "--no-prompt", "--no-remote", "--node-modules-dir=manual", ...permissions, "src/host/runtime/deno.ts"] };
}

function serveWorker(address: string, port: number, environment: Environment, output: Output): ChildTree {
  // Any free port, unless a debugger or `npm run load` wants to find it.
  const inspector = environment.INSPECTOR_PORT ?? "0";
  const state = stateFolder(environment);
  const place = ["--ip", address, "--port", String(port), "--inspector-port", inspector, "--persist-to", state];
  // In a file of its own and not among the arguments, which every user of the machine can list.
  keptMasterSecret(state);
  const secrets = ["--env-file", resolve(masterSecretFile(state))];
  // Above "error" wrangler writes a line per request itself, and passes it through another process.
  const quiet = ["--log-level", "error", "--show-interactive-dev-session=false"];
  const env = { ...environment, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  const config = ["--config", localConfig(localDatabases(state, environment))];
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  const args = [wrangler, "dev", ...config, ...place, ...quiet, ...secrets, ...varArguments(environment)];
  return startTree(process.execPath, args, env, { output });
}
