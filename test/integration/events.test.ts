/** GET /events/{groupId} as JSON: order, pages, filters, waiting, hotels (docs/interface.md §17). */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appendEvents } from "../../src/events/append-events.ts";
import { EVENTS_PER_READ_MAX, READS_PER_PAGE_MAX, TAIL_EVENTS_MAX } from "../../src/events/limits.ts";
import { type NewEvent, eventId } from "../../src/events/rules/event.ts";
import type { Platform } from "../../src/host/context.ts";
import { addBookableGroup } from "../../harness/bookable-group.ts";
import { commit, newEvent, readFeed } from "../support/feed.ts";
import { ask, bearer, insertGroups, insertToken, platform } from "../support/in-worker.ts";
import { type ReservationAnswer, booking as bookingOf, reservation, reserve } from "../support/reserve.ts";
import { countedTrips } from "../support/round-trips.ts";

let groups = 0;
/** Each test its own group: the log is for ever. */
let g = "";
let host: Platform;
let reader: string;

beforeAll(() => insertGroups(...Array.from({ length: 30 }, (_, at) => `feed-${at}`)));

beforeEach(async () => {
  g = `feed-${groups++}`;
  host = platform();
  reader = `${g}-reader`;
  await insertToken(reader, g, { scopes: ["events"] });
});

const read = (query = "", isolate = host, token = reader) => readFeed(isolate, `${g}${query}`, token);
const sequences = async (query: string): Promise<number[]> => (await read(query)).events.map(({ sequence }) => sequence);
const booking = (changes: Partial<NewEvent> = {}): NewEvent =>
  newEvent({ type: "booking.cancelled", subject: `/reservations/${g}/r`, ...changes });

