/** POSTs to other people's servers from Node: what is read of an answer, and where the connection may lead (docs/interface.md §17.6.2). */
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import { type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postFrom } from "../../src/host/runtime/post-out.ts";

let server: Server;
let port = 0;
let connections = 0;
const sockets = new Set<Socket>();
let written = 0;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    incoming.resume();
    if (incoming.url === "/hang") return;
    if (incoming.url === "/drip") {
      // A byte of header now and then: never a status.
      const drip = setInterval(() => incoming.socket.write("X"), 20);
      incoming.socket.on("close", () => clearInterval(drip));
      return;
    }
    if (incoming.url === "/megabytes") {
      outgoing.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024);
      const more = (): void => {
        while (!outgoing.destroyed && written < 1024 ** 3) {
          written += chunk.length;
          if (!outgoing.write(chunk)) return void outgoing.once("drain", more);
        }
      };
      return more();
    }
    outgoing.writeHead(Number(incoming.url?.slice(1)), { Location: "/200" }).end("ok");
  });
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (targets: "public" | "any", url: string, timeoutMs = 5_000) =>
  postFrom(targets)({ url, headers: { "X-Test": "1" }, body: "{}", timeoutMs });
const here = (path: string): string => `http://127.0.0.1:${port}${path}`;

it.each([200, 204, 302, 410, 503])("gives the status %i, and follows nothing", async (status) => {
  expect(await post("any", here(`/${status}`))).toEqual({ status });
});

it("says in words that there was no answer", async () => {
  const startMs = Date.now();
  expect(await post("any", here("/hang"), 200)).toEqual({ error: "No answer within 0.2 s." });
  expect(await post("any", here("/drip"), 200)).not.toHaveProperty("status");
  expect(Date.now() - startMs).toBeLessThan(2_000);
  expect(await post("any", "http://127.0.0.1:1/")).toEqual({ error: "No connection." });
  expect(await post("any", "http://no-such-name.invalid/")).toEqual({ error: "No connection." });
});

it("takes the status of megabytes and reads no more of them", async () => {
  expect(await post("any", here("/megabytes"))).toEqual({ status: 200 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(written).toBeLessThan(16 * 1024 ** 2);
});

it("uses a connection again, and opens another where the receiver has closed it meanwhile", async () => {
  const send = postFrom("any");
  const message = { url: here("/200"), headers: {}, body: "{}", timeoutMs: 5_000 };
  await send(message);
  const before = connections;
  for (let times = 0; times < 5; times += 1) expect(await send(message)).toEqual({ status: 200 });
  expect(connections).toBe(before);
  for (const socket of sockets) socket.destroy();
  expect(await send(message)).toEqual({ status: 200 });
});

it.each(["http://127.0.0.1", "http://localhost", "http://[::1]"])(
  "connects to no private address where targets are public: %s",
  async (origin) => {
    const before = connections;
    expect(await post("public", `${origin}:${port}/200`)).toEqual({ error: "The name leads to an address that is not public." });
    expect(connections).toBe(before);
  },
);
