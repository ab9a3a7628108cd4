/** GET /availabilities and /offers inside workerd, with real D1: docs/interface.md §4. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { groupOf, day, oneHotel, onNight, tenPercent } from "../support/one-hotel.ts";
import type { PlainHotel } from "../support/plain-group.ts";
import { type TestService, serviceAt, storeGroup } from "../support/store-group.ts";
import { SELLING } from "../../src/selling/memory.ts";

const NOW_MS = Date.parse("2027-04-01T12:00:00Z");
const STAY = "arrival=2027-04-29&departure=2027-05-02";

interface Entry {
  id: string;
  currencyCode: string;
  priceFrom: number;
}

interface OffersAnswer {
  hotelId: string;
  currencyCode: string;
  offers: { roomId: string; rateId: string; nights: { date: string; price: number }[]; totalPrice: number; unitsLeft: number }[];
  extras: unknown[];
}

const april = (changes: Partial<PlainHotel> = {}): PlainHotel => oneHotel("2027-04-01", "2027-05-31", changes);

async function availability(service: TestService, query: string, group = "g1"): Promise<Entry[]> {
  const answer = await service.get(`/availabilities/${group}?${query}`, `key-of-${group}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  return answer.json<Entry[]>();
}

async function offers(service: TestService, query: string, hotel = "h1", group = "g1"): Promise<OffersAnswer> {
  const answer = await service.get(`/offers/${group}/${hotel}?${query}`, `key-of-${group}`);
  expect(answer.status).toBe(200);
  return answer.json<OffersAnswer>();
}

const sell = (night: string, sold: number) =>
  env.DB.prepare("UPDATE stock SET sold = ?1 WHERE group_id = 'g1' AND hotel_id = 'h1' AND night = ?2").bind(sold, day(night)).run();

beforeAll(async () => {
  await storeGroup("g1", groupOf([april(), april({ id: "h2", currencyCode: "USD" })], [tenPercent()]));
  await storeGroup("g2", groupOf([april({ id: "other" })]));
  await env.DB.prepare(
    `INSERT INTO extras (group_id, hotel_id, extra_id, name, description, details, images, price, charge_mode, daily, charge_prepayment, sale_code) VALUES ('g1', 'h1', 'bike', 'Bicycle', 'A day''s ride', '[["size","L"]]', '[{"url":"u","alt":"a"}]', 125000,
    'PerAdult', 1, 1, 'ACCOM')`,
  ).run();
});

describe("GET /availabilities/{groupId}", () => {
  it("prices the whole stay for the whole party at every hotel, sorted by id", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    expect(await availability(service, STAY)).toEqual([
      { id: "h1", currencyCode: "EUR", priceFrom: 300 },
      { id: "h2", currencyCode: "USD", priceFrom: 300 },
    ]);
    expect((await availability(service, `${STAY}&adults=3&children=2&infant=20&rooms=2`))[0]?.priceFrom).toBe(840);
    expect((await availability(service, `${STAY}&promoCode=ten`))[0]?.priceFrom).toBe(270);
    expect((await availability(service, `${STAY}&promoCode=nonsense`))[0]?.priceFrom).toBe(300);
    expect((await availability(service, `${STAY}&promoCode=`))[0]?.priceFrom).toBe(300);
    expect(await availability(service, `${STAY}&adults=4`)).toEqual([]);
  });

  it("needs a token of the group with the scope", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    expect((await service.get(`/availabilities/g1?${STAY}`)).status).toBe(401);
    expect((await service.get(`/availabilities/g1?${STAY}`, "key-of-g2")).status).toBe(401);
    expect((await service.get(`/availabilities/g1?arrival=bad`, "key-of-g2")).status).toBe(401);
  });

  it("takes one D1 round trip and reads only the version and the short nights once it is warm", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await availability(service, STAY);
    service.trips.length = 0;
    await availability(service, `${STAY}&adults=1`);
    expect(service.trips).toHaveLength(1);
    expect(service.trips[0]?.rowsRead).toBeLessThan(5);
    // Six nights of h1 and h2 have fewer than nine units; beside them one row for the version and one per count below nine.
    await availability(service, `${STAY}&rooms=9`);
    expect(service.trips).toHaveLength(2);
    expect(service.trips[1]?.rowsRead).toBeLessThanOrEqual(1 + 9 + 6);
  });

  it("reads many compiled months and hotels once for many requests at the same time", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await service.get("/availabilities/g1?arrival=x", "key-of-g1");
    service.trips.length = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => availability(service, STAY)));
    for (const answer of answers) expect(answer).toHaveLength(2);
    expect(service.trips.filter((trip) => trip.statements > 1)).toHaveLength(1);
  });

  it("does not sell a unit that was sold a moment ago, and says so in another isolate too", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    const other = serviceAt({ nowMs: NOW_MS });
    expect(await availability(service, STAY)).toHaveLength(2);
    expect(await availability(other, STAY)).toHaveLength(2);
    await sell("2027-05-01", 5);
    expect((await availability(service, STAY)).map((entry) => entry.id)).toEqual(["h2"]);
    expect((await availability(other, STAY)).map((entry) => entry.id)).toEqual(["h2"]);
    expect((await offers(service, STAY)).offers).toEqual([]);
    await sell("2027-05-01", 3);
    expect(await availability(service, `${STAY}&rooms=2`)).toHaveLength(2);
    expect((await availability(service, `${STAY}&rooms=3`)).map((entry) => entry.id)).toEqual(["h2"]);
    expect((await offers(service, STAY)).offers[0]?.unitsLeft).toBe(2);
    await sell("2027-05-01", 0);
  });

  it("shows a changed calendar at once", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    const hotel = april({ id: "changing" });
    await storeGroup("g3", groupOf([hotel]));
    expect((await availability(service, STAY, "g3"))[0]?.priceFrom).toBe(300);
    await storeGroup("g3", groupOf([onNight(hotel, "2027-04-30", { price: 1_500_000 })]));
    expect((await availability(service, STAY, "g3"))[0]?.priceFrom).toBe(350);
    await storeGroup("g3", groupOf([onNight(hotel, "2027-04-30", { stopSell: true })]));
    expect(await availability(service, STAY, "g3")).toEqual([]);
    await storeGroup("g3", groupOf([april({ id: "changing" }), april({ id: "new" })]));
    expect((await availability(service, STAY, "g3")).map((entry) => entry.id)).toEqual(["changing", "new"]);
    expect((await offers(service, STAY, "new", "g3")).offers).toHaveLength(1);
  });

  it("leaves out a hotel where the arrival is before today, by the hotel's own date", async () => {
    const zones = { east: "Pacific/Tongatapu", west: "Pacific/Honolulu" };
    await storeGroup("g4", groupOf(Object.entries(zones).map(([id, timezone]) => april({ id, timezone }))));
    const clock = { nowMs: 0 };
    const service = serviceAt(clock);
    const at = async (instant: string, arrival: string): Promise<string[]> => {
      clock.nowMs = Date.parse(instant);
      const departure = `${arrival.slice(0, -1)}${Number(arrival.at(-1)) + 1}`;
      const entries = await availability(service, `arrival=${arrival}&departure=${departure}`, "g4");
      return entries.map((entry) => entry.id);
    };
    // +13:00: the 5th begins at 11:00 UTC on the 4th. −10:00: the 4th ends at 10:00 UTC on the 5th.
    expect(await at("2027-04-04T10:59:59.999Z", "2027-04-04")).toEqual(["east", "west"]);
    expect(await at("2027-04-04T11:00:00.000Z", "2027-04-04")).toEqual(["west"]);
    expect(await at("2027-04-05T09:59:59.999Z", "2027-04-04")).toEqual(["west"]);
    expect(await at("2027-04-05T10:00:00.000Z", "2027-04-04")).toEqual([]);
    expect(await at("2027-04-05T10:00:00.000Z", "2027-04-05")).toEqual(["east", "west"]);
  });

  it("prices up to 365 nights and nothing beyond the calendar", async () => {
    await storeGroup("g5", groupOf([oneHotel("2027-04-02", "2028-04-30", { id: "long" })]));
    const service = serviceAt({ nowMs: NOW_MS });
    expect((await availability(service, "arrival=2027-04-02&departure=2028-04-01", "g5"))[0]?.priceFrom).toBe(36_500);
    expect(await availability(service, "arrival=2028-04-30&departure=2028-05-01", "g5")).toHaveLength(1);
    expect(await availability(service, "arrival=2028-04-30&departure=2028-05-02", "g5")).toEqual([]);
    expect(await availability(service, "arrival=9999-12-30&departure=9999-12-31", "g5")).toEqual([]);
    expect(await availability(service, "arrival=0001-01-01&departure=0001-01-02", "g5")).toEqual([]);
  });

  it("is an empty list for a group without hotels", async () => {
    await storeGroup("g6", groupOf([]));
    expect(await availability(serviceAt({ nowMs: NOW_MS }), STAY, "g6")).toEqual([]);
  });
});

describe("a version change in mid-flight", () => {
  const TWO_BATCHES = "arrival=2027-04-02&departure=2027-07-31";
  const priced = (price: number): PlainHotel => {
    const hotel = oneHotel("2027-04-01", "2027-07-31", { id: "moving" });
    for (const night of hotel.nights) night.price = price;
    return hotel;
  };

  it("never mixes two versions, whether it comes between two batches or before the live read", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await storeGroup("g8", groupOf([priced(1_000_000)]));
    await service.get("/availabilities/g8?arrival=x", "key-of-g8");
    service.meanwhile.push(() => storeGroup("g8", groupOf([priced(2_000_000)])));
    expect((await availability(service, TWO_BATCHES, "g8"))[0]?.priceFrom).toBe(120 * 200);
    const again = serviceAt({ nowMs: NOW_MS });
    await again.get("/availabilities/g8?arrival=x", "key-of-g8");
    again.meanwhile.push(
      () => Promise.resolve(),
      () => storeGroup("g8", groupOf([priced(3_000_000)])),
    );
    expect((await availability(again, TWO_BATCHES, "g8"))[0]?.priceFrom).toBe(120 * 300);
    again.meanwhile.push(() => storeGroup("g8", groupOf([priced(4_000_000)])));
    expect((await offers(again, TWO_BATCHES, "moving", "g8")).offers[0]?.totalPrice).toBe(120 * 300);
    expect((await offers(again, TWO_BATCHES, "moving", "g8")).offers[0]?.totalPrice).toBe(120 * 400);
  });

  it("asks the caller to come back where it changes with every read, and recovers", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await storeGroup("g9", groupOf([april({ id: "restless" })]));
    await service.get("/availabilities/g9?arrival=x", "key-of-g9");
    service.meanwhile.push(...Array.from({ length: 40 }, () => () => storeGroup("g9", groupOf([april({ id: "restless" })]))));
    expect((await service.get(`/availabilities/g9?${STAY}`, "key-of-g9")).status).toBe(503);
    service.meanwhile.length = 0;
    expect(await availability(service, STAY, "g9")).toHaveLength(1);
  });

  it("does not wait for ever for a load whose client went away", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    service.memory.of(SELLING).calendars.loading.set("g1", new Promise(() => {}));
    expect(await availability(service, STAY)).toHaveLength(2);
  });
});

describe("GET /offers/{groupId}/{hotelId}", () => {
  it("lists rooms and rates with nights that add up, and the extras", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    expect(await offers(service, `${STAY}&rooms=2&promoCode=TEN`)).toEqual({
      hotelId: "h1",
      currencyCode: "EUR",
      offers: [
        {
          roomId: "double",
          roomName: "double",
          rateId: "flex",
          rateName: "flex",
          refundable: true,
          maxAdults: 3,
          maxChildren: 2,
          bedConfigurations: ["twin"],
          nights: [
            { date: "2027-04-29", price: 180 },
            { date: "2027-04-30", price: 180 },
            { date: "2027-05-01", price: 180 },
          ],
          totalPrice: 540,
          unitsLeft: 5,
        },
      ],
      extras: [
        {
          id: "bike",
          name: "Bicycle",
          description: "A day's ride",
          details: [["size", "L"]],
          images: [{ url: "u", alt: "a" }],
          price: 12.5,
          chargeMode: "PerAdult",
          chargeDays: [],
          chargePrepayment: true,
          currency: "EUR",
        },
      ],
    });
  });

  it("still lists the extras where nothing can be sold", async () => {
    const answer = await offers(serviceAt({ nowMs: NOW_MS }), `${STAY}&adults=20`);
    expect(answer.offers).toEqual([]);
    expect(answer.extras).toHaveLength(1);
  });

  it("is cheapest first, then by room and rate", async () => {
    const rates = ["a", "b"].map((id) => ({ id, hidden: false, extraAdultAmount: 0, childAmount: 0 }));
    const rooms = ["x", "y"].map((id) => ({ id, baseAdults: 2, maxAdults: 2, maxChildren: 0 }));
    const hotel = april({ id: "many", rates, rooms });
    for (const night of hotel.nights) if (night.roomId === "y" && night.rateId === "b") night.price = 900_000;
    await storeGroup("g7", groupOf([hotel]));
    const service = serviceAt({ nowMs: NOW_MS });
    const found = (await offers(service, STAY, "many", "g7")).offers.map((offer) => `${offer.roomId}${offer.rateId}`);
    expect(found).toEqual(["yb", "xa", "xb", "ya"]);
    // One round trip, and no more rows than the version and the rooms' nights.
    service.trips.length = 0;
    await offers(service, `${STAY}&adults=1`, "many", "g7");
    expect(service.trips).toHaveLength(1);
    expect(service.trips[0]?.rowsRead).toBeLessThanOrEqual(1 + 2 * 2 + 2 * 3);
  });

  it("is 404 for an unknown hotel and for another group's alike", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    const bodies = [];
    for (const hotel of ["nowhere", "other"]) {
      const answer = await service.get(`/offers/g1/${hotel}?${STAY}`, "key-of-g1");
      expect(answer.status).toBe(404);
      const { requestId: _, ...body } = await answer.json<{ requestId: string; code: string }>();
      bodies.push(body);
    }
    expect(bodies[0]?.code).toBe("not_found");
    expect(bodies[0]).toEqual(bodies[1]);
    expect((await service.get(`/offers/g2/other?${STAY}`, "key-of-g1")).status).toBe(401);
  });
});

describe("the index of short nights", () => {
  it("alone answers what is short, seeked by count and night", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await availability(service, `${STAY}&rooms=2`);
    const { sql } = service.trips.at(-1)!;
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind("g1", 0, 1).all<{ detail: string }>();
    expect(plan.results.map((row) => row.detail)).toEqual([
      "SEARCH groups USING PRIMARY KEY (group_id=?)",
      "SCALAR SUBQUERY 1",
      "SEARCH stock USING COVERING INDEX stock_short (group_id=? AND free=? AND night>? AND night<?)",
      "SCALAR SUBQUERY 2",
      "SEARCH stock USING COVERING INDEX stock_short (group_id=? AND free=? AND night>? AND night<?)",
    ]);
  });
});
