/** Idempotency-Key: docs/interface.md §4.6. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addBookableGroup, addKey, night } from "../../harness/bookable-group.ts";
import type { Platform } from "../../src/host/context.ts";
import { ask, platform } from "../support/in-worker.ts";
import { countedTrips } from "../support/round-trips.ts";
import { booking, reservation, reserve } from "../support/reserve.ts";

let euro = "";
let reservations = 0;

beforeAll(async () => {
  ({ euro } = await addBookableGroup(env.DB, "g1", 20));
});

/** How many reservations were made since it was asked last. */
async function newReservations(): Promise<number> {
  const row = await env.DB.prepare("SELECT count(*) AS n FROM reservations").first<{ n: number }>();
  const before = reservations;
  reservations = row?.n ?? 0;
  return reservations - before;
}

const submit = (key: string, body: unknown = reservation([booking(euro)]), headers: Record<string, string> = {}): Promise<Response> =>
  reserve("g1", body, { "Idempotency-Key": key, ...headers });

describe("the same key and body", () => {
  it("gives the stored answer again", async () => {
    const first = await submit("twice");
    const second = await submit("twice");
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.text()).toBe(await first.text());
    expect([first.headers.get("Idempotency-Replayed"), second.headers.get("Idempotency-Replayed")]).toEqual([null, "true"]);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await newReservations()).toBe(1);
  });

  it("gives it even where the request would now be refused", async () => {
    const stay = { checkInDate: night(100), checkOutDate: night(101) };
    const body = reservation(Array.from({ length: 20 }, () => booking(euro, stay)));
    const first = await submit("last-units", body);
    expect(first.status).toBe(200);
    const again = await submit("last-units", body);
    expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
    expect(await newReservations()).toBe(1);
  });

  it("takes a body for the same whatever its white space", async () => {
    const body = reservation([booking(euro)]);
    await submit("space", JSON.stringify(body));
    expect((await submit("space", JSON.stringify(body, null, 2))).headers.get("Idempotency-Replayed")).toBe("true");
    expect(await newReservations()).toBe(1);
  });

  it("makes one reservation of many requests at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit("at-once")));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(await answer.json()).toMatchObject({ status: 409, code: "idempotency_in_progress" });
    }
    expect(await newReservations()).toBe(1);
  });

  it("belongs to its caller", async () => {
    await addKey(env.DB, "g1", "other", ["reservations"], { client: "other" });
    await submit("mine");
    const other = await submit("mine", reservation([booking(euro)]), { Authorization: "Bearer other" });
    expect([other.status, other.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
    expect(await newReservations()).toBe(2);
  });

  it("is forgotten after 24 hours", async () => {
    await submit("old");
    await env.DB.prepare("UPDATE idempotency_keys SET created_ms = created_ms - 86400000 WHERE idempotency_key = 'old'").run();
    const later = await submit("old", reservation([booking(euro, { adult: "1" })]));
    expect([later.status, later.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
    expect((await submit("old", reservation([booking(euro, { adult: "1" })]))).headers.get("Idempotency-Replayed")).toBe("true");
    expect(await newReservations()).toBe(2);
  });
});

describe("a replay", () => {
  const body = () => JSON.stringify(reservation([booking(euro)]));
  const post = (host: Platform, key: string) =>
    ask(host, "/reservations/g1", {
      method: "POST",
      headers: { Authorization: "Bearer g1-key", "Content-Type": "application/json", "Idempotency-Key": key },
      body: body(),
    });

  it("costs one round trip once warm, and so does the reservation itself", async () => {
    const { db, trips } = countedTrips(env.DB);
    const host = platform({ db });
    await post(host, "warm");
    for (const replayed of [null, "true"]) {
      const before = trips();
      const answer = await post(host, "trips");
      expect([answer.status, answer.headers.get("Idempotency-Replayed"), trips() - before]).toEqual([200, replayed, 1]);
    }
    await newReservations();
  });

  it("comes from another isolate as well", async () => {
    const first = await post(platform({}), "isolates");
    const second = await post(platform({}), "isolates");
    expect([second.headers.get("Idempotency-Replayed"), await second.text()]).toEqual(["true", await first.text()]);
    expect(await newReservations()).toBe(1);
  });
});

describe("the same key with another body", () => {
  it("is refused, whether the other is valid, available or not", async () => {
    await submit("reused");
    const bodies = [
      reservation([booking(euro, { adult: "1" })]),
      reservation([booking(euro, { adult: "9" })]),
      reservation([booking(euro, { roomId: "nothing" })]),
      {},
    ];
    for (const body of bodies) {
      const answer = await submit("reused", body);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ code: "idempotency_key_reused" });
    }
    expect(await newReservations()).toBe(1);
  });
});

describe("a refusal", () => {
  it("is not stored: the key may be used again", async () => {
    expect((await submit("retry", reservation([booking(euro, { adult: "none" })]))).status).toBe(422);
    expect((await submit("retry", reservation([booking(euro, { adult: "9" })]))).status).toBe(409);
    expect((await submit("retry")).status).toBe(200);
    expect(await newReservations()).toBe(1);
  });
});

describe("the header", () => {
  it("has 1 to 255 characters and no control characters", async () => {
    expect((await submit("k".repeat(255))).status).toBe(200);
    for (const key of ["", "k".repeat(256), "a\tb"]) {
      const answer = await submit(key);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "Idempotency-Key" }] });
    }
    await newReservations();
  });
});
