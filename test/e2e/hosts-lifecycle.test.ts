/**
 * How the Node and Deno hosts end and fail: SIGTERM lets what runs finish and closes the database, a client that goes away
 * ends its export, a stream that fails breaks off, another process's lock is answered as D1 answers it.
 */
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { seedDemo } from "../../cli/demo/seed-demo.ts";
import { openTarget } from "../../cli/support/database.ts";
import { KEEP_ALIVE_TIMEOUT_MS } from "../../src/host/runtime/limits.ts";
import { StreamedResponse } from "../../src/host/runtime/streamed-response.ts";
import { call, day, exportOf, operatorSession, post, postXml, textOf } from "../../harness/calls.ts";
import { type ServiceProcess, databaseFile, startService, stopServices } from "../../harness/service-process.ts";

const LEDGER = ["2000-01-01T00:00:00", "2999-12-31T00:00:00"] as const;
const folder = mkdtempSync(join(tmpdir(), "tabard-lifecycle-"));

beforeAll(async () => {
  process.env.TABARD_STATE = folder;
  const db = openTarget({ host: "node" });
  await seedDemo(db, Date.now());
  db.close();
});

afterAll(async () => {
  await stopServices();
  rmSync(folder, { recursive: true, force: true });
});

// Deno and Node take turns on one file: what the one wrote, the other reads.
describe.each(["node", "deno"] as const)("the %s host", (host) => {
  it("lets a running export finish after SIGTERM, takes nothing new, and leaves one clean file", async () => {
    const service = await startService(host, folder);
    const session = await operatorSession(service.url);
    const answer = await postXml(service.url, exportOf(session, ...LEDGER));
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    const stopped = service.stop();
    let text = new TextDecoder().decode(first?.value);
    const decoder = new TextDecoder();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) text = decoder.decode(chunk.value);
    expect(text).toMatch(/<\/cim_FinancialExportReportV2Response>\s*$/);
    expect(await stopped).toBe(0);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow("fetch failed");
    expect(existsSync(`${databaseFile(host, folder)}-wal`)).toBe(false);
  });

  it("answers 400 to a Host that names no host, on every path", async () => {
    const service = await startService(host, folder);
    const port = Number(new URL(service.url).port);
    const statusOf = async (path: string, name: string): Promise<string> => {
      const socket = connect(port, "127.0.0.1");
      socket.end(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
      let answer = "";
      for await (const chunk of socket) answer += String(chunk);
      return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
    };
    for (const path of ["/health", "/openapi.json", "/soap?wsdl", "/availabilities/demo"]) {
      for (const name of ["a b", "[::", "%zz", "x/y", "a?b", "a@b"])
        expect([path, name, await statusOf(path, name)]).toEqual([path, name, "400"]);
      expect(await statusOf(path, `127.0.0.1:${port}`)).not.toBe("400");
    }
    expect(await service.stop()).toBe(0);
  });

  it("does not wait for connections that were opened ahead of any request", async () => {
    const service = await startService(host, folder);
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    await once(socket, "connect");
    // Node ends it, Deno resets it.
    socket.on("error", () => {});
    const closed = new Promise((resolve) => socket.on("close", resolve));
    expect(await service.stop()).toBe(0);
    await closed;
  });

  it("goes on serving when clients leave in the middle of their exports", async () => {
    const service = await startService(host, folder);
    const session = await operatorSession(service.url);
    for (let times = 0; times < 6; times += 1) {
      const abort = new AbortController();
      const body = new TextEncoder().encode(exportOf(session, ...LEDGER));
      const answer = await fetch(`${service.url}/soap`, {
        method: "POST",
        body,
        signal: abort.signal,
        headers: { "Content-Type": "text/xml" },
      });
      await answer.body?.getReader().read();
      abort.abort();
    }
    // A session may not run many exports at once: that this one may shows that the others have ended.
    const after = await postXml(service.url, exportOf(session, `${day(-3)}T00:00:00`, LEDGER[1]));
    expect(textOf(await after.text(), "ExceptionCode")).toBe("0");
    expect(await service.stop()).toBe(0);
  });

  it("answers 503 and code 90500 while another process does not let go of the database, and then goes on", async () => {
    const service = await startService(host, folder);
    const other = new DatabaseSync(databaseFile(host, folder));
    other.exec("BEGIN IMMEDIATE");
    const credentials = { email: "guest@demo.test", password: "demo-password" };
    const [session, health, logIn] = await Promise.all([
      post(service.url, "/sessions/demo", credentials, {}, ""),
      call(service.url, "/health"),
      operatorSession(service.url),
    ]);
    expect([session.status, session.headers.get("Retry-After"), logIn]).toEqual([503, "1", ""]);
    expect(await session.json()).toMatchObject({ code: "overloaded" });
    expect([health.status, await health.json()]).toEqual([200, { status: "ok", version: manifest.version }]);
    other.exec("ROLLBACK");
    other.close();
    const again = await post(service.url, "/sessions/demo", credentials, {}, "");
    expect([again.status, await again.json()]).toMatchObject([200, { sessionId: expect.any(String) as string }]);
    expect(await service.stop()).toBe(0);
  });

  it("counts requests per token while RATE_LIMITS is on, by its own clock", async () => {
    const service = await startService(host, folder, { RATE_LIMITS: "on" });
    const statuses = new Set<number>();
    // The bucket fills while it is emptied: how many requests it takes depends on their speed.
    const client = async () => {
      while (!statuses.has(429)) {
        const answer = await call(service.url, "/hotels/rival", {}, "rival-key");
        await answer.text();
        statuses.add(answer.status);
        if (answer.status === 429) expect(answer.headers.get("Retry-After")).toBe("60");
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    expect(statuses).toEqual(new Set([200, 429]));
    const other = await call(service.url, "/hotels/demo");
    await other.text();
    expect(other.status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});

describe("a stream that fails under Node", () => {
  /** What a client gets of a body that fails after so many chunks, the server's own words among it. */
  async function received(chunks: number): Promise<{ body: string; complete: boolean }> {
    let sent = 0;
    const failing = () =>
      new ReadableStream({
        pull: (controller) => {
          if (sent++ < chunks) controller.enqueue(new Uint8Array(256 * 1024).fill(120));
          else controller.error(new Error("a secret of the database"));
        },
      });
    const listener = getRequestListener(() => new Response(failing(), { headers: { "Content-Type": "text/xml" } }));
    const server = createServer({ ServerResponse: StreamedResponse }, (incoming, outgoing) => void listener(incoming, outgoing));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
    const parts: string[] = [];
    const complete = await new Promise<boolean>((resolve) => {
      request.on("error", () => resolve(false));
      request.on("response", (response) => {
        response.setEncoding("utf8");
        response.on("data", (part: string) => parts.push(part));
        response.on("close", () => resolve(response.complete));
        response.on("error", () => resolve(false));
      });
    });
    server.close();
    return { body: parts.join(""), complete };
  }

  it.each([0, 1, 2, 5, 40])("breaks off after %i chunks, and says nothing of the fault", async (chunks) => {
    const { body, complete } = await received(chunks);
    expect(complete).toBe(false);
    expect(body).toMatch(/^x*$/);
  });
});

describe.each(["node", "deno"] as const)("connections to the %s host", (host) => {
  let service: ServiceProcess;
  const folder = mkdtempSync(join(tmpdir(), "tabard-connections-"));

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    service = await startService(host, folder);
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  /** What comes back for some bytes, until the host closes; and how long that took. */
  async function exchange(bytes: string): Promise<{ text: string; ms: number }> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const startedMs = performance.now();
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.write(bytes);
    await once(socket, "close");
    return { text, ms: performance.now() - startedMs };
  }

  it("end where they idle behind an answer", async () => {
    const { text, ms } = await exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(ms).toBeGreaterThan(KEEP_ALIVE_TIMEOUT_MS - 1_000);
    expect(ms).toBeLessThan(KEEP_ALIVE_TIMEOUT_MS + 10_000);
  });

  it.each(["a b", "[", "a/b", "::", "", "\u00ff"])("are not broken by a Host that is %j", async (name) => {
    const { text } = await exchange(`GET /health HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 (?:200|400)/);
  });

  it("leave the state folder to its owner alone", () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
