/** A receiver of webhooks in this process, which answers as a test tells it to and remembers what it got. */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { EventJson } from "./event-json.ts";

export interface Received {
  path: string;
  headers: Record<string, string>;
  /** As it came. */
  body: string;
  event: EventJson;
  /** When it came, and when it was answered; null where it was not. */
  beganMs: number;
  endedMs: number | null;
  /** How it was answered; 0 where it was not. */
  status: number;
}

/** Answers a request, or does not. */
export type Answering = (got: Received, outgoing: ServerResponse) => void;

export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** How the next requests are answered; 204 until told. */
  answerWith(answering: Answering): void;
  /** Waits until that many requests have come. */
  until(count: number, timeoutMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

const POLL_MS = 10;

/** An answer of a status alone. */
export function status(code: number): Answering {
  return (_got, outgoing) => void outgoing.writeHead(code).end();
}

/** Starts one at a free port of the loopback address. */
export async function startReceiver(): Promise<WebhookReceiver> {
  let answering = status(204);
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then((got) => {
      received.push(got);
      outgoing.on("finish", () => {
        got.endedMs = Date.now();
        got.status = outgoing.statusCode;
      });
      answering(got, outgoing);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: (next) => (answering = next),
    until: async (count, timeoutMs = 20_000) => {
      const deadlineMs = Date.now() + timeoutMs;
      while (received.length < count) {
        if (Date.now() > deadlineMs) throw new Error(`${received.length} of ${count} webhooks came within ${timeoutMs} ms`);
        await sleep(POLL_MS);
      }
      return received;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function read(incoming: IncomingMessage): Promise<Received> {
  const beganMs = Date.now();
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const body = Buffer.concat(chunks).toString("utf8");
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { path: incoming.url ?? "", headers, body, event: JSON.parse(body) as EventJson, beganMs, endedMs: null, status: 0 };
}
