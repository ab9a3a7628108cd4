/** Deliveries: one deliverer at a time, in order, at least once, whatever else happens (docs/interface.md §17). */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverDue } from "../../src/events/deliver-webhooks.ts";
import { WEBHOOK_FAILURES_MIN, WEBHOOK_LEASE_MS, WEBHOOK_LEASE_MS_MAX, WEBHOOK_RETRY_MS_MAX } from "../../src/events/limits.ts";
import type { Platform } from "../../src/host/context.ts";
import type { OutgoingPost, PostOutcome } from "../../src/host/outgoing.ts";
import { requestContext } from "../../src/host/request-context.ts";
import type { EventJson } from "../../harness/event-json.ts";
import { commit, newEvent } from "../support/feed.ts";
import { ask, insertGroups, insertToken, platform } from "../support/in-worker.ts";

let groups = 0;
let g = "";
let clock: { nowMs: number };
/** What receivers got, in order of arrival. */
let got: EventJson[];
let running: number;
let mostRunning: number;
/** How the receiver answers; a test may exchange it. */
let receive: (event: EventJson, url: string) => Promise<PostOutcome> | PostOutcome;

beforeAll(() => insertGroups(...Array.from({ length: 20 }, (_, at) => `sent-${at}`)));

beforeEach(async () => {
  // Every failure is logged.
  vi.spyOn(console, "log").mockImplementation(() => {});
  await env.DB.prepare("DELETE FROM webhooks").run();
  g = `sent-${groups++}`;
  clock = { nowMs: Date.now() };
  [got, running, mostRunning] = [[], 0, 0];
  receive = () => ({ status: 204 });
  await insertToken(`${g}-key`, g, { scopes: ["events"] });
});

async function post({ url, body }: OutgoingPost): Promise<PostOutcome> {
  const event = JSON.parse(body) as EventJson;
  running += 1;
  mostRunning = Math.max(mostRunning, running);
  got.push(event);
  try {
    return await receive(event, url);
  } finally {
    running -= 1;
  }
}

/** An isolate of its own on the same database. */
const isolate = (offsetMs = 0): Platform =>
  platform({
    now: () => clock.nowMs + offsetMs,
    webhooks: { masterSecret: "a secret for tests that is long enough", targets: "any", post },
  });

/** One round of the cron. */
const round = (host = isolate()): Promise<number> => deliverDue(requestContext(host, { waitUntil: () => {} }));

async function create(types = ["*"], url = "http://receiver.test/"): Promise<string> {
  const init = { method: "POST", headers: { Authorization: `Bearer ${g}-key` }, body: JSON.stringify({ url, types }) };
  return (await (await ask(isolate(), `/webhooks/${g}`, init)).json<{ webhookId: string }>()).webhookId;
}

const rowOf = (id: string) =>
  env.DB.prepare("SELECT * FROM webhooks WHERE webhook_id = ?1").bind(id).first<Record<string, string | number | null>>();
const sequences = (): number[] => got.map(({ sequence }) => sequence);

