/** Webhooks to real receivers, on every host: docs/interface.md §17. Each message is verified by the published library. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { HOSTS } from "../../cli/support/serve-host.ts";
import { type Received, type WebhookReceiver, startReceiver, status } from "../../harness/webhook-receiver.ts";
import { type WebhookService, GROUP, startWebhookService } from "../../harness/webhook-service.ts";

const verified = (secret: string, { headers, body }: Received): unknown => new Webhook(secret).verify(body, headers);
const sequencesOf = (received: readonly Received[]): number[] => received.map(({ event }) => event.sequence);

describe.each(HOSTS)("webhooks (%s)", (host) => {
  let tabard: WebhookService;
  let receiver: WebhookReceiver;
  /** The group's newest event. */
  let head = 0;

  beforeAll(async () => {
    tabard = await startWebhookService(host);
  });
  afterAll(() => tabard.close());

  beforeEach(async () => {
    tabard.execute("DELETE FROM webhooks");
    receiver = await startReceiver();
    const { next } = (await (await tabard.ask("GET", `/events/${GROUP}?after=${head}&limit=200`)).json()) as { next: number };
    head = next;
    return () => receiver.close();
  });

  const commit = (count: number): void => {
    for (let at = 0; at < count; at += 1) tabard.commit({ data: { at } });
  };

  it("sends every event once, in order, each when the one before was taken, and signed", async () => {
    const { webhookId, secret } = await tabard.create(receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    receiver.answerWith((_got, outgoing) => setTimeout(() => outgoing.writeHead(200).end("ok"), 20));
    commit(12);
    const received = await receiver.until(12);
    expect(sequencesOf(received)).toEqual(Array.from({ length: 12 }, (_, at) => head + at + 1));
    for (const [at, got] of received.entries()) {
      expect(verified(secret, got)).toEqual(got.event);
      expect(got.headers["webhook-id"]).toBe(got.event.id);
      expect(got.headers["content-type"]).toBe("application/json");
      if (at > 0) expect(got.beganMs).toBeGreaterThanOrEqual(received[at - 1]?.endedMs ?? Infinity);
    }
    const feed = (await (await tabard.ask("GET", `/events/${GROUP}?after=${head}`)).json()) as { events: unknown[] };
    expect(received.map(({ event }) => event)).toEqual(feed.events);
    await expect.poll(async () => (await tabard.find(webhookId)).lag).toBe(0);
  });

  it("sends an event within seconds of its commit by another process", async () => {
    await tabard.create(receiver.url);
    const startMs = Date.now();
    commit(1);
    await receiver.until(1);
    expect(Date.now() - startMs).toBeLessThan(5_000);
  });

  it("sends what was there before, from the sequence the owner names", async () => {
    commit(3);
    await tabard.create(receiver.url, { after: head + 1 });
    expect(sequencesOf(await receiver.until(2))).toEqual([head + 2, head + 3]);
  });

  it("tries the same event again until it is taken, and nothing behind it before", async () => {
    let refusals = 2;
    receiver.answerWith((got, outgoing) => status((refusals -= 1) >= 0 ? 503 : 204)(got, outgoing));
    const { webhookId, secret } = await tabard.create(receiver.url);
    commit(2);
    await receiver.until(1);
    await expect.poll(async () => (await tabard.find(webhookId)).lastError).toBe("HTTP 503.");
    const received = await receiver.until(4, 60_000);
    expect(sequencesOf(received)).toEqual([head + 1, head + 1, head + 1, head + 2]);
    expect(new Set(received.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const got of received) verified(secret, got);
    await expect.poll(async () => (await tabard.find(webhookId)).lastError).toBe(null);
  });

  it("disables at 410, tells it as an event, loses nothing, and goes on where it stood", async () => {
    receiver.answerWith(status(410));
    const { webhookId } = await tabard.create(receiver.url, { types: ["ari.*"] });
    commit(2);
    await receiver.until(1);
    await expect.poll(async () => (await tabard.find(webhookId)).state).toBe("disabled");
    expect(await tabard.find(webhookId)).toMatchObject({ cursor: head, lastError: "HTTP 410.", disabledReason: "gone" });
    const told = (await (await tabard.ask("GET", `/events/${GROUP}?after=${head}&types=webhook.*`)).json()) as {
      events: { data: unknown }[];
    };
    expect(told.events.map(({ data }) => data)).toEqual([{ webhookId, hotelId: null, reason: "gone" }]);
    commit(1);
    receiver.answerWith(status(200));
    expect((await tabard.ask("PATCH", `/webhooks/${GROUP}/${webhookId}`, { state: "enabled" })).status).toBe(200);
    const received = await receiver.until(4);
    expect(received.slice(1).map(({ event }) => event.type)).toEqual(["ari.changed", "ari.changed", "ari.changed"]);
    expect(sequencesOf(received)).toEqual([head + 1, head + 1, head + 2, head + 4]);
  });

  it("takes a redirect for a failure, and does not follow it", async () => {
    const other = await startReceiver();
    receiver.answerWith((_got, outgoing) => void outgoing.writeHead(302, { Location: other.url }).end());
    const { webhookId } = await tabard.create(receiver.url);
    commit(1);
    await expect
      .poll(async () => (await tabard.find(webhookId)).lastError, { timeout: 10_000 })
      .toBe("HTTP 302: redirects are not followed.");
    expect(other.received).toEqual([]);
    await other.close();
  });

  it("signs with both secrets once rotated, and answers a test at once", async () => {
    const { webhookId, secret } = await tabard.create(receiver.url);
    const rotated = (await (await tabard.ask("POST", `/webhooks/${GROUP}/${webhookId}/rotate`)).json()) as { secret: string };
    expect(rotated.secret).not.toBe(secret);
    const tested = await (await tabard.ask("POST", `/webhooks/${GROUP}/${webhookId}/test`)).json();
    expect(tested).toEqual({ delivered: true, status: 204, error: null });
    const [got] = await receiver.until(1);
    expect(got?.event).toMatchObject({ type: "webhook.test", sequence: 0, data: { webhookId } });
    if (got) for (const one of [secret, rotated.secret]) verified(one, got);
    if (got) expect(() => verified("whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgbWluZQ==", got)).toThrow();
  });

  it("sends nothing to an endpoint that is disabled or gone, and all of it once it is enabled", async () => {
    const { webhookId } = await tabard.create(receiver.url);
    await tabard.ask("PATCH", `/webhooks/${GROUP}/${webhookId}`, { state: "disabled" });
    const gone = await tabard.create(receiver.url);
    expect((await tabard.ask("DELETE", `/webhooks/${GROUP}/${gone.webhookId}`)).status).toBe(204);
    commit(2);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(receiver.received).toEqual([]);
    await tabard.ask("PATCH", `/webhooks/${GROUP}/${webhookId}`, { state: "enabled", types: ["ari.changed"] });
    expect(sequencesOf(await receiver.until(2))).toEqual([head + 2, head + 3]);
  });
});
