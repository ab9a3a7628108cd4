/** Tabard on Node: `node src/host/runtime/node.ts`. Settings in settings.ts; one line on standard output once it listens. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { drainable } from "./drain-server.ts";
import { DRAIN_TIMEOUT_MS } from "./limits.ts";
import { openHost } from "./platform.ts";
import { projectPath } from "./project.ts";
import { readSettings } from "./settings.ts";
import { StreamedResponse } from "./streamed-response.ts";

const settings = readSettings(readFileSync(projectPath("wrangler.toml"), "utf8"), process.env);
const host = openHost(settings);
const listener = getRequestListener((request, { incoming }) =>
  host.fetch(request, { address: incoming.socket.remoteAddress ?? "unknown" }),
);
const server = createServer({ ServerResponse: StreamedResponse }, (incoming, outgoing) => void listener(incoming, outgoing));
const drain = drainable(server);

server.listen(settings.port, settings.hostname, () => {
  const { address, port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ event: "listening", host: "node", address, port }));
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());

async function end(): Promise<void> {
  host.endWaiting();
  await drain(DRAIN_TIMEOUT_MS);
  await host.close();
}