describe("two isolates", () => {
  it("never deliver to one endpoint at once, and send each event once and in order", async () => {
    await create();
    receive = async () => {
      await scheduler.wait(3);
      return { status: 200 };
    };
    for (let at = 0; at < 10; at += 1) {
      await commit(g, newEvent(), newEvent(), newEvent());
      await Promise.all([round(), round(), round()]);
    }
    while (await round());
    expect(sequences()).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(mostRunning).toBe(1);
  });

  it("leave no event behind that is committed while the last one is on its way", async () => {
    await create();
    await commit(g, newEvent());
    receive = async ({ sequence }) => {
      // The other isolate finds the endpoint taken, and leaves the event to whoever has it.
      if (sequence < 5) {
        await commit(g, newEvent());
        await round();
      }
      return { status: 200 };
    };
    await round();
    expect(sequences()).toEqual([1, 2, 3, 4, 5]);
  });

  it("take over from one that died, when its lease has ended", async () => {
    const id = await create();
    await commit(g, newEvent(), newEvent());
    receive = () => new Promise(() => {});
    void round();
    await expect.poll(() => got.length).toBe(1);
    receive = () => ({ status: 200 });
    await round();
    expect(sequences()).toEqual([1]);
    clock.nowMs += WEBHOOK_LEASE_MS;
    await round();
    expect(sequences()).toEqual([1, 1, 2]);
    expect(await rowOf(id)).toMatchObject({ cursor: 2, lease: null });
  });

  it("whose clocks differ by seconds keep to the lease; one that was set back by hours does not wait for it", async () => {
    await create();
    await commit(g, newEvent());
    let release = (): void => {};
    receive = () => new Promise((resolve) => (release = () => resolve({ status: 200 })));
    const first = round(isolate(5_000));
    await expect.poll(() => got.length).toBe(1);
    await round(isolate(-5_000));
    expect(got).toHaveLength(1);
    receive = () => ({ status: 200 });
    await round(isolate(-WEBHOOK_LEASE_MS_MAX - 5_000));
    expect(sequences()).toEqual([1, 1]);
    release();
    await first;
  });
});

describe("an endpoint that fails", () => {
  it("is tried again later and later, and goes on with the same event", async () => {
    const id = await create();
    await commit(g, newEvent(), newEvent());
    receive = () => ({ error: "No connection." });
    let lastDelayMs = 0;
    for (let failures = 1; failures <= 8; failures += 1) {
      await round();
      const row = await rowOf(id);
      expect(row).toMatchObject({ failures, last_error: "No connection.", cursor: 0, lease: null });
      const delayMs = Number(row?.next_attempt_ms) - clock.nowMs;
      expect(delayMs).toBeGreaterThan(lastDelayMs / 4);
      lastDelayMs = delayMs;
      clock.nowMs += delayMs - 1;
      await round();
      expect(got).toHaveLength(failures);
      clock.nowMs += 1;
    }
    receive = () => ({ status: 200 });
    await round();
    expect(sequences()).toEqual([...Array.from({ length: 9 }, () => 1), 2]);
    expect(await rowOf(id)).toMatchObject({ failures: 0, last_error: null, failing_since_ms: null, cursor: 2 });
  });

  it("is disabled after three days, with an event, and has lost nothing once it is enabled", async () => {
    const id = await create(["ari.*"]);
    await commit(g, newEvent());
    receive = () => ({ status: 500 });
    const beganMs = clock.nowMs;
    while ((await rowOf(id))?.state === "enabled") {
      await round();
      clock.nowMs += WEBHOOK_RETRY_MS_MAX;
    }
    expect(clock.nowMs - beganMs).toBeGreaterThanOrEqual(3 * 24 * 3_600_000);
    expect(got.length).toBeGreaterThanOrEqual(WEBHOOK_FAILURES_MIN);
    expect(await rowOf(id)).toMatchObject({ state: "disabled", disabled_reason: "failing", cursor: 0, last_error: "HTTP 500." });
    const told = await env.DB.prepare("SELECT type FROM events WHERE group_id = ?1 AND sequence = 2").bind(g).first();
    expect(told).toEqual({ type: "webhook.disabled" });
    got = [];
    receive = () => ({ status: 200 });
    await round();
    expect(got).toEqual([]);
    const init = { method: "PATCH", headers: { Authorization: `Bearer ${g}-key` }, body: '{"state":"enabled"}' };
    // Behind the answer, without any cron.
    await ask(isolate(), `/webhooks/${g}/${id}`, init);
    expect(sequences()).toEqual([1]);
  });

  it("is not disabled because a clock jumped by a year, and is not left waiting when it is set back", async () => {
    const id = await create();
    await commit(g, newEvent());
    receive = () => ({ status: 503 });
    await round();
    clock.nowMs += 365 * 24 * 3_600_000;
    await round();
    expect(await rowOf(id)).toMatchObject({ state: "enabled", failures: 2 });
    clock.nowMs -= 365 * 24 * 3_600_000;
    receive = () => ({ status: 200 });
    await round();
    expect(await rowOf(id)).toMatchObject({ cursor: 1, failures: 0 });
  });

  it("holds up no other endpoint", async () => {
    const slow = await create(["*"], "http://slow.test/");
    await create(["*"], "http://fast.test/");
    await commit(g, newEvent(), newEvent());
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => (release = resolve));
    receive = async (_event, url) => {
      if (url.includes("slow")) await hanging;
      return { status: 200 };
    };
    const all = round();
    await expect.poll(() => got.length).toBe(3);
    expect(await rowOf(slow)).toMatchObject({ cursor: 0 });
    release();
    await all;
    expect(got).toHaveLength(4);
  });
});

