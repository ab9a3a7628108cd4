/**
 * npm start: from a fresh clone to a running service (docs/interface.md §1). Migrates the host's database, loads the demo groups
 * where it is empty, serves, says how to reach it and writes a line per request. Starting again changes nothing. `--host node` and `--host deno`,
 * which are npm run start:node and start:deno, serve without workerd. package.json starts it with `exec`: npm passes signals
 * to its own child alone, and a shell in between would keep them to itself.
 */
import { once } from "node:events";
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { seedDemo } from "./demo/seed-demo.ts";
import { welcome } from "./demo/welcome.ts";
import type { ChildTree, Environment } from "./support/child-tree.ts";
import { openTarget, stateFolder } from "./support/database.ts";
import { startLocalCron } from "./support/local-cron.ts";
import { relayOutput } from "./support/request-lines.ts";
import { type HostName, readHost, serveHost } from "./support/serve-host.ts";
import { UserError, WrongCall, runCommand } from "./support/user-error.ts";

const HELP = `npm start [-- OPTIONS]
    Migrates the local database, loads the demo groups into an empty one and serves, on workerd as Cloudflare runs it.
    Each request is a line: method, route, status, milliseconds to the first byte, request id.

npm run start:node, npm run start:deno
    The same on Node or Deno, without workerd, on one SQLite file (docs/hosts.md).

Options
    --quiet   no line per request; REQUEST_LOG=off does the same
    --help    this text

Environment
    PORT            where to listen, on 127.0.0.1 (8787)
    TABARD_STATE    the folder of all local state (.wrangler/state)
    SHARDS          how many databases (docs/growing.md)
    SOAP_NAMESPACE, RATE_LIMITS, REQUEST_LOG, DEMO_TOKENS, WEBHOOK_TARGETS
                    override wrangler.toml's [vars] (docs/interface.md, clause 1.1.4)

Ctrl-C stops it; nothing is lost.
`;

const ADDRESS = "127.0.0.1";
const DEFAULT_PORT = 8787;
const PORT_MAX = 65_535;
/** Longer than the slowest machine needs; a service that takes this long will not come. */
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 100;
/** How soon the end of npm is noticed. */
const PARENT_POLL_MS = 200;

// Whoever reads the output may go away, `npm start | head` for one; the service stays.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
await runCommand(start);

async function start(): Promise<void> {
  const options = { host: { type: "string" }, quiet: { type: "boolean" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const host = readHost(values.host);
  const port = readPort(process.env.PORT);
  const { REQUEST_LOG: asked }: Environment = process.env;
  const requestLog = values.quiet || asked === "off" ? "off" : "on";
  await assertFree(port);
  say("Preparing the database …");
  await prepareDatabase(host);
  const environment = { ...process.env, REQUEST_LOG: requestLog === "on" && host === "worker" ? "gathered" : requestLog };
  const tree = serveHost(host, ADDRESS, port, environment, requestLog === "on" ? "pipe" : "inherit");
  const output = relayOutput(host, tree.child);
  const stopping = stopOnSignal(tree);
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(tree);
  const ended = once(tree.child, "exit") as Promise<[number | null]>;
  const url = `http://${ADDRESS}:${port}`;
  if (await isReady(url, ended)) say(welcome(url, stateFolder()));
  output.begin();
  const stopCron = host === "worker" ? startLocalCron(() => url) : () => {};
  const [status] = await ended;
  stopCron();
  await tree.stop();
  if (!stopping.requested) process.exitCode = status ?? 1;
}

function readPort(text: string | undefined): number {
  const port = text === undefined || text === "" ? DEFAULT_PORT : Number(text);
  if (Number.isInteger(port) && port > 0 && port <= PORT_MAX) return port;
  throw new WrongCall(`PORT is "${text}"; it must be a number from 1 to ${PORT_MAX}`);
}

async function assertFree(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, ADDRESS);
  try {
    await once(server, "listening");
  } catch {
    throw new UserError(`port ${port} is not free; choose another: PORT=${port === PORT_MAX ? DEFAULT_PORT : port + 1} npm start`);
  }
  server.close();
  await once(server, "close");
}

async function prepareDatabase(host: HostName): Promise<void> {
  const db = openTarget({ host });
  try {
    const seeded = await seedDemo(db, Date.now());
    if (seeded) say("Loaded the demo groups.");
  } finally {
    db.close();
  }
}

function stopOnSignal(tree: ChildTree): { requested: boolean } {
  const state = { requested: false };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      state.requested = true;
      void tree.stop();
    });
  }
  return state;
}

/** npm that is killed says no word to its child. Run by npm only: a shell may leave its children behind on purpose. */
function stopWithParent(tree: ChildTree): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    void tree.stop();
  }, PARENT_POLL_MS);
  poll.unref();
}

/** Whether the service answers; false where it ended before it did. */
async function isReady(url: string, ended: Promise<unknown>): Promise<boolean> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  const over = ended.then(() => "ended" as const);
  while (Date.now() < deadlineMs) {
    const answer = await Promise.race([over, fetch(`${url}/health`).catch(() => null)]);
    if (answer === "ended") return false;
    if (answer?.ok) return true;
    await sleep(READY_POLL_MS);
  }
  say(`The service does not answer at ${url}/health yet.`);
  return false;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
