/** GET /availabilities and /offers inside workerd, with real D1: docs/interface.md §4. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { groupOf, day, oneHotel, onNight, tenPercent } from "../support/one-hotel.ts";
import type { PlainHotel } from "../support/plain-group.ts";
import { type TestService, serviceAt, storeGroup } from "../support/store-group.ts";
import { bindAll } from "../../src/host/database.ts";
import { SELLING } from "../../src/selling/memory.ts";
import { sellUnits, stampGroup } from "../../harness/stamp-group.ts";

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

const sell = (night: string, units: number) => {
  const sold = { hotelId: "h1", roomId: "double", from: day(night), until: day(night) + 1, units };
  return env.DB.batch(bindAll(env.DB, sellUnits("g1", sold)) as D1PreparedStatement[]);
};

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

  it("takes one D1 round trip: cold, warm, and after one hotel has changed or sold", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await service.get("/availabilities/g1?arrival=x", "key-of-g1");
    service.trips.length = 0;
    const costOf = async (search: string): Promise<{ trips: number; rowsRead: number }> => {
      await availability(service, search);
      const trips = service.trips.splice(0);
      return { trips: trips.length, rowsRead: trips.reduce((sum, trip) => sum + trip.rowsRead, 0) };
    };
    expect(await costOf(STAY)).toMatchObject({ trips: 1 });
    const warm = await costOf(`${STAY}&adults=1`);
    expect(warm.trips).toBe(1);
    expect(warm.rowsRead).toBeLessThanOrEqual(16);
    // What is sold out costs nothing: eight rooms of nine are short.
    expect(await costOf(`${STAY}&rooms=9`)).toEqual(warm);
    await sell("2027-05-01", 1);
    const sold = await costOf(STAY);
    expect(sold.trips).toBe(1);
    expect(sold.rowsRead).toBeLessThanOrEqual(warm.rowsRead + 1);
    await sell("2027-05-01", -1);
    await env.DB.batch(stampGroup(env.DB, "g1"));
    expect(await costOf(STAY)).toMatchObject({ trips: 1 });
    expect(await costOf(STAY)).toEqual(warm);
  });

  it("reads the months of an offer's own hotel and of no other", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await service.get("/availabilities/g1?arrival=x", "key-of-g1");
    service.trips.length = 0;
    await offers(service, STAY);
    await offers(service, STAY);
    expect(service.trips.map((trip) => trip.statements)).toEqual([2, 1]);
    const months = service.memory.of(SELLING).calendars.replicas.get("g1")?.months;
    expect(Array.from(months?.values() ?? [], (month) => month.unknown)).toEqual([1, 1]);
    expect(await availability(service, STAY)).toHaveLength(2);
    expect(service.trips).toHaveLength(3);
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
    await sell("2027-05-01", -2);
    expect(await availability(service, `${STAY}&rooms=2`)).toHaveLength(2);
    expect((await availability(service, `${STAY}&rooms=3`)).map((entry) => entry.id)).toEqual(["h2"]);
    expect((await offers(service, STAY)).offers[0]?.unitsLeft).toBe(2);
    await sell("2027-05-01", -3);
    expect((await offers(service, STAY)).offers[0]?.unitsLeft).toBe(5);
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

describe("what an answer passes over", () => {
  const service = serviceAt({ nowMs: NOW_MS });
  const told = async (path: string, query: string): Promise<[number, string | null]> => {
    const answer = await service.get(`${path}?${query}`, "key-of-g1");
    return [answer.status, answer.headers.get("Tabard-Notice")];
  };

  it.each(["/availabilities/g1", "/offers/g1/h1"])("is told by %s, and the answer is the same", async (path) => {
    expect(await told(path, STAY)).toEqual([200, null]);
    expect(await told(path, `${STAY}&promoCode=Ten`)).toEqual([200, null]);
    expect(await told(path, `${STAY}&promoCode=SUMMR`)).toEqual([200, "unknown_promo_code"]);
    const mistyped = 'unknown_parameter;name="adult";did_you_mean="adults"';
    expect(await told(path, `${STAY}&adult=9`)).toEqual([200, mistyped]);
    expect(await told(path, `${STAY}&adult=9&promoCode=x`)).toEqual([200, `unknown_promo_code, ${mistyped}`]);
    // A problem tells it too: the parameter that is missing may be the one mistyped.
    expect(await told(path, STAY.replace("arrival", "arival"))).toEqual([400, 'unknown_parameter;name="arival";did_you_mean="arrival"']);
    const [with_, without] = await Promise.all(
      [`${STAY}&adult=9&promoCode=x`, STAY].map((query) => service.get(`${path}?${query}`, "key-of-g1")),
    );
    expect(await with_?.text()).toBe(await without?.text());
  });

  it("is a promo code that holds on no night of the stay", async () => {
    await storeGroup("g7", groupOf([april({ id: "past" })], [tenPercent({ stayTo: day("2027-04-30") })]));
    const notice = async (path: string): Promise<string | null> =>
      (await service.get(`${path}?${STAY}&promoCode=TEN`, "key-of-g7")).headers.get("Tabard-Notice");
    expect([await notice("/availabilities/g7"), await notice("/offers/g7/past")]).toEqual(Array(2).fill("promo_code_not_valid"));
  });

  it("is told to nobody whose token is not proved", async () => {
    const answer = await service.get(`/availabilities/g1?adult=9`, "no-key");
    expect([answer.status, answer.headers.get("Tabard-Notice")]).toEqual([401, null]);
  });
});

describe("a change in mid-flight", () => {
  const FOUR_MONTHS = "arrival=2027-04-02&departure=2027-07-31";
  const priced = (price: number): PlainHotel => {
    const hotel = oneHotel("2027-04-01", "2027-07-31", { id: "moving" });
    for (const night of hotel.nights) night.price = price;
    return hotel;
  };

  it("is in the next answer, and no answer is of two prices", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await storeGroup("g8", groupOf([priced(1_000_000)]));
    await service.get("/availabilities/g8?arrival=x", "key-of-g8");
    for (const units of [1, 2, 3, 4]) {
      // D1 has answered, and the answer is on its way while the price changes.
      service.meanwhile.push(() => storeGroup("g8", groupOf([priced((units + 1) * 1_000_000)])));
      const asked = units % 2 === 0 ? await offers(service, FOUR_MONTHS, "moving", "g8") : await availability(service, FOUR_MONTHS, "g8");
      expect("offers" in asked ? asked.offers[0]?.totalPrice : asked[0]?.priceFrom).toBe(120 * 100 * units);
    }
    expect((await availability(service, FOUR_MONTHS, "g8"))[0]?.priceFrom).toBe(120 * 500);
  });

  it("does not keep a request waiting, however often it comes", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    await storeGroup("g9", groupOf([april({ id: "restless" })]));
    await service.get("/availabilities/g9?arrival=x", "key-of-g9");
    service.meanwhile.push(...Array.from({ length: 40 }, () => () => storeGroup("g9", groupOf([april({ id: "restless" })]))));
    expect(await availability(service, STAY, "g9")).toHaveLength(1);
    expect(await availability(service, STAY, "g9")).toHaveLength(1);
  });

  it("of a database that went back to an earlier moment is believed", async () => {
    const service = serviceAt({ nowMs: NOW_MS });
    expect(await availability(service, STAY)).toHaveLength(2);
    const { replicas } = service.memory.of(SELLING).calendars;
    const replica = replicas.get("g1");
    if (!replica) throw new Error("nothing is remembered");
    replicas.set("g1", { ...replica, sequence: replica.sequence + 10, touched: replica.touched.map(() => replica.sequence + 10) });
    expect(await availability(service, STAY)).toHaveLength(2);
    expect(replicas.get("g1")?.sequence).toBe(replica.sequence);
  });

  it("does not wait for ever for a question whose client went away", { timeout: 20_000 }, async () => {
    const never = new Promise<never>(() => {});
    const loading = serviceAt({ nowMs: NOW_MS });
    loading.memory.of(SELLING).calendars.lines.set("g1", { running: 1, ended: never, next: null, loading: never });
    const joined = serviceAt({ nowMs: NOW_MS });
    await availability(joined, STAY);
    const dead = { running: 1, ended: never, next: { wanted: [], answer: never }, loading: null };
    joined.memory.of(SELLING).calendars.lines.set("g1", dead);
    const both = await Promise.all([availability(loading, STAY), availability(joined, STAY)]);
    expect(both.map((answer) => answer.length)).toEqual([2, 2]);
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
          // As if booked now: the first night, from check-in at 15:00 in Lisbon on.
          cancellationFees: [
            { from: "2027-04-01T12:00:00.000Z", fee: 0 },
            { from: "2027-04-29T14:00:00.000Z", fee: 180 },
          ],
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
    service.trips.length = 0;
    await offers(service, `${STAY}&adults=1`, "many", "g7");
    expect(service.trips).toHaveLength(1);
    expect(service.trips[0]?.rowsRead).toBeLessThanOrEqual(16);
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
