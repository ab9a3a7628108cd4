/** The feed over real connections, on every host: docs/interface.md §17.2 and §17.3. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS } from "../../cli/support/serve-host.ts";
import { type WebhookService, EVENTS_KEY, GROUP, startWebhookService } from "../../harness/webhook-service.ts";

/** A stream's text, as it comes; null once it has ended. */
async function openStream(url: string): Promise<{ read: () => Promise<string | null>; close: () => Promise<void> }> {
  const headers = { Authorization: `Bearer ${EVENTS_KEY}`, Accept: "text/event-stream" };
  const answer = await fetch(`${url}/events/${GROUP}`, { headers });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  return {
    read: async () => {
      const { done, value } = await reader.read();
      return done ? null : value;
    },
    close: () => reader.cancel(),
  };
}

describe.each(HOSTS)("the feed (%s)", (host) => {
  let tabard: WebhookService;
  beforeAll(async () => {
    tabard = await startWebhookService(host, { cron: false });
  });
  afterAll(() => tabard.close());

  it("answers a waiting reader within seconds of a commit by another process", async () => {
    const startMs = Date.now();
    const waiting = tabard.ask("GET", `/events/${GROUP}?wait=20`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    tabard.commit({});
    expect(await (await waiting).json()).toMatchObject({ events: [{ sequence: 1 }], next: 1 });
    expect(Date.now() - startMs).toBeLessThan(5_000);
  });

  it("streams what is there at once, and what comes as it comes", async () => {
    const stream = await openStream(tabard.service.url);
    let text = "";
    const until = async (wanted: string): Promise<void> => {
      while (!text.includes(wanted)) text += (await stream.read()) ?? "END";
    };
    await until("id: 1\nevent: ari.changed\ndata: {");
    const startMs = Date.now();
    tabard.commit({});
    await until("id: 2\n");
    expect(Date.now() - startMs).toBeLessThan(5_000);
    await stream.close();
  });

  it("keeps no host from ending: streams end, waiting readers are answered", async () => {
    const stream = await openStream(tabard.service.url);
    await stream.read();
    const waiting = tabard.ask("GET", `/events/${GROUP}?after=2&wait=20`).then(
      (answer) => answer.text(),
      () => "broken off",
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const startMs = Date.now();
    await tabard.service.stop();
    expect(Date.now() - startMs).toBeLessThan(10_000);
    // wrangler dev ends workerd itself, with all its connections.
    if (host !== "worker") expect(JSON.parse(await waiting)).toEqual({ events: [], next: 2 });
  });
});
