/** npm run admin -- webhook: docs/interface.md §17.4.8. Against the Node host's database, beside the service that serves it. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type WebhookReceiver, startReceiver, status } from "../../harness/webhook-receiver.ts";
import { type WebhookService, GROUP, startWebhookService } from "../../harness/webhook-service.ts";

let tabard: WebhookService;
let receiver: WebhookReceiver;
let webhookId = "";

beforeAll(async () => {
  tabard = await startWebhookService("node");
  receiver = await startReceiver();
});
afterAll(async () => {
  await tabard.close();
  await receiver.close();
});

function admin(...args: string[]): { status: number | null; out: string; err: string } {
  const env = { ...process.env, TABARD_STATE: tabard.folder };
  const done = spawnSync(process.execPath, ["cli/admin.ts", "webhook", ...args, "--host", "node"], { env, encoding: "utf8" });
  return { status: done.status, out: done.stdout.trimEnd(), err: done.stderr };
}

describe("admin webhook", () => {
  it("lists what there is, how far behind and why", async () => {
    expect(admin("list", "--group", GROUP).out).toBe(`group "${GROUP}" has no webhooks`);
    receiver.answerWith(status(503));
    ({ webhookId } = await tabard.create(receiver.url));
    tabard.commit({}, {});
    await expect.poll(async () => (await tabard.find(webhookId)).failures, { timeout: 10_000 }).toBeGreaterThan(0);
    const line = `${webhookId}  enabled  event 0  lag 2  *  ${receiver.url}  last error: HTTP 503.`;
    expect(admin("list", "--group", GROUP)).toEqual({ status: 0, out: line, err: "" });
  });

  it("disables and resumes: the running service sends nothing, then all of it", async () => {
    expect(admin("disable", "--id", webhookId).out).toContain(`webhook ${webhookId} is disabled, at event 0`);
    expect(admin("disable", "--id", webhookId).status).toBe(0);
    expect(admin("list", "--group", GROUP).out).toContain("disabled (asked)");
    receiver.answerWith(status(204));
    const before = receiver.received.length;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(receiver.received).toHaveLength(before);
    expect(admin("resume", "--id", webhookId).out).toBe(`webhook ${webhookId} goes on behind event 0; events it has to catch up with: 3`);
    const received = await receiver.until(before + 3);
    expect(received.slice(before).map(({ event }) => event.type)).toEqual(["ari.changed", "ari.changed", "webhook.disabled"]);
  });

  it("names what there is not", () => {
    const unknown = admin("resume", "--id", "wh_none");
    expect(unknown.status).toBe(1);
    expect(unknown.err).toMatch(/^there is no webhook "wh_none"[^\n]*; webhook list --group G shows a group's\n$/);
    expect(admin("list", "--group", "nowhere").status).toBe(1);
  });
});
