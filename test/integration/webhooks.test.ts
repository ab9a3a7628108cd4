/** /webhooks/{groupId}: what owners do with their endpoints, and who may (docs/interface.md §17). Deliveries: webhook-deliveries.test.ts. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WEBHOOKS_PER_GROUP_MAX } from "../../src/events/limits.ts";
import type { Platform } from "../../src/host/context.ts";
import { commit, newEvent } from "../support/feed.ts";
import { ask, insertGroups, insertToken, platform } from "../support/in-worker.ts";

let groups = 0;
let g = "";
let host: Platform;

const GROUPS = 20;
beforeAll(() => insertGroups(...Array.from({ length: GROUPS }, (_, at) => `hooks-${at}`)));

beforeEach(async () => {
  g = `hooks-${groups++}`;
  host = platform({ webhooks: { ...platform().webhooks, targets: "public", post: () => Promise.resolve({ status: 204 }) } });
  await insertToken(`${g}-key`, g, { scopes: ["events"] });
  await insertToken(`${g}-h1`, g, { scopes: ["events"], hotelId: "h1" });
});

const URL_OK = "https://receiver.hotel.com/tabard";

function call(method: string, path: string, body?: unknown, token = `${g}-key`, isolate = host): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return ask(isolate, `/webhooks/${g}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

async function create(fields: Record<string, unknown> = {}, token?: string): Promise<{ webhookId: string; secret: string }> {
  const answer = await call("POST", "", { url: URL_OK, types: ["booking.*"], ...fields }, token);
  expect(answer.status).toBe(201);
  return answer.json();
}

interface Listed {
  webhooks: { webhookId: string; cursor: number; lag: number; state: string; hotelId: string | null }[];
  next: string | null;
}

async function list(query = "", token?: string): Promise<Listed> {
  return (await call("GET", query, undefined, token)).json();
}

async function refused(method: string, path: string, body: unknown, isolate = host): Promise<(string | undefined)[]> {
  const answer = await call(method, path, body, `${g}-key`, isolate);
  const problem = await answer.json<{ code: string; errors?: { pointer: string }[] }>();
  expect([answer.status, problem.code]).toEqual([422, "invalid_webhook"]);
  return (problem.errors ?? []).map(({ pointer }) => pointer);
}

describe("a new endpoint", () => {
  it("is told once what its secret is, and shows nowhere else, not even in the database", async () => {
    const created = await create();
    expect(Object.keys(created)).toEqual(["webhookId", "secret"]);
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await list())).not.toContain("whsec");
    const rows = await env.DB.prepare("SELECT * FROM webhooks WHERE group_id = ?1").bind(g).all();
    const stored = JSON.stringify(rows.results);
    expect(stored).not.toContain(created.secret.slice("whsec_".length));
  });

  it("begins with what happens from now on, or behind the event its owner names", async () => {
    await commit(g, newEvent(), newEvent(), newEvent());
    const [now, from1, from0] = [await create(), await create({ after: 1 }), await create({ after: 0 })];
    // Nothing of these types has happened: a round passes over it.
    const { webhooks } = await list();
    expect(webhooks.map(({ webhookId }) => webhookId)).toEqual([now, from1, from0].map(({ webhookId }) => webhookId));
    expect(webhooks.map(({ cursor, lag }) => [cursor, lag])).toEqual([[3, 0], [3, 0], [3, 0]]);
    expect(await refused("POST", "", { url: URL_OK, types: ["*"], after: 4 })).toEqual(["/after"]);
  }); // prettier-ignore

  it("is refused with every fault named", async () => {
    expect(await refused("POST", "", { url: "http://10.0.0.1/", types: ["booking.*", "nothing"], after: -1 })).toEqual([
      "/types/1",
      "/after",
      "/url",
    ]);
    expect(await refused("POST", "", {})).toEqual(["/url", "/types"]);
    expect(await refused("POST", "", { url: 7, types: "booking.*", after: "x" })).toEqual(["/url", "/types", "/after"]);
    expect(await refused("POST", "", { url: "", types: [] })).toEqual(["/url", "/types"]);
    expect(await refused("POST", "", { url: URL_OK, types: Array.from({ length: 51 }, () => "*") })).toEqual(["/types"]);
    expect(await refused("POST", "", [])).toEqual([""]);
    expect(await refused("POST", "", { url: `https://${"a".repeat(3000)}.com/`, types: ["*"] })).toEqual(["/url"]);
    expect(await refused("POST", "", { url: "https://tabard.test/", types: ["*"] })).toEqual(["/url"]);
    expect((await call("POST", "", undefined)).status).toBe(400);
    expect(await list()).toEqual({ webhooks: [], next: null });
  });

  it("is refused where nothing could sign its messages", async () => {
    const isolate = platform({ webhooks: { ...host.webhooks, masterSecret: null } });
    expect(await refused("POST", "", { url: URL_OK, types: ["*"] }, isolate)).toEqual([""]);
  });

  it("is refused beyond the bound of a group, and one that goes makes room", async () => {
    for (let at = 0; at < WEBHOOKS_PER_GROUP_MAX; at += 1) await create();
    expect(await refused("POST", "", { url: URL_OK, types: ["*"] })).toEqual([""]);
    const [first] = (await list()).webhooks;
    expect((await call("DELETE", `/${first?.webhookId}`)).status).toBe(204);
    await create();
  });
});

describe("the list", () => {
  it("is walked page by page, by age", async () => {
    const made: string[] = [];
    for (let at = 0; at < 7; at += 1) made.push((await create()).webhookId);
    const seen: string[] = [];
    let page = await list("?limit=3");
    for (;;) {
      seen.push(...page.webhooks.map(({ webhookId }) => webhookId));
      if (page.next === null) break;
      page = await list(`?limit=3&after=${page.next}`);
    }
    expect(seen).toEqual(made);
    expect((await call("GET", "?limit=0")).status).toBe(400);
  });
});

describe("a change", () => {
  it("changes what is given and nothing else, and answers with what is", async () => {
    await commit(g, newEvent(), newEvent());
    const { webhookId } = await create();
    const changed = await (
      await call("PATCH", `/${webhookId}`, { url: "https://other.hotel.com/", types: ["ari.*"], cursor: 0, state: "disabled" })
    ).json();
    expect(changed).toMatchObject({
      url: "https://other.hotel.com/",
      types: ["ari.*"],
      cursor: 0,
      lag: 2,
      state: "disabled",
      disabledReason: "asked",
    });
    // Behind by its own webhook.disabled too, from now on.
    expect(await (await call("PATCH", `/${webhookId}`, {})).json()).toEqual({ ...(changed as object), lag: 3 });
    const answer = await call("PATCH", `/${webhookId}`, { state: "enabled" });
    expect(await answer.json()).toMatchObject({ url: "https://other.hotel.com/", cursor: 0, state: "enabled", disabledReason: null });
  });

  it("is refused with every fault named, and changes nothing", async () => {
    const { webhookId } = await create();
    const before = await list();
    const body = { url: "https://localhost/", types: ["x"], state: "paused", cursor: 1.5 };
    expect(await refused("PATCH", `/${webhookId}`, body)).toEqual(["/types/0", "/state", "/cursor", "/url"]);
    expect(await refused("PATCH", `/${webhookId}`, { cursor: 1 })).toEqual(["/cursor"]);
    expect(await list()).toEqual(before);
    for (const [method, path] of [["PATCH", ""], ["DELETE", ""], ["POST", "/rotate"], ["POST", "/test"]] as const) {
      expect((await call(method, `/wh_none${path}`, method === "PATCH" ? {} : undefined)).status).toBe(404);
    } // prettier-ignore
  });

  it("writes one event where it disables, and none where it was disabled", async () => {
    const { webhookId } = await create();
    for (let times = 0; times < 2; times += 1) await call("PATCH", `/${webhookId}`, { state: "disabled" });
    const events = await env.DB.prepare("SELECT type, subject, data FROM events WHERE group_id = ?1").bind(g).all();
    const data = JSON.stringify({ webhookId, hotelId: null, reason: "asked" });
    expect(events.results).toEqual([{ type: "webhook.disabled", subject: `/webhooks/${g}`, data }]);
  });
});

describe("a rotation", () => {
  it("gives a new secret each time", async () => {
    const { webhookId, secret } = await create();
    const secrets = new Set([secret]);
    for (let times = 1; times <= 8; times += 1) {
      const answer = await call("POST", `/${webhookId}/rotate`);
      expect(answer.status).toBe(200);
      secrets.add((await answer.json<{ secret: string }>()).secret);
      expect(secrets.size).toBe(times + 1);
    }
  });
});

describe("a hotel's caller", () => {
  it("has its own endpoints, and the group's callers have all", async () => {
    const [whole, own] = [await create(), await create({}, `${g}-h1`)];
    const ids = async (token: string): Promise<string[]> => (await list("", token)).webhooks.map(({ webhookId }) => webhookId);
    expect(await ids(`${g}-key`)).toEqual([whole.webhookId, own.webhookId]);
    expect(await ids(`${g}-h1`)).toEqual([own.webhookId]);
    for (const [method, path] of [["PATCH", ""], ["POST", "/rotate"], ["POST", "/test"], ["DELETE", ""]] as const) {
      const body = method === "PATCH" ? { state: "disabled" } : undefined;
      expect((await call(method, `/${whole.webhookId}${path}`, body, `${g}-h1`)).status).toBe(404);
      expect([200, 204]).toContain((await call(method, `/${own.webhookId}${path}`, body, `${g}-h1`)).status);
    } // prettier-ignore
    expect(await ids(`${g}-key`)).toEqual([whole.webhookId]);
  });
});
