/**
 * Webhooks, whatever happens to the service, to its clock and to receivers: every event reaches each receiver, in order, and
 * none that fails holds up another. docs/interface.md §17.5.
 */
import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostName } from "../../cli/support/serve-host.ts";
import { type Received, startReceiver, status } from "../../harness/webhook-receiver.ts";
import { type WebhookService, startWebhookService } from "../../harness/webhook-service.ts";
import { startService } from "../../harness/service-process.ts";
import { postFrom } from "../../src/host/runtime/post-out.ts";
import type { Scenarios } from "./scenario.ts";

export const webhookFaults: Scenarios = {
  "webhooks: killed while they go out (node)": () => killed("node", 2),
  "webhooks: killed while they go out (worker)": () => killed("worker", 1),
  "webhooks: two processes deliver": twoDeliverers,
  "webhooks: receivers misbehave (node)": () => misbehaving("node"),
  "webhooks: receivers misbehave (worker)": () => misbehaving("worker"),
  "webhooks: a name changes its address": rebinding,
};

const TAKES_MS = 40;
/** A lease of a deliverer that was killed, and the round that finds it ended. */
const LEASE_WAIT_MS = 45_000;
const TIMEOUT_MS = 15_000;

async function withService(host: HostName, work: (tabard: WebhookService) => Promise<string>): Promise<string> {
  const tabard = await startWebhookService(host);
  try {
    return await work(tabard);
  } finally {
    await tabard.close();
  }
}

/** The events of the log in order; again only what was on its way when something was killed. */
function expectOrder(received: readonly Received[], count: number, repeatsMax: number): void {
  const sequences = received.map(({ event }) => event.sequence);
  const first = sequences.filter((sequence, at) => sequences.indexOf(sequence) === at);
  assert.deepEqual(
    first,
    Array.from({ length: count }, (_, at) => at + 1),
  );
  assert.ok(sequences.length - count <= repeatsMax, `${sequences.length - count} sent again, at most ${repeatsMax} expected`);
  for (const [at, sequence] of sequences.entries()) if (at > 0) assert.ok(sequence >= (sequences[at - 1] ?? 0), "out of order");
}

function killed(host: HostName, kills: number): Promise<string> {
  return withService(host, async (tabard) => {
    const receiver = await startReceiver();
    receiver.answerWith((_got, outgoing) => setTimeout(() => outgoing.writeHead(200).end(), TAKES_MS));
    await tabard.create(receiver.url);
    let committed = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      for (let at = 0; at < 20; at += 1) tabard.commit({});
      committed += 20;
      // Somewhere between two writes of the cursor.
      await receiver.until(committed - 20 + 3 + kill * 5, LEASE_WAIT_MS);
      await tabard.service.kill();
      tabard.commit({});
      committed += 1;
      await tabard.restart();
    }
    await untilAll(receiver.received, committed, LEASE_WAIT_MS);
    expectOrder(receiver.received, committed, kills);
    await receiver.close();
    return `${committed} events, ${kills} kills, ${receiver.received.length - committed} sent again, all in order`;
  });
}

/** Waits until that many different events have come. */
async function untilAll(received: readonly Received[], count: number, timeoutMs: number): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs;
  while (new Set(received.map(({ event }) => event.id)).size < count) {
    assert.ok(Date.now() < deadlineMs, `${received.length} of ${count} came`);
    await sleep(50);
  }
}

function twoDeliverers(): Promise<string> {
  return withService("node", async (tabard) => {
    const other = await startService("node", tabard.folder);
    const receiver = await startReceiver();
    let running = 0;
    receiver.answerWith((_got, outgoing) => {
      running += 1;
      assert.equal(running, 1, "two deliverers at once");
      setTimeout(() => {
        running -= 1;
        outgoing.writeHead(200).end();
      }, 5);
    });
    await tabard.create(receiver.url);
    const count = 150;
    for (let at = 0; at < count; at += 1) {
      tabard.commit({});
      if (at % 10 === 0) await sleep(150);
    }
    await receiver.until(count, LEASE_WAIT_MS);
    await sleep(2_500);
    expectOrder(receiver.received, count, 0);
    await other.stop();
    await receiver.close();
    return `${count} events by two processes on one database: each once, in order, never two at a time`;
  });
}

