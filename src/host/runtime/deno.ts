/** Tabard on Deno: `deno run … src/host/runtime/deno.ts`, permissions in docs/hosts.md. Settings in settings.ts. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { isWellAddressed } from "./client-request.ts";
import { DRAIN_TIMEOUT_MS } from "./limits.ts";
import { openHost } from "./platform.ts";
import { projectPath } from "./project.ts";
import { readSettings } from "./settings.ts";

/** What is used of Deno, and no more. */
declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen(address: { hostname: string; port: number }): void },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Response | Promise<Response>,
  ): { shutdown(): Promise<void> };
  addSignalListener(signal: "SIGTERM" | "SIGINT", listener: () => void): void;
  exit(status: number): never;
};

const settings = readSettings(readFileSync(projectPath("wrangler.toml"), "utf8"), process.env);
const host = openHost(settings);
const server = Deno.serve(
  {
    port: settings.port,
    hostname: settings.hostname,
    onListen: ({ hostname, port }) => console.log(JSON.stringify({ event: "listening", host: "deno", address: hostname, port })),
  },
  (request, { remoteAddr }) =>
    isWellAddressed(request) ? host.fetch(request, { address: remoteAddr.hostname }) : new Response(null, { status: 400 }),
);
for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void drain());

async function drain(): Promise<void> {
  host.endWaiting();
  let late: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => (late = setTimeout(resolve, DRAIN_TIMEOUT_MS)));
  await Promise.race([server.shutdown(), timeout]);
  clearTimeout(late);
  await host.close();
  Deno.exit(0);
}