describe("the feed", () => {
  it("gives an empty page of a group in which nothing has happened", async () => {
    expect(await read()).toEqual({ events: [], next: 0 });
  });

  it("gives every field as the change wrote it", async () => {
    const before = Date.now();
    await commit(g, booking({ data: { reservationId: "r", fee: 12.5 } }));
    const { events, next } = await read();
    const [event] = events;
    expect(next).toBe(1);
    expect(event).toEqual({
      id: eventId(g, { sequence: 1, atMs: Date.parse(event?.timestamp ?? "") }),
      sequence: 1,
      type: "booking.cancelled",
      timestamp: event?.timestamp,
      subject: `/reservations/${g}/r`,
      data: { reservationId: "r", fee: 12.5 },
    });
    expect(Date.parse(event?.timestamp ?? "")).toBeGreaterThanOrEqual(before);
  });

  it("has no gap and no order but that of the commits, however many write at once", async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => commit(g, newEvent({ data: { at, part: 0 } }), newEvent({ data: { at, part: 1 } }))),
    );
    const { events, next } = await read("?limit=200");
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1));
    expect(next).toBe(80);
    // The events of one change stand together.
    for (let at = 0; at < 80; at += 2) expect([events[at]?.data.at, events[at + 1]?.data.part]).toEqual([events[at + 1]?.data.at, 1]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(80);
  });

  it("shows an event to whoever asks after its commit was answered, while others read all the time", async () => {
    for (let at = 1; at <= 20; at += 1) {
      const busy = Promise.all([read(`?after=${at - 1}`), read(`?after=${at - 1}`)]);
      await commit(g, newEvent());
      expect(await sequences(`?after=${at - 1}`)).toEqual([at]);
      await busy;
    }
  });

  it("is walked page by page, from the newest in memory or from far back in the log", async () => {
    const total = TAIL_EVENTS_MAX + 700;
    for (let at = 0; at < total; at += 300) await commit(g, ...Array.from({ length: 300 }, () => newEvent()));
    const seen: number[] = [];
    for (let after = 0; ;) {
      const { events, next } = await read(`?after=${after}&limit=130`);
      if (events.length === 0) break;
      seen.push(...events.map(({ sequence }) => sequence));
      after = next;
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, at) => at + 1));
  });

  it("moves next past what the filter left out, and not past what the limit did", async () => {
    await commit(g, newEvent(), booking(), newEvent(), booking(), newEvent());
    expect(await read("?types=booking.*&limit=1")).toMatchObject({ events: [{ sequence: 2 }], next: 2 });
    expect(await read("?types=booking.*&limit=2")).toMatchObject({ events: [{ sequence: 2 }, { sequence: 4 }], next: 4 });
    expect(await read("?types=booking.*&limit=3")).toMatchObject({ events: [{ sequence: 2 }, { sequence: 4 }], next: 5 });
    expect(await read("?types=period.closed")).toEqual({ events: [], next: 5 });
    expect(await sequences("?types=booking.cancelled,ari.*")).toEqual([1, 2, 3, 4, 5]);
    expect(await sequences("?types=*&after=3")).toEqual([4, 5]);
  });

  it("answers after a bounded search where a filter finds nothing in a long log", async () => {
    const searched = EVENTS_PER_READ_MAX * READS_PER_PAGE_MAX;
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO events (group_id, sequence, type, at_ms, subject, data) SELECT ?1, i, 'ari.changed', 0, '/', '{}' FROM n`,
    ).bind(g, searched + TAIL_EVENTS_MAX + 10).run(); // prettier-ignore
    expect(await read("?types=period.closed&wait=20")).toEqual({ events: [], next: searched });
    expect(await read(`?types=period.closed&after=${searched}`)).toEqual({ events: [], next: searched + TAIL_EVENTS_MAX + 10 });
  });

  it("leaves a reader who is ahead of the log where it is", async () => {
    await commit(g, newEvent());
    expect(await read("?after=99")).toEqual({ events: [], next: 99 });
  });

  it("refuses what it cannot read, naming each fault", async () => {
    const path = `/events/${g}?after=-1&types=booking.*,bogus&limit=201&wait=21`;
    const answer = await ask(host, path, bearer(reader));
    expect(answer.status).toBe(400);
    const problem = await answer.json<{ code: string; errors: { parameter: string }[] }>();
    expect(problem.code).toBe("invalid_parameter");
    expect(problem.errors.map(({ parameter }) => parameter)).toEqual(["after", "types", "limit", "wait"]);
    for (const query of ["after=1&after=2", "after=9007199254740993", "limit=0", "types=", "wait=1.5", "wait=x", "types=booking.*,"]) {
      expect((await ask(host, `/events/${g}?${query}`, bearer(reader))).status).toBe(400);
    }
  });

  it("is not shown without the scope, nor to another group's caller", async () => {
    await insertToken(`${g}-other-scope`, g, { scopes: ["bookings"] });
    await insertToken(`${g}-stranger`, "feed-29", { scopes: ["events"] });
    for (const token of [`${g}-other-scope`, `${g}-stranger`]) expect((await ask(host, `/events/${g}`, bearer(token))).status).toBe(401);
  });
});

it("costs a change one row written for each event, and no more rows read the longer the log is", async () => {
  const costOf = async (): Promise<[number, number]> => {
    const [{ sql, values } = { sql: "", values: [] }] = appendEvents(g, Date.now(), [newEvent()]);
    const { meta } = await env.DB.prepare(sql)
      .bind(...values)
      .run();
    return [meta.rows_written, meta.rows_read];
  };
  const [, readFirst] = await costOf();
  await commit(g, ...Array.from({ length: 500 }, () => newEvent()));
  const [written, read] = await costOf();
  expect(written).toBe(1);
  expect(read).toBeLessThanOrEqual(readFirst + 3);
});

describe("waiting", () => {
  it("answers within seconds of a commit in another isolate", async () => {
    await commit(g, newEvent());
    const startMs = Date.now();
    const waiting = read("?after=1&wait=20");
    await scheduler.wait(600);
    await commit(g, newEvent());
    expect(await waiting).toMatchObject({ events: [{ sequence: 2 }], next: 2 });
    expect(Date.now() - startMs).toBeLessThan(5_000);
  });

  it("waits on past events of other types, and ends with what it passed over", async () => {
    const waiting = read("?types=booking.*&wait=2");
    await commit(g, newEvent());
    expect(await waiting).toEqual({ events: [], next: 1 });
    const again = read("?types=booking.*&wait=20&after=1");
    await commit(g, newEvent());
    await scheduler.wait(700);
    await commit(g, booking());
    expect(await again).toMatchObject({ events: [{ sequence: 3 }], next: 3 });
  });

  it("answers at once where there is an event, and after its time where there is none", async () => {
    await commit(g, newEvent());
    let startMs = Date.now();
    await read("?wait=20");
    expect(Date.now() - startMs).toBeLessThan(2_000);
    startMs = Date.now();
    expect(await read("?after=1&wait=1")).toEqual({ events: [], next: 1 });
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(900);
  });

  it("asks the database about twice a second, however many wait", async () => {
    const { db, trips } = countedTrips(env.DB);
    const shared = platform({ db });
    await read("", shared);
    const before = trips();
    await Promise.all(Array.from({ length: 50 }, () => read("?wait=3", shared)));
    // 50 arrive together: two reads at most to begin with, then one each half second.
    expect(trips() - before).toBeLessThanOrEqual(10);
  });

  it("ends at its time though the clock is set back meanwhile", async () => {
    const clock = { nowMs: Date.now() };
    const isolate = platform({ now: () => clock.nowMs });
    await read("", isolate);
    const startMs = Date.now();
    const waiting = read("?wait=2", isolate);
    await scheduler.wait(200);
    clock.nowMs -= 3_600_000;
    expect(await waiting).toEqual({ events: [], next: 0 });
    expect(Date.now() - startMs).toBeLessThan(5_000);
  });
});

describe("a snapshot", () => {
  it("carries the number to follow the feed from: what it shows has happened, and nothing else has", async () => {
    await addBookableGroup(env.DB, "snapshot");
    await insertToken("snapshot-reader", "snapshot", { scopes: ["events"] });
    const made = await reserve("snapshot", reservation([bookingOf("snapshot-euro")]));
    const { reservationId } = await made.json<ReservationAnswer>();
    const snapshot = await ask(host, `/reservations/snapshot/${reservationId}`, bearer("snapshot-key"));
    const sequence = Number(snapshot.headers.get("Event-Sequence"));
    const { events, next } = await readFeed(host, "snapshot", "snapshot-reader");
    expect(events.map(({ type, subject }) => [type, subject])).toContainEqual([
      "reservation.created",
      `/reservations/snapshot/${reservationId}`,
    ]);
    expect(sequence).toBe(next);
    await reserve("snapshot", reservation([bookingOf("snapshot-euro")]));
    const after = await readFeed(host, `snapshot?after=${sequence}`, "snapshot-reader");
    expect(after.events.map(({ type }) => type)).toContain("reservation.created");
    expect(after.events[0]?.sequence).toBe(sequence + 1);
  });
});

describe("a hotel's reader", () => {
  it("sees its hotel's events, and of a reservation in several hotels its own bookings alone", async () => {
    await insertToken(`${g}-h1`, g, { scopes: ["events"], hotelId: "h1" });
    const bookings = ["h1", "h2"].map((hotelId, at) => ({ bookingId: `r-${at + 1}`, hotelId }));
    await commit(
      g,
      newEvent({ type: "reservation.created", hotelId: null, data: { reservationId: "r", version: 1, bookings } }),
      newEvent({ type: "reservation.created", hotelId: null, data: { reservationId: "s", version: 1, bookings: [bookings[1]] } }),
      newEvent({ hotelId: "h2", data: { hotelId: "h2" } }),
      newEvent({ type: "content.changed", hotelId: null, data: { hotelId: null } }),
      newEvent({ hotelId: "h1", data: { hotelId: "h1" } }),
    );
    const { events, next } = await read("", host, `${g}-h1`);
    expect(events.map(({ sequence, data }) => [sequence, data])).toEqual([
      [1, { reservationId: "r", version: 1, bookings: [bookings[0]] }],
      [5, { hotelId: "h1" }],
    ]);
    expect(next).toBe(5);
    expect(await sequences("")).toEqual([1, 2, 3, 4, 5]);
  });
});
