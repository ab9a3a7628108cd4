/** GET /events/{groupId} as server-sent events: docs/interface.md §17, https://html.spec.whatwg.org/multipage/server-sent-events.html. */
import { createExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TOKEN_TRUST_MS } from "../../src/access/limits.ts";
import { createApp } from "../../src/app.ts";
import type { Platform } from "../../src/host/context.ts";
import type { EventJson } from "../../harness/event-json.ts";
import { commit, newEvent, readFeed } from "../support/feed.ts";
import { ask, insertGroups, insertToken, platform, revokeInDatabase } from "../support/in-worker.ts";

const app = createApp();
let groups = 0;
let g = "";

beforeAll(() => insertGroups(...Array.from({ length: 12 }, (_, at) => `stream-${at}`)));

beforeEach(async () => {
  g = `stream-${groups++}`;
  await insertToken(`${g}-reader`, g, { scopes: ["events"] });
});

interface Block {
  id?: string;
  event?: string;
  data?: EventJson;
  comment?: string;
}

/** A stream, read block by block as the standard says. */
class Reader {
  readonly answer: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(answer: Response) {
    this.answer = answer;
    this.#reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next block; null where the stream has ended. */
  async block(): Promise<Block | null> {
    while (!this.#text.includes("\n\n")) {
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#text += value;
    }
    const end = this.#text.indexOf("\n\n");
    const lines = this.#text.slice(0, end).split("\n");
    this.#text = this.#text.slice(end + 2);
    const block: Block = {};
    for (const line of lines) {
      const at = line.indexOf(":");
      const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
      if (name === "") block.comment = value;
      else if (name === "data") block.data = JSON.parse(value) as EventJson;
      else if (name === "id" || name === "event") block[name] = value;
    }
    return block;
  }

  /** The next block with data. */
  async event(): Promise<Block> {
    for (;;) {
      const block = await this.block();
      if (!block) throw new Error("the stream has ended");
      if (block.data) return block;
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

async function open(query = "", headers: Record<string, string> = {}, host: Platform = platform(), token = `${g}-reader`): Promise<Reader> {
  const all = { Authorization: `Bearer ${token}`, Accept: "text/event-stream", ...headers };
  const answer = await app.fetch(new Request(`http://tabard.test/events/${g}${query}`, { headers: all }), host, createExecutionContext());
  return new Reader(answer);
}

describe("the stream", () => {
  it("begins with a comment and gives each event as the feed does, its sequence as its id", async () => {
    await commit(g, newEvent(), newEvent({ type: "content.changed" }));
    const stream = await open();
    expect(stream.answer.status).toBe(200);
    expect(stream.answer.headers.get("Content-Type")).toBe("text/event-stream");
    expect(stream.answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await stream.block()).toEqual({ comment: "the events of the group" });
    const { events } = await readFeed(platform(), g, `${g}-reader`);
    for (const event of events) expect(await stream.block()).toEqual({ id: String(event.sequence), event: event.type, data: event });
    await stream.close();
  });

  it("gives what is committed while it is open, in order and once", async () => {
    const stream = await open();
    const seen: number[] = [];
    for (let at = 0; at < 6; at += 2) {
      await Promise.all([commit(g, newEvent()), commit(g, newEvent())]);
      for (let one = 0; one < 2; one += 1) seen.push((await stream.event()).data!.sequence);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    await stream.close();
  });

  it("goes on behind Last-Event-ID, which wins over after", async () => {
    await commit(g, newEvent(), newEvent(), newEvent());
    const behind = async (query: string, headers: Record<string, string>): Promise<string | undefined> => {
      const stream = await open(query, headers);
      const { id } = await stream.event();
      await stream.close();
      return id;
    };
    expect(await behind("?after=1", {})).toBe("2");
    expect(await behind("?after=1", { "Last-Event-ID": "2" })).toBe("3");
    expect(await behind("?after=2", { "Last-Event-ID": "0" })).toBe("1");
    expect(await behind("?after=1", { "Last-Event-ID": "" })).toBe("2");
    expect((await open("", { "Last-Event-ID": "evt_x" })).answer.status).toBe(400);
  });

  it("leaves out what the filter does", async () => {
    await commit(g, newEvent(), newEvent({ type: "period.closed" }), newEvent());
    const stream = await open("?types=period.*");
    expect((await stream.event()).id).toBe("2");
    await commit(g, newEvent(), newEvent({ type: "period.closed" }));
    expect((await stream.event()).id).toBe("5");
    await stream.close();
  });

  it("shows a hotel's reader its own alone", async () => {
    await insertToken(`${g}-h2`, g, { scopes: ["events"], hotelId: "h2" });
    await commit(g, newEvent({ hotelId: "h1" }), newEvent({ hotelId: "h2" }));
    const stream = await open("", {}, platform(), `${g}-h2`);
    expect((await stream.event()).id).toBe("2");
    await stream.close();
  });

  it("ends when the host does", async () => {
    const ending = new AbortController();
    const stream = await open("", {}, platform({ ending: ending.signal }));
    expect(await stream.block()).toEqual({ comment: "the events of the group" });
    const end = stream.block();
    await scheduler.wait(100);
    ending.abort();
    expect(await end).toBe(null);
  });

  it("has no body for HEAD, and is refused to strangers like the feed", async () => {
    const headers = { Authorization: `Bearer ${g}-reader`, Accept: "text/event-stream" };
    const head = await ask(platform(), `/events/${g}`, { method: "HEAD", headers });
    expect([head.status, head.headers.get("Content-Type"), await head.text()]).toEqual([200, "text/event-stream", ""]);
    expect((await open("", { Authorization: "Bearer nobody" })).answer.status).toBe(401);
  });
});

it("tells after some silence that it is still there and how far it came, and ends when the token does", { timeout: 60_000 }, async () => {
  let aheadMs = 0;
  const stream = await open("?types=period.closed", {}, platform({ now: () => Date.now() + aheadMs }));
  await stream.block();
  await commit(g, newEvent(), newEvent());
  expect(await stream.block()).toEqual({ comment: "still here", id: "2" });
  await revokeInDatabase(`${g}-reader`);
  // The token is believed for 30 s at most; the stream asks every 25 s.
  aheadMs = TOKEN_TRUST_MS;
  const startMs = Date.now();
  while ((await stream.block()) !== null) expect(Date.now() - startMs).toBeLessThan(30_000);
});
