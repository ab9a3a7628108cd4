/**
 * The HTTP server of Node and Deno, one for both: connections that idle, send their headers slowly or name an impossible Host end
 * alike. One line on standard output once it listens.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { getRequestListener } from "@hono/node-server";
import { drainable } from "./drain-server.ts";
import { DRAIN_TIMEOUT_MS, HEADERS_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./limits.ts";
import { openHost } from "./platform.ts";
import { projectPath } from "./project.ts";
import { readSettings } from "./settings.ts";
import { StreamedResponse } from "./streamed-response.ts";

/** Serves until SIGTERM or SIGINT; then answers what is under way and ends. `hostName` is for the line. */
export function serveHttp(hostName: "node" | "deno"): void {
  const settings = readSettings(readFileSync(projectPath("wrangler.toml"), "utf8"), process.env);
  const host = openHost(settings);
  const listener = getRequestListener((request, { incoming }) =>
    host.fetch(request, { address: incoming.socket.remoteAddress ?? "unknown" }),
  );
  const server = createServer({ ServerResponse: StreamedResponse }, (incoming, outgoing) => void listener(incoming, outgoing));
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  const drain = drainable(server);
  server.listen(settings.port, settings.hostname, () => {
    const { address, port } = server.address() as AddressInfo;
    console.log(JSON.stringify({ event: "listening", host: hostName, address, port }));
  });
  const end = async (): Promise<void> => {
    host.endWaiting();
    await drain(DRAIN_TIMEOUT_MS);
    await host.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
}
