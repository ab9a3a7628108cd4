/**
 * A load of requests over connections, kept alive where the server will, each with one request under way. Written on sockets,
 * so the client is not a bottleneck.
 */
import { type Socket, connect } from "node:net";
import { ResponseReader } from "./response-reader.ts";
import { median, quantile } from "../../cli/support/statistics.ts";

export interface RequestShape {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Load {
  url: URL;
  /** The n-th request, from 0. */
  request: (index: number) => Buffer;
  connections: number;
  durationMs: number;
  /** Statuses that count as answers; any other is an error of the benchmark. */
  statuses: readonly number[];
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Median until the first byte of the answer. */
  firstByteMs: number;
  bytes: number;
  statuses: Record<number, number>;
}

/** A request as it goes over the wire. */
export function requestBytes(url: URL, { method, path, headers, body }: RequestShape): Buffer {
  const all = { Host: url.host, ...headers, ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}

/** Runs the load for its time. Throws on a status that was not expected and on a broken connection. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const run = { next: 0, latencies: [] as number[], firstBytes: [] as number[], bytes: 0, statuses: {} as Record<number, number> };
  const startedMs = performance.now();
  const untilMs = startedMs + load.durationMs;
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load, run, untilMs)));
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    requests: run.latencies.length,
    perSecond: run.latencies.length / seconds,
    p50Ms: median(run.latencies),
    p99Ms: quantile(run.latencies, 0.99),
    firstByteMs: median(run.firstBytes),
    bytes: run.bytes,
    statuses: run.statuses,
  };
}

interface Run {
  next: number;
  latencies: number[];
  firstBytes: number[];
  bytes: number;
  statuses: Record<number, number>;
}

/** Sends one request after another until the time is over; over one connection, or as many as the server wants. */
async function runConnection(load: Load, run: Run, untilMs: number): Promise<void> {
  while (await useConnection(load, run, untilMs)) {
    // The server closed it behind an answer, and there is time left.
  }
}

/** One connection; true where the server ended it with time left. Connecting is part of its first request. */
function useConnection(load: Load, run: Run, untilMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let sentMs = performance.now();
    const socket: Socket = connect(Number(load.url.port), load.url.hostname);
    const reader = new ResponseReader();
    let answering = false;
    const send = (): void => {
      socket.write(load.request(run.next));
      run.next += 1;
    };
    socket.setNoDelay(true);
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${load.url.host} closed the connection`)));
    socket.on("data", (chunk) => {
      const nowMs = performance.now();
      if (!answering) run.firstBytes.push(nowMs - sentMs);
      answering = !reader.push(chunk);
      if (answering) return;
      run.latencies.push(nowMs - sentMs);
      run.bytes += reader.bodyBytes;
      run.statuses[reader.status] = (run.statuses[reader.status] ?? 0) + 1;
      const isTimeLeft = nowMs < untilMs;
      if (!load.statuses.includes(reader.status)) reject(new Error(`${load.url.host} answered ${reader.status}`));
      else if (isTimeLeft && !reader.closes) {
        sentMs = performance.now();
        return send();
      } else resolve(isTimeLeft);
      socket.removeAllListeners("close");
      socket.destroy();
    });
  });
}
