/** The receivers among the examples, run as their readers run them: each verifies what Tabard sends, and nothing else. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../harness/free-port.ts";
import { type WebhookService, GROUP, startWebhookService } from "../../harness/webhook-service.ts";

const has = (command: string): boolean => spawnSync(command, ["--version"]).status === 0;

/** By language: how it is started, given its port and secret. */
const RECEIVERS: Readonly<Record<string, { command: string; start: (port: number, secret: string) => ChildProcess }>> = {
  TypeScript: {
    command: process.execPath,
    start: (port, secret) => spawn(process.execPath, ["examples/typescript/receive-webhooks.ts", String(port), secret]),
  },
  Python: {
    command: "python3",
    start: (port, secret) => spawn("python3", ["examples/python/receive_webhooks.py", String(port), secret]),
  },
  PHP: {
    command: "php",
    start: (port, secret) =>
      spawn("php", ["-S", `127.0.0.1:${port}`, "examples/php/receive-webhooks.php"], { env: { ...process.env, TABARD_SECRET: secret } }),
  },
};

let tabard: WebhookService;
let child: ChildProcess | null = null;

beforeAll(async () => {
  tabard = await startWebhookService("node");
});
afterAll(() => tabard.close());
afterEach(() => {
  child?.kill("SIGKILL");
  child = null;
});

async function untilListening(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url, { method: "POST", body: "{}" }).catch(() => null);
    if (answer) return;
    if (tries > 200) throw new Error(`nothing listens at ${url}`);
    await sleep(50);
  }
}

describe("a receiver in", () => {
  it.each(Object.keys(RECEIVERS).filter((language) => has(RECEIVERS[language]?.command ?? "")))("%s", async (language) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { webhookId, secret } = await tabard.create(url);
    let said = "";
    child = RECEIVERS[language]?.start(port, secret) ?? null;
    for (const stream of [child?.stdout, child?.stderr]) stream?.on("data", (chunk: Uint8Array) => (said += Buffer.from(chunk).toString()));
    await untilListening(url);

    tabard.commit({ type: "booking.cancelled", subject: "/reservations/g1/a" }, { type: "document.posted", subject: "/documents/g1/7" });
    const lines = (): string[] => said.split("\n").filter((line) => /^\d+ [a-z]+\.[a-z]+ \//.test(line));
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(2);
    expect(lines()[0]).toMatch(/^\d+ booking\.cancelled \/reservations\/g1\/a$/);
    await expect.poll(async () => (await tabard.find(webhookId)).lag).toBe(0);

    // Rotated: both signatures come, and the receiver knows the old secret alone.
    await tabard.ask("POST", `/webhooks/${GROUP}/${webhookId}/rotate`);
    const tested = await tabard.ask("POST", `/webhooks/${GROUP}/${webhookId}/test`);
    expect(await tested.json()).toMatchObject({ delivered: true });

    const body = '{"id":"evt_forged","sequence":9,"type":"booking.cancelled","subject":"/forged"}';
    const send = async (key: string, at: Date): Promise<number> => {
      const headers = {
        "webhook-id": "evt_forged",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(key).sign("evt_forged", at, body),
      };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    expect(await send("whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgbWluZQ==", new Date())).toBe(401);
    expect(await send(secret, new Date(Date.now() - 3_600_000))).toBe(401);
    expect([await send(secret, new Date()), await send(secret, new Date())]).toEqual([204, 204]);
    expect(lines().filter((line) => line.includes("/forged"))).toHaveLength(1);
    await tabard.ask("DELETE", `/webhooks/${GROUP}/${webhookId}`);
  });
});
