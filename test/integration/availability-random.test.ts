/** Random groups in real D1 against the slow oracle: the lowest offer is priceFrom, and both are the oracle's. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDate } from "../../src/base/calendar-date.ts";
import { toJsonNumber } from "../../src/base/money.ts";
import { arbitraryStayCase } from "../support/arbitrary-group.ts";
import { noonOf } from "../support/compile-group.ts";
import { plainOffers } from "../support/plain-group.ts";
import { serviceAt, storeGroup } from "../support/store-group.ts";

const RUNS = 60;

interface Entry {
  id: string;
  priceFrom: number;
}

interface Offers {
  offers: { roomId: string; rateId: string; nights: { price: number }[]; totalPrice: number; unitsLeft: number }[];
}

describe("any group in the database", () => {
  it("answers what the oracle answers, in one isolate that sees every version change", async () => {
    const clock = { nowMs: 0 };
    const service = serviceAt(clock);
    let offered = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryStayCase(2), async ({ group, query, today }) => {
        for (const hotel of group.hotels) hotel.timezone = "UTC";
        clock.nowMs = noonOf(today);
        await storeGroup("random", group);
        const { arrival, departure, adults, children, rooms, promoCode } = query;
        const dates = `arrival=${formatDate(arrival)}&departure=${formatDate(departure)}`;
        const search = `${dates}&adults=${adults}&children=${children}&rooms=${rooms}&promoCode=${promoCode}`;
        const expected: Entry[] = [];
        for (const hotel of group.hotels) {
          const oracle = plainOffers(group, hotel, query, today);
          const answer = await service.get(`/offers/random/${hotel.id}?${search}`, "key-of-random");
          const { offers } = await answer.json<Offers>();
          const byTotal = oracle.toSorted((one, other) => one.total - other.total);
          expect(
            offers.map(({ roomId, rateId, totalPrice, nights, unitsLeft }) => [
              roomId,
              rateId,
              totalPrice,
              nights.map((n) => n.price),
              unitsLeft,
            ]),
          ).toEqual(byTotal.map((one) => [one.roomId, one.rateId, toJsonNumber(one.total), one.nights.map(toJsonNumber), one.unitsLeft]));
          const [cheapest] = byTotal;
          if (cheapest) expected.push({ id: hotel.id, priceFrom: toJsonNumber(cheapest.total) });
          offered += offers.length;
        }
        const entries = await (await service.get(`/availabilities/random?${search}`, "key-of-random")).json<Entry[]>();
        expect(entries.map(({ id, priceFrom }) => ({ id, priceFrom }))).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
    expect(offered).toBeGreaterThan(RUNS / 4);
  });
});
