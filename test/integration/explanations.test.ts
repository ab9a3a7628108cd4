/** GET /explanations inside workerd, with real D1: docs/interface.md §18. */
import { beforeAll, describe, expect, it } from "vitest";
import { insertToken } from "../support/in-worker.ts";
import { groupOf, oneHotel, onNight, tenPercent } from "../support/one-hotel.ts";
import { serviceAt, storeGroup } from "../support/store-group.ts";

const NOW_MS = Date.parse("2027-04-01T12:00:00Z");
const STAY = "arrival=2027-04-29&departure=2027-05-01";

async function explain(query: string, hotelId = "h1", token = "explainer"): Promise<{ status: number; body: unknown }> {
  const answer = await serviceAt({ nowMs: NOW_MS }).get(`/explanations/g1/${hotelId}?${query}`, token);
  return { status: answer.status, body: await answer.json() };
}

beforeAll(async () => {
  const rooms = [
    { id: "double", baseAdults: 2, maxAdults: 3, maxChildren: 2 },
    { id: "twin", baseAdults: 1, maxAdults: 1, maxChildren: 0 },
  ];
  const hotel = oneHotel("2027-04-01", "2027-05-31", { rooms });
  onNight(hotel, "2027-04-30", { stopSell: true, minStayThrough: 4 });
  for (const night of hotel.nights) if (night.roomId === "double") Object.assign(night, { stopSell: false, minStayThrough: 0 });
  await storeGroup("g1", groupOf([hotel, oneHotel("2027-04-01", "2027-04-30", { id: "h2" })], [tenPercent()]));
  await insertToken("explainer", "g1", { scopes: ["explain"] });
});

describe("GET /explanations/{groupId}/{hotelId}", () => {
  it("says of every room and rate what its price is made of, or what bars it", async () => {
    const { status, body } = await explain(`${STAY}&adults=3&children=1&rooms=2&promoCode=ten`);
    expect(status).toBe(200);
    const night = (date: string) => ({
      date,
      price: 234,
      steps: [
        { step: "base", amount: 100 },
        { step: "extraAdult", amount: 20 },
        { step: "child", amount: 10 },
        { step: "promotion", amount: -13 },
        { step: "rooms", amount: 117 },
      ],
    });
    expect(body).toEqual({
      hotelId: "h1",
      currencyCode: "EUR",
      offered: true,
      priceFrom: 468,
      promotion: { code: "TEN", applied: true, reason: null },
      products: [
        {
          roomId: "double",
          rateId: "flex",
          sellable: true,
          total: 468,
          nights: [night("2027-04-29"), night("2027-04-30")],
          tax: { taxCode: "R6", percent: 6, nett: 441.5094, tax: 26.4906 },
          bars: [],
        },
        expect.objectContaining({
          roomId: "twin",
          sellable: false,
          bars: [
            { code: "party_too_large", required: 1, actual: 3 },
            { code: "party_too_large", required: 0, actual: 1 },
            { code: "stop_sell", date: "2027-04-30" },
            { code: "below_minimum_stay_through", date: "2027-04-30", required: 4, actual: 2 },
          ],
        }),
      ],
    });
  });

  it("says why a promo code does nothing", async () => {
    const { body } = await explain(`${STAY}&promoCode=nonsense`);
    expect(body).toMatchObject({ promotion: { code: "nonsense", applied: false, reason: "There is no such promo code." } });
    expect((await explain(STAY)).body).toMatchObject({ promotion: null });
  });

  it("explains nights without a calendar and nights gone by", async () => {
    const beyond = await explain("arrival=2027-06-10&departure=2027-06-11");
    expect(beyond.body).toMatchObject({ offered: false, priceFrom: null, products: [{ total: null, nights: [], tax: null }, {}] });
    expect(beyond.body).toMatchObject({ products: [{ bars: [{ code: "not_for_sale", date: "2027-06-10" }] }, {}] });
    const past = await explain("arrival=2027-03-31&departure=2027-04-01");
    expect(past.body).toMatchObject({
      products: [{ bars: [{ code: "arrival_in_past", date: "2027-03-31" }, { code: "not_for_sale" }] }, {}],
    });
  });

  it("is 404 for an unknown hotel, 400 for a query that is none, 401 without the scope", async () => {
    expect((await explain(STAY, "nowhere")).status).toBe(404);
    expect((await explain("arrival=x")).status).toBe(400);
    expect((await explain(STAY, "h1", "key-of-g1")).status).toBe(401);
  });
});