describe("its owner", () => {
  it("changes it while an event is on its way: what comes next goes by what holds now", async () => {
    const id = await create();
    await commit(g, newEvent(), newEvent(), newEvent());
    const urls: string[] = [];
    receive = async ({ sequence }, url) => {
      urls.push(`${sequence} ${url}`);
      if (urls.length === 1) {
        const headers = { Authorization: `Bearer ${g}-key` };
        const body = JSON.stringify({ url: "http://other.test/", cursor: 1 });
        await ask(isolate(), `/webhooks/${g}/${id}`, { method: "PATCH", headers, body });
      }
      return { status: 200 };
    };
    await round();
    expect(urls).toEqual(["1 http://receiver.test/", "2 http://other.test/", "3 http://other.test/"]);
    expect(mostRunning).toBe(1);
    expect(await rowOf(id)).toMatchObject({ cursor: 3, lease: null });
  });

  it("removes it while an event is on its way: nothing comes after", async () => {
    const id = await create();
    await commit(g, newEvent(), newEvent());
    receive = async () => {
      await env.DB.prepare("DELETE FROM webhooks WHERE webhook_id = ?1").bind(id).run();
      return { status: 200 };
    };
    await round();
    expect(sequences()).toEqual([1]);
  });
});

describe("a message", () => {
  it("is the event as its hotel may see it", async () => {
    const id = await create();
    await env.DB.prepare("UPDATE webhooks SET hotel_id = 'h1' WHERE webhook_id = ?1").bind(id).run();
    const bookings = [{ bookingId: "a", hotelId: "h1" }, { bookingId: "b", hotelId: "h2" }];
    await commit(
      g,
      newEvent({ hotelId: "h2" }),
      newEvent({ type: "reservation.created", hotelId: null, data: { reservationId: "r", version: 1, bookings } }),
      newEvent({ type: "content.changed", hotelId: null }),
    );
    await round();
    expect(got.map(({ sequence, data }) => [sequence, data])).toEqual([[2, { reservationId: "r", version: 1, bookings: [bookings[0]] }]]);
    expect(await rowOf(id)).toMatchObject({ cursor: 3 });
  }); // prettier-ignore

  it("is not sent where targets have become public since, and says so", async () => {
    const id = await create();
    await commit(g, newEvent());
    const host = isolate();
    await round(platform({ ...host, webhooks: { ...host.webhooks, targets: "public" }, now: () => clock.nowMs }));
    expect(got).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ last_error: "Not sent: the URL must be an https URL." });
  });

  it("goes out behind the answer of whatever request committed its event", async () => {
    await create(["webhook.*"]);
    const other = await create(["period.closed"]);
    await ask(isolate(), `/webhooks/${g}/${other}`, {
      method: "PATCH",
      headers: { Authorization: `Bearer ${g}-key` },
      body: '{"state":"disabled"}',
    });
    expect(got.map(({ type, data }) => [type, data.webhookId])).toEqual([["webhook.disabled", other]]);
  });
});
