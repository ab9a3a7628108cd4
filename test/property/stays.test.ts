/** Prices and restrictions against the slow oracle over plain rows: docs/interface.md §4. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleHalfUp, sumOf } from "../../src/base/money.ts";
import { lowestPrices, offeringsOf } from "../../src/selling/rules/offerings.ts";
import { quoteStay } from "../../src/selling/rules/stay-quote.ts";
import { type StayCase, arbitraryStayCase } from "../support/arbitrary-group.ts";
import { compileGroup, noonOf } from "../support/compile-group.ts";
import { type PlainHotel, plainOffers } from "../support/plain-group.ts";

const RUNS = Number(process.env.TABARD_FUZZ ?? 1_500);

function freeThrough(plain: PlainHotel, roomId: string, { query }: StayCase): number {
  const short = plain.stock.filter((row) => row.roomId === roomId && row.day >= query.arrival && row.day < query.departure);
  return Math.min(...short.map((row) => row.units - row.sold));
}

describe("any stay in any calendar", () => {
  it("has the offers, nights and lowest price of the oracle", () => {
    let offered = 0;
    fc.assert(
      fc.property(arbitraryStayCase(2), (stayCase) => {
        const { group, query, today } = stayCase;
        const calendar = compileGroup(group);
        const byId = new Map(group.hotels.map((hotel) => [hotel.id, hotel]));
        const roomFree = (hotel: { id: string }, room: { id: string }) =>
          freeThrough(byId.get(hotel.id)!, room.id, stayCase) >= query.rooms;
        const todays = new Map(calendar.catalogue.timezones.map((timezone) => [timezone, today]));
        const expected = group.hotels.map((hotel) => ({ hotel, offers: plainOffers(group, hotel, query, today) }));
        for (const { hotel, offers } of expected) {
          const found = offeringsOf(calendar, calendar.catalogue.hotels.get(hotel.id)!, query, today, roomFree);
          expect(
            found.map((offering) => ({
              roomId: offering.room.id,
              rateId: offering.rate.id,
              nights: offering.nights,
              total: sumOf(offering.nights),
              unitsLeft: freeThrough(hotel, offering.room.id, stayCase),
            })),
          ).toEqual(offers);
          offered += offers.length;
        }
        const lowest = lowestPrices(calendar, query, todays, roomFree);
        expect(lowest.map((one) => [one.hotel.id, one.priceFrom])).toEqual(
          expected
            .filter(({ offers }) => offers.length > 0)
            .map(({ hotel, offers }) => [hotel.id, Math.min(...offers.map((offer) => offer.total))]),
        );
      }),
      { numRuns: RUNS },
    );
    // A property over nothing but empty answers would prove nothing.
    expect(offered).toBeGreaterThan(RUNS / 4);
  });

  it("is quoted for a reservation as it is offered, where nothing is sold yet", () => {
    fc.assert(
      fc.property(arbitraryStayCase(1), ({ group, query, today }) => {
        for (const hotel of group.hotels) {
          hotel.timezone = "UTC";
          for (const row of hotel.stock) row.sold = 0;
          const calendar = compileGroup(group);
          const offers = plainOffers(group, hotel, query, today);
          for (const room of hotel.rooms) {
            for (const rate of hotel.rates) {
              const request = { ...query, hotelId: hotel.id, roomId: room.id, rateId: rate.id };
              const quote = quoteStay(calendar, request, noonOf(today));
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
