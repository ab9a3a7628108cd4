/** The load of the benchmarks, against servers that keep connections and servers that do not. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { requestBytes, runLoad } from "../../bench/support/load.ts";

const ENOUGH = 20;

for (const connection of ["keep-alive", "close"]) {
  it(`goes on until its time is over where the server says Connection: ${connection}`, async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { Connection: connection, "Content-Length": 2 }).end("ok");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const request = requestBytes(url, { method: "GET", path: "/", headers: {} });
    const load = { url, request: () => request, connections: 2, durationMs: 20, statuses: [200] };
    let result = await runLoad(load);
    // A busy machine may have had no time for more than a few.
    for (let requests = result.requests; requests < ENOUGH; requests += result.requests) result = await runLoad(load);
    server.close();
    server.closeAllConnections();
    expect(result.statuses).toEqual({ 200: result.requests });
    expect(result.bytes).toBe(2 * result.requests);
  });
}
