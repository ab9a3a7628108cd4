/** Prices and restrictions against the slow oracle over plain rows: docs/interface.md §4. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleHalfUp, sumOf } from "../../src/base/money.ts";
import { lowestPrice, offeringsOf, quoteProduct } from "../../src/selling/rules/offerings.ts";
import { stayNights } from "../../src/selling/rules/stay.ts";
import { type StayCase, arbitraryStayCase } from "../support/arbitrary-group.ts";
import { compileGroup, noonOf } from "../support/compile-group.ts";
import { plainOffers } from "../support/plain-group.ts";

const RUNS = Number(process.env.TABARD_FUZZ ?? 1_500);

const daysOf = ({ query }: StayCase) => ({ fromDay: query.arrival, untilDay: query.departure });

describe("any stay in any calendar", () => {
  it("has the offers, nights, units and lowest price of the oracle", () => {
    let offered = 0;
    fc.assert(
      fc.property(arbitraryStayCase(2), (stayCase) => {
        const { group, query, today } = stayCase;
        const calendar = compileGroup(group, daysOf(stayCase));
        for (const plain of group.hotels) {
          const hotel = calendar.catalogue.hotels.get(plain.id)!;
          const expected = plainOffers(group, plain, query, today);
          const found = offeringsOf(calendar, hotel, query, today).map((offering) => ({
            roomId: offering.room.id,
            rateId: offering.rate.id,
            nights: offering.nights,
            total: sumOf(offering.nights),
            unitsLeft: offering.unitsLeft,
          }));
          expect(found).toEqual(expected);
          const lowest = lowestPrice(calendar, hotel, stayNights(query.arrival, query.departure), query, today);
          expect(lowest).toBe(expected.length === 0 ? null : Math.min(...expected.map((offer) => offer.total)));
          offered += expected.length;
        }
      }),
      { numRuns: RUNS },
    );
    // A property over nothing but empty answers would prove nothing.
    expect(offered).toBeGreaterThan(RUNS / 4);
  });

  it("is quoted for a reservation as it is offered, where nothing is sold yet", () => {
    fc.assert(
      fc.property(arbitraryStayCase(1), (stayCase) => {
        const { group, query, today } = stayCase;
        for (const plain of group.hotels) {
          plain.timezone = "UTC";
          // A quote leaves it to the batch whether there are units.
          for (const row of plain.stock) Object.assign(row, { units: 99, sold: 0 });
          const calendar = compileGroup(group, daysOf(stayCase));
          const offers = plainOffers(group, plain, query, today);
          for (const room of plain.rooms) {
            for (const rate of plain.rates) {
              const request = { ...query, hotelId: plain.id, roomId: room.id, rateId: rate.id };
              const quote = quoteProduct(calendar, request, noonOf(today));
              const offer = offers.find((one) => one.roomId === room.id && one.rateId === rate.id);
              const expected = offer ? { ok: true, nights: offer.nights, total: offer.total } : { ok: false };
              expect(quote).toMatchObject(expected);
            }
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("scaling money", () => {
  it("rounds half up exactly at any size", () => {
    const amount = fc.oneof(fc.nat(1_000_000), fc.integer({ min: 0, max: 9_000_000_000_000_000 }));
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(1, 10, 100, 10_000), (value, numerator, unit) => {
        const divisor = 10_000n * BigInt(unit);
        const exact = ((2n * BigInt(value) * BigInt(numerator) + divisor) / (2n * divisor)) * BigInt(unit);
        expect(scaleHalfUp(value, numerator, 10_000, unit)).toBe(Number(exact));
      }),
      { numRuns: RUNS },
    );
  });
});