/** Receivers that do what they should not, by what their owner then reads. */
const MISBEHAVING: Readonly<Record<string, { answers: Parameters<Awaited<ReturnType<typeof startReceiver>>["answerWith"]>[0]; error: RegExp }>> = {
  "hang": { answers: () => {}, error: /^No answer within 15 s\.$/ },
  "drip": {
    answers: (_got, outgoing) => {
      const drip = setInterval(() => outgoing.socket?.write("H"), 500);
      outgoing.on("close", () => clearInterval(drip));
    },
    error: /^(?:No answer within 15 s|No connection)\.$/,
  },
  "redirect": { answers: (_got, outgoing) => void outgoing.writeHead(307, { Location: "http://127.0.0.1:9/" }).end(), error: /^HTTP 307/ },
  "hang up": { answers: (_got, outgoing) => void outgoing.socket?.destroy(), error: /^No connection\.$/ },
  "fail with megabytes": {
    answers: (_got, outgoing) => {
      outgoing.writeHead(500);
      const more = (): void => void (!outgoing.destroyed && outgoing.write(Buffer.alloc(1024 * 1024), more));
      more();
    },
    error: /^HTTP 500\.$/,
  },
}; // prettier-ignore

function misbehaving(host: HostName): Promise<string> {
  return withService(host, async (tabard) => {
    const healthy = await startReceiver();
    await tabard.create(healthy.url);
    const others = await Promise.all(
      Object.entries(MISBEHAVING).map(async ([name, { answers, error }]) => {
        const receiver = await startReceiver();
        receiver.answerWith(answers);
        return { name, error, receiver, webhookId: (await tabard.create(receiver.url)).webhookId };
      }),
    );
    tabard.commit({}, {});
    await healthy.until(2, TIMEOUT_MS * 2);
    for (const { name, error, receiver, webhookId } of others) {
      const deadlineMs = Date.now() + TIMEOUT_MS * 3;
      for (;;) {
        const { lastError, cursor } = await tabard.find(webhookId);
        assert.equal(cursor, 0, name);
        if (lastError !== null) assert.match(lastError, error, name);
        if (lastError !== null) break;
        assert.ok(Date.now() < deadlineMs, `${name}: no error is told`);
        await sleep(250);
      }
      // Better now: nothing was lost.
      receiver.answerWith(status(200));
    }
    const again = await Promise.all(others.map(({ webhookId }) => tabard.ask("PATCH", `/webhooks/g1/${webhookId}`, { state: "enabled" })));
    for (const answer of again) assert.equal(answer.status, 200);
    for (const { name, webhookId } of others) {
      const deadlineMs = Date.now() + TIMEOUT_MS * 3;
      while ((await tabard.find(webhookId)).lag > 0) {
        assert.ok(Date.now() < deadlineMs, `${name}: is still behind`);
        await sleep(100);
      }
    }
    const { rss } = process.memoryUsage();
    await Promise.all([healthy.close(), ...others.map(({ receiver }) => receiver.close())]);
    assert.ok(rss < 1024 ** 3);
    return `${others.map(({ name }) => name).join(", ")}: told to their owners, all caught up once they were well; another got its events meanwhile`;
  });
}

async function rebinding(): Promise<string> {
  const receiver = await startReceiver();
  const port = new URL(receiver.url).port;
  const asked: string[] = [];
  /** Public when the endpoint is made, and then the inside of the network. */
  const resolve = (hostname: string, _options: unknown, callback: (error: null, addresses: LookupAddress[]) => void): void => {
    asked.push(hostname);
    callback(null, [
      { address: asked.length === 1 ? "93.184.215.14" : "127.0.0.1", family: 4 },
      { address: "93.184.215.14", family: 4 },
    ]);
  };
  const send = postFrom("public", resolve as Parameters<typeof postFrom>[1]);
  // The first look-up is whoever checked the name before.
  resolve("receiver.example.com", {}, () => {});
  const outcome = await send({ url: `http://receiver.example.com:${port}/`, headers: {}, body: "{}", timeoutMs: 2_000 });
  assert.deepEqual(outcome, { error: "The name leads to an address that is not public." });
  assert.equal(asked.length, 2);
  assert.deepEqual(receiver.received, []);
  await receiver.close();
  return "a name that led to a public address when it was checked and to loopback when the connection was made: none was made";
}
